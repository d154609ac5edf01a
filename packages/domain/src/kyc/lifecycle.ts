import { machine } from '../base/machine.ts'

export type KycState =
  | 'NOT_STARTED'
  | 'INCOMPLETE'
  | 'SUBMITTED'
  | 'UNDER_REVIEW'
  | 'INFORMATION_REQUIRED'
  | 'APPROVED'
  | 'REJECTED'
  | 'REJECTED_FINAL'
  | 'EXPIRED'
  | 'PAUSED'
  | 'OFFBOARDED'

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

/**
 * The life of a verification, one per customer and jurisdiction (operations.md 11.6).
 * REJECTED_FINAL is shown as REJECTED: partners see one status, and whether it can be tried again.
 */
export const kycLifecycle = machine<KycState, KycEvent>({
  NOT_STARTED: { begin: 'INCOMPLETE' },
  INCOMPLETE: { submit: 'SUBMITTED' },
  SUBMITTED: { review: 'UNDER_REVIEW' },
  UNDER_REVIEW: {
    approve: 'APPROVED',
    ask: 'INFORMATION_REQUIRED',
    reject: 'REJECTED',
    rejectFinally: 'REJECTED_FINAL',
  },
  INFORMATION_REQUIRED: { answer: 'SUBMITTED' },
  APPROVED: { expire: 'EXPIRED', pause: 'PAUSED' },
  REJECTED: { begin: 'INCOMPLETE' },
  REJECTED_FINAL: {},
  EXPIRED: { begin: 'INCOMPLETE' },
  PAUSED: { resume: 'APPROVED', offboard: 'OFFBOARDED' },
  OFFBOARDED: {},
})
