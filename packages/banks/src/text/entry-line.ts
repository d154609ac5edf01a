import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import { type AsideLine, type Evidence, type EvidenceAccount, noIds } from '../evidence/evidence.ts'
import type { IncomingEvent } from '../iso20022/incoming/events.ts'

/** What every line of a statement has, whatever its format. */
export type EntryLine = Pick<Evidence, 'line' | 'account' | 'direction' | 'minor' | 'scale'> &
  Pick<Evidence, 'bookedOn'> &
  Partial<Omit<Evidence, 'lineMinor' | 'part' | 'currency'>>

const noParty = { name: '', account: '' }

/** Evidence of a line that is one payment, or a batch as a whole. */
export const evidenceOf = (line: EntryLine): Evidence => ({
  part: 0,
  kind: 'ENTRY',
  currency: line.account.currency,
  lineMinor: line.minor,
  batchCount: 0,
  valueOn: '',
  moment: undefined,
  ids: noIds,
  payer: noParty,
  payee: noParty,
  ultimatePayer: '',
  ultimatePayee: '',
  payeeBank: '',
  institutions: [],
  text: '',
  reason: '',
  code: '',
  ...line,
})

/** The event of a line that is not booked. */
export function announcedOf(evidence: Evidence): IncomingEvent {
  const { account, line, direction, currency, minor, scale, bookedOn, text, ids } = evidence
  const bankReference = ids.lineReference
  return {
    type: 'ANNOUNCED',
    announced: { account, line, direction, currency, minor, scale, bookedOn, text, bankReference },
  }
}

const sourceMax = 64_000

export const asideOf = (aside: AsideLine): IncomingEvent => ({
  type: 'ASIDE',
  aside: { ...aside, source: aside.source.slice(0, sourceMax) },
})

export const evidenceAccountOf = ({
  countryCode,
  currency,
  routingNumber,
  accountNumber,
}: OperatorAccount): EvidenceAccount => ({ countryCode, currency, routingNumber, accountNumber })
