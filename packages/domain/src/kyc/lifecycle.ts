import type { documentStatuses, kycStatuses } from '@corridor/contract'
import { machine, type Meaning, type States } from '../base/machine.ts'

export type KycState = (typeof kycStatuses)[number] | 'REJECTED_FINAL'

export type KycEvent =
  | 'begin'
  | 'submit'
  | 'review'
  | 'approve'
  | 'ask'
  | 'answer'
  | 'reject'
  | 'rejectFinally'
  | 'expire'
  | 'pause'
  | 'resume'
  | 'offboard'

type KycFacts = {
  /** A customer as a whole is in the state with the lowest number: 1 is the worst. */
  rank: number
  /** Who must act next; an `answer` is given by whoever can fix what was asked. */
  waitsFor: 'partner' | 'service' | 'answer' | null
  /** Whether an operator has to look at it, or does already. */
  review: 'none' | 'due' | 'open'
  /** The queue of verifications lists it where no status is asked for. */
  isQueued: boolean
  /** The queue can be asked for it: something may still be done. */
  isCase: boolean
  /** The customer was approved there: names and registration stay from then on. */
  wasApproved: boolean
  /** Granted or withheld for good: nothing is asked for any more. */
  isSettled: boolean
  /** Its reasons say what is asked of the customer or the partner. */
  isAsking: boolean
  /** An approval was taken back, for a while or for good: transfers stop. */
  isTakenBack: boolean
  /** It ends or holds the relation with the customer as a whole. */
  isHeld: boolean
}

/**
 * The life of a verification, one per customer and jurisdiction (operations.md 11.6).
 * REJECTED_FINAL is shown as REJECTED: partners see one status, and whether it can be tried again.
 */
export const kycStates: States<KycState, KycEvent, KycFacts> = {
  NOT_STARTED: {
    on: { begin: 'INCOMPLETE' },
    meaning: 'none',
    rank: 10,
    waitsFor: 'partner',
    review: 'none',
    isQueued: false,
    isCase: true,
    wasApproved: false,
    isSettled: false,
    isAsking: false,
    isTakenBack: false,
    isHeld: false,
  },
  INCOMPLETE: {
    on: { submit: 'SUBMITTED' },
    meaning: 'hand',
    rank: 7,
    waitsFor: 'partner',
    review: 'none',
    isQueued: true,
    isCase: true,
    wasApproved: false,
    isSettled: false,
    isAsking: false,
    isTakenBack: false,
    isHeld: false,
  },
  SUBMITTED: {
    on: { review: 'UNDER_REVIEW' },
    meaning: 'wait',
    rank: 9,
    waitsFor: 'service',
    review: 'due',
    isQueued: true,
    isCase: true,
    wasApproved: false,
    isSettled: false,
    isAsking: false,
    isTakenBack: false,
    isHeld: false,
  },
  UNDER_REVIEW: {
    on: {
      approve: 'APPROVED',
      ask: 'INFORMATION_REQUIRED',
      reject: 'REJECTED',
      rejectFinally: 'REJECTED_FINAL',
    },
    meaning: 'wait',
    rank: 8,
    waitsFor: 'service',
    review: 'open',
    isQueued: true,
    isCase: true,
    wasApproved: false,
    isSettled: false,
    isAsking: false,
    isTakenBack: false,
    isHeld: false,
  },
  INFORMATION_REQUIRED: {
    on: { answer: 'SUBMITTED' },
    meaning: 'hand',
    rank: 6,
    waitsFor: 'answer',
    review: 'open',
    isQueued: true,
    isCase: true,
    wasApproved: false,
    isSettled: false,
    isAsking: true,
    isTakenBack: false,
    isHeld: false,
  },
  APPROVED: {
    on: { expire: 'EXPIRED', pause: 'PAUSED' },
    meaning: 'done',
    rank: 11,
    waitsFor: null,
    review: 'none',
    isQueued: false,
    isCase: false,
    wasApproved: true,
    isSettled: true,
    isAsking: false,
    isTakenBack: false,
    isHeld: false,
  },
  REJECTED: {
    on: { begin: 'INCOMPLETE' },
    meaning: 'fail',
    rank: 4,
    waitsFor: 'partner',
    review: 'none',
    isQueued: false,
    isCase: true,
    wasApproved: false,
    isSettled: false,
    isAsking: true,
    isTakenBack: false,
    isHeld: false,
  },
  REJECTED_FINAL: {
    on: {},
    meaning: 'fail',
    rank: 2,
    waitsFor: null,
    review: 'none',
    isQueued: false,
    isCase: false,
    wasApproved: false,
    isSettled: true,
    isAsking: false,
    isTakenBack: false,
    isHeld: true,
  },
  EXPIRED: {
    on: { begin: 'INCOMPLETE' },
    meaning: 'end',
    rank: 5,
    waitsFor: 'partner',
    review: 'none',
    isQueued: true,
    isCase: true,
    wasApproved: false,
    isSettled: false,
    isAsking: true,
    isTakenBack: false,
    isHeld: false,
  },
  PAUSED: {
    on: { resume: 'APPROVED', offboard: 'OFFBOARDED' },
    meaning: 'end',
    rank: 3,
    waitsFor: null,
    review: 'none',
    isQueued: false,
    isCase: true,
    wasApproved: true,
    isSettled: true,
    isAsking: false,
    isTakenBack: true,
    isHeld: true,
  },
  OFFBOARDED: {
    on: {},
    meaning: 'end',
    rank: 1,
    waitsFor: null,
    review: 'none',
    isQueued: false,
    isCase: false,
    wasApproved: false,
    isSettled: true,
    isAsking: false,
    isTakenBack: true,
    isHeld: true,
  },
}
export const kycLifecycle = machine(kycStates)

export type DocumentStatus = (typeof documentStatuses)[number]

/** What a document's status means; `isLive`: it counts as handed in. */
export const documentStates: Readonly<
  Record<DocumentStatus, { meaning: Meaning; isLive: boolean }>
> = {
  RECEIVED: { meaning: 'wait', isLive: true },
  VERIFIED: { meaning: 'done', isLive: true },
  REJECTED: { meaning: 'fail', isLive: false },
  EXPIRED: { meaning: 'end', isLive: false },
}
