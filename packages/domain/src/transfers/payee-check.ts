import type { payeeOutcomes, payeeReleases } from '@corridor/contract'
import type { ExecutionFailureCode } from './failures.ts'

export type PayeeOutcome = (typeof payeeOutcomes)[number]
export type PayeeRelease = (typeof payeeReleases)[number]

/** What a partner has done about each outcome that is no match. */
export type PayeePolicy = Readonly<Record<Exclude<PayeeOutcome, 'MATCH'>, 'HOLD' | 'PAY'>>

/** Another name waits for the partner; where nobody can be asked, payments go on. */
export const defaultPayeePolicy: PayeePolicy = {
  CLOSE_MATCH: 'HOLD',
  NO_MATCH: 'HOLD',
  NOT_POSSIBLE: 'PAY',
}

/** Who is to be paid, and what their bank says of the name. */
export type PayeeFinding = {
  /** The account on record, or the number that the order names. */
  target: string
  /** The name that banks are given. */
  asked: string
  outcome: PayeeOutcome
  /** The holder as the bank has it; '' where it says none. */
  name: string
}

/** A decision is about one answer: of another account, another name or another outcome it says nothing. */
export const isSameFinding = (first: PayeeFinding, other: PayeeFinding): boolean =>
  first.target === other.target &&
  first.asked === other.asked &&
  first.outcome === other.outcome &&
  first.name === other.name

/** Why a payment is held whose bank has another name, or was not to be asked. */
export const unconfirmedCode = 'BENEFICIARY_NAME_UNCONFIRMED' satisfies ExecutionFailureCode

/** Whether a partner's policy lets an order leave by such an answer. */
export const isPaidByPolicy = (outcome: PayeeOutcome, policy: PayeePolicy): boolean =>
  outcome !== 'MATCH' && policy[outcome] === 'PAY'
