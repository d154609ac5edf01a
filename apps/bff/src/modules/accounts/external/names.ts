import { type NameFit, namesOf, railName, type TwoNames, worseFit } from '@corridor/domain'
import { matchNames } from '@corridor/screening'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { PayeeAnswer } from '../../../ports/payee-check.ts'

/** How the holder of an account fits its customer, as far as that was compared. */
export const nameMatchOf = ({ verification }: Pick<ExternalAccountRow, 'verification'>): NameFit =>
  (verification as { nameMatch?: NameFit }).nameMatch ?? 'UNAVAILABLE'

/**
 * How the holder fits the customer: under the name that banks are given, or that the bank has, where
 * that fits less. Each name of the customer counts.
 */
export function matchOf(
  holder: TwoNames,
  atBank: PayeeAnswer | undefined,
  customer: TwoNames,
): NameFit {
  const sent = bestMatch(railName(holder), customer)
  // A bank that says no need not say whose it is.
  const answered = worseFit(sent, fitOf[atBank?.outcome ?? 'NOT_POSSIBLE'])
  return atBank?.name ? worseFit(answered, bestMatch(atBank.name, customer)) : answered
}

const fitOf: Readonly<Record<PayeeAnswer['outcome'], NameFit>> = {
  MATCH: 'MATCH',
  CLOSE_MATCH: 'CLOSE',
  NO_MATCH: 'NO_MATCH',
  NOT_POSSIBLE: 'MATCH',
}

function bestMatch(name: string, customer: TwoNames): NameFit {
  const found = new Set(namesOf(customer).map((own) => matchNames(name, own)))
  return (['MATCH', 'CLOSE'] as const).find((match) => found.has(match)) ?? 'NO_MATCH'
}
