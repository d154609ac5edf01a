import { kycLifecycle, type KycState } from './lifecycle.ts'

/** The status that partners see: whether a rejection is final is said by its reasons. */
export type ShownKycStatus = Exclude<KycState, 'REJECTED_FINAL'>

export const shownStatus = (state: KycState): ShownKycStatus =>
  state === 'REJECTED_FINAL' ? 'REJECTED' : state

/** From the worst to the best: what a customer as a whole is said to be in. */
const worstFirst: readonly KycState[] = [
  'OFFBOARDED',
  'REJECTED_FINAL',
  'PAUSED',
  'REJECTED',
  'EXPIRED',
  'INFORMATION_REQUIRED',
  'INCOMPLETE',
  'UNDER_REVIEW',
  'SUBMITTED',
  'NOT_STARTED',
  'APPROVED',
]

/** The state of a customer: the worst of the jurisdictions that were asked for. */
export const worstState = (asked: readonly KycState[]): KycState =>
  worstFirst.find((state) => asked.includes(state)) ?? 'NOT_STARTED'

export type WaitingOn = 'partner' | 'customer' | 'service'

/** Who must act next, or null where no one must. `fixBy` is that of the open reasons. */
export function waitingOn(state: KycState, fixBy: readonly string[]): WaitingOn | null {
  switch (state) {
    case 'NOT_STARTED':
    case 'INCOMPLETE':
    case 'REJECTED':
    case 'EXPIRED':
      return 'partner'
    case 'INFORMATION_REQUIRED':
      return fixBy.length > 0 && fixBy.every((who) => who === 'partner') ? 'partner' : 'customer'
    case 'SUBMITTED':
    case 'UNDER_REVIEW':
      return 'service'
    default:
      return null
  }
}

/** States in which answers can be submitted. */
export const takesSubmission = (state: KycState): boolean =>
  state === 'NOT_STARTED' || kycLifecycle.next(state, 'submit') !== undefined || isRestart(state)

/** A verification that ended without approval begins anew. */
const isRestart = (state: KycState) => kycLifecycle.next(state, 'begin') !== undefined

/** States that end or hold the relation with a customer as a whole. */
export const isHeld = (state: KycState): boolean =>
  state === 'PAUSED' || state === 'OFFBOARDED' || state === 'REJECTED_FINAL'
