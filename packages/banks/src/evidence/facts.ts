import { plainNumber } from '../accounts/forms.ts'
import { folded } from '../values/folded.ts'
import type { Evidence, EvidenceAccount } from './evidence.ts'

type Named = Pick<EvidenceAccount, 'countryCode' | 'currency' | 'accountNumber'>

/**
 * What of a movement of money is compared between messages, in one form however a bank writes it;
 * '' where a message has nothing. Amounts are minor units.
 */
export type Facts = {
  /** The service's own account: country, currency, number. */
  account: string
  direction: 'CREDIT' | 'DEBIT'
  /** Movements of different groups are never the same. */
  group: 'ENTRY' | 'REVERSAL' | 'BATCH'
  minor: bigint
  /** `2026-01-05`, in the bank's own zone. */
  bookedOn: string
  uetr: string
  transactionId: string
  endToEndId: string
  /** The bank's own of the single payment. */
  reference: string
  /** The bank's own of its entry. */
  lineReference: string
  /** It is one of several payments of its entry, whose reference is not its own. */
  isPart: boolean
  /** Who is on the other side: payer of a credit, payee of a debit. */
  otherName: string
  otherAccount: string
  /** The customer's own account that it landed on; '' for the service's. */
  landedOn: string
  text: string
}

/** The bank's own reference of a payment, by itself or as the only payment of its entry. */
export const ownReferenceOf = ({ reference, lineReference, isPart }: Facts): string =>
  reference || (isPart ? '' : lineReference)

/** Whether the bank calls two by one reference. */
export function isSameReference(a: Facts, b: Facts): boolean {
  const others = referencesOf(b)
  return referencesOf(a).some((reference) => others.includes(reference))
}

const referencesOf = ({ reference, lineReference, isPart }: Facts): string[] =>
  [reference, isPart ? '' : lineReference].filter((text) => text !== '')

/** Texts that banks write where they have nothing. */
const noValue =
  /^(?:NOT ?PROVIDED|NOT ?AVAILABLE|NON ?REF|NONE|NULL|N\/?A|UNKNOWN|KEINE|0+|[-.*X?]+)$/

/** A text without what banks change between their messages: width, case, white space. */
export function valueOf(text: string): string {
  if (text === '') return ''
  const plain = folded(text)
  return noValue.test(plain) ? '' : plain
}

export const accountKey = ({ countryCode, currency, accountNumber }: Named): string =>
  `${countryCode}/${currency}/${plainNumber(accountNumber)}`

export function factsOf(evidence: Evidence): Facts {
  const { account, direction, ids, kind, minor, bookedOn, text, part } = evidence
  const other = direction === 'CREDIT' ? evidence.payer : evidence.payee
  const landed = direction === 'CREDIT' ? plainNumber(evidence.payee.account) : ''
  return {
    account: accountKey(account),
    direction,
    group: kind === 'REVERSAL' || kind === 'BATCH' ? kind : 'ENTRY',
    minor,
    bookedOn,
    uetr: valueOf(ids.uetr),
    transactionId: valueOf(ids.transactionId),
    endToEndId: valueOf(ids.endToEndId),
    reference: valueOf(ids.paymentReference),
    lineReference: valueOf(ids.lineReference),
    isPart: part > 0,
    otherName: valueOf(other.name),
    otherAccount: plainNumber(valueOf(other.account)),
    landedOn: landed === plainNumber(account.accountNumber) ? '' : landed,
    text: valueOf(text),
  }
}
