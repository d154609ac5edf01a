import { machine } from '../base/machine.ts'

export type FrameState =
  | 'QUOTED'
  | 'PENDING_CONFIRMATION'
  | 'ACCEPTED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'CANCELLED'
export type FrameEvent = 'submit' | 'accept' | 'reject' | 'expire' | 'cancel'
export type FramePhase = 'UPCOMING' | 'ACTIVE' | 'EXHAUSTED' | 'ENDED'

/** The life of a reserve frame (operations.md 11.3). Its phases follow from time and drawings. */
export const frameLifecycle = machine<FrameState, FrameEvent>({
  QUOTED: {
    submit: 'PENDING_CONFIRMATION',
    accept: 'ACCEPTED',
    expire: 'EXPIRED',
    cancel: 'CANCELLED',
  },
  PENDING_CONFIRMATION: { accept: 'ACCEPTED', reject: 'REJECTED' },
  ACCEPTED: { cancel: 'CANCELLED' },
  REJECTED: {},
  EXPIRED: {},
  CANCELLED: {},
})

/** Where an accepted frame stands; `used` is what is drawn or scheduled and not repaid. */
export function framePhase(
  frame: { startsAt: Date; endsAt: Date; amount: bigint; used: bigint },
  now: Date,
): FramePhase {
  if (now >= frame.endsAt) return 'ENDED'
  if (now < frame.startsAt) return 'UPCOMING'
  return frame.used >= frame.amount ? 'EXHAUSTED' : 'ACTIVE'
}

export type FrameAction = 'accept' | 'cancel' | 'draw'

/** What a partner may do with a frame now; the service refuses everything else. */
export function frameActions(state: FrameState, phase: FramePhase | undefined): FrameAction[] {
  switch (state) {
    case 'QUOTED':
      return ['accept', 'cancel']
    case 'ACCEPTED':
      if (phase === 'UPCOMING') return ['cancel']
      return phase === 'ACTIVE' ? ['draw'] : []
    default:
      return []
  }
}

export type DrawingState =
  | 'INITIATED'
  | 'BROADCAST'
  | 'DISBURSED'
  | 'PARTIALLY_REPLENISHED'
  | 'REPLENISHED'
  | 'OVERDUE'
  | 'REJECTED'
  | 'FAILED'
  | 'WRITTEN_OFF'
export type DrawingEvent =
  | 'broadcast'
  | 'disburse'
  | 'repayPart'
  | 'repay'
  | 'fallDue'
  | 'reject'
  | 'fail'
  | 'writeOff'

/** The life of a drawing (operations.md 11.4). */
export const drawingLifecycle = machine<DrawingState, DrawingEvent>({
  INITIATED: { broadcast: 'BROADCAST', disburse: 'DISBURSED', reject: 'REJECTED', fail: 'FAILED' },
  BROADCAST: { disburse: 'DISBURSED', fail: 'FAILED' },
  DISBURSED: { repayPart: 'PARTIALLY_REPLENISHED', repay: 'REPLENISHED', fallDue: 'OVERDUE' },
  PARTIALLY_REPLENISHED: {
    repayPart: 'PARTIALLY_REPLENISHED',
    repay: 'REPLENISHED',
    fallDue: 'OVERDUE',
  },
  OVERDUE: {
    repayPart: 'PARTIALLY_REPLENISHED',
    repay: 'REPLENISHED',
    writeOff: 'WRITTEN_OFF',
  },
  REPLENISHED: {},
  REJECTED: {},
  FAILED: {},
  WRITTEN_OFF: {},
})

/** States in which principal is owed on the chain. */
export const owingStates = drawingLifecycle.statesFor('repay')
/** States in which it counts as open: owed, or about to be paid out. */
export const openDrawingStates: readonly DrawingState[] = ['INITIATED', 'BROADCAST', ...owingStates]

export const drawingActions = (state: DrawingState): ('replenish' | 'fulfil')[] =>
  owingStates.includes(state) ? ['replenish', 'fulfil'] : []

export type ReplenishmentState =
  | 'PENDING'
  | 'CONFIRMING'
  | 'PARTIAL'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED'
export type ReplenishmentEvent = 'confirm' | 'arriveInPart' | 'arrive' | 'fail' | 'expire'

/** The life of a replenishment (operations.md 11.4). In part only where a deposit is monitored. */
export const replenishmentLifecycle = machine<ReplenishmentState, ReplenishmentEvent>({
  PENDING: {
    confirm: 'CONFIRMING',
    arriveInPart: 'PARTIAL',
    arrive: 'COMPLETED',
    fail: 'FAILED',
    expire: 'EXPIRED',
  },
  CONFIRMING: { arriveInPart: 'PARTIAL', arrive: 'COMPLETED', fail: 'FAILED' },
  PARTIAL: { arriveInPart: 'PARTIAL', arrive: 'COMPLETED' },
  COMPLETED: {},
  FAILED: {},
  EXPIRED: {},
})
/** States in which something is still waited for. */
export const openReplenishmentStates: readonly ReplenishmentState[] = [
  'PENDING',
  'CONFIRMING',
  'PARTIAL',
]

/**
 * States in which another replenishment of the same drawing is refused. One that arrived in part
 * refuses none: the rest may be repaid in any way.
 */
export const blockingReplenishmentStates: readonly ReplenishmentState[] = ['PENDING', 'CONFIRMING']

/** What became of a batch, from what became of its parts (liquidity.md 25). */
export function batchStatus(states: readonly ReplenishmentState[]): ReplenishmentState {
  if (states.every((state) => state === 'COMPLETED')) return 'COMPLETED'
  if (states.every((state) => state === 'FAILED')) return 'FAILED'
  return states.every((state) => replenishmentLifecycle.isFinal(state)) ? 'PARTIAL' : 'PENDING'
}
