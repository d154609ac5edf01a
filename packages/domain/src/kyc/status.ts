import { kycLifecycle, type KycState, kycStates } from './lifecycle.ts'

/** The status that partners see: whether a rejection is final is shown by its reasons. */
export type ShownKycStatus = Exclude<KycState, 'REJECTED_FINAL'>

export const shownStatus = (state: KycState) => (state === 'REJECTED_FINAL' ? 'REJECTED' : state)

/** The state of a customer: the worst of the jurisdictions that were asked for. */
export const worstState = (asked: readonly KycState[]): KycState =>
  asked.toSorted((a, b) => kycStates[a].rank - kycStates[b].rank)[0] ?? 'NOT_STARTED'

export type WaitingOn = 'partner' | 'customer' | 'service'

/** Who must act next, or null where no one must. `fixBy` is that of the open reasons. */
export function waitingOn(state: KycState, fixBy: readonly string[]): WaitingOn | null {
  const { waitsFor } = kycStates[state]
  if (waitsFor !== 'answer') return waitsFor
  return fixBy.length > 0 && fixBy.every((who) => who === 'partner') ? 'partner' : 'customer'
}

/** States in which answers can be submitted. */
export const takesSubmission = (state: KycState): boolean =>
  state === 'NOT_STARTED' || kycLifecycle.next(state, 'submit') !== undefined || isRestart(state)

/** A verification that ended without approval begins anew. */
const isRestart = (state: KycState) => kycLifecycle.next(state, 'begin') !== undefined

/** States that end or hold the relation with a customer as a whole. */
export const isHeld = (state: KycState): boolean => kycStates[state].isHeld
