import { type NameFit, namesOf, railName, type TwoNames, worseFit } from '@corridor/domain'
import { type Because, compareNames } from '@corridor/screening'
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

/** From here on two names are one, and from here on they are alike; 0 to 100. */
const sameFrom = 95
const closeFrom = 80

/** What two names may differ in and be the same; a letter that differs may be another person's. */
const sameThough = new Set<Because>([
  'the same name',
  'in another order',
  'written in another script',
  'written together or apart',
  'a title or particle left out',
  'the legal form in words',
  'the legal form left out',
])

/**
 * Compares the holder of an account with its customer, in whatever order, script and legal form. A
 * name that the other leaves out, or spells otherwise, is close, not the same; of an account of several
 * the others are not the customer.
 */
export function matchNames(holder: string, customer: string): NameFit {
  const { score, because } = compareNames(holder, customer)
  if (because.includes('one of several names in a line')) return 'NO_MATCH'
  if (score >= sameFrom && because.every((reason) => sameThough.has(reason))) return 'MATCH'
  return score >= closeFrom ? 'CLOSE' : 'NO_MATCH'
}
