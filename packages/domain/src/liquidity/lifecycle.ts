import type {
  drawingStatuses,
  framePhases,
  frameStatuses,
  paymentStates,
  replenishmentStatuses,
  replenishQuoteStatuses,
} from '@corridor/contract'
import { machine, type Meaning, type States, statesWhere } from '../base/machine.ts'

export type FrameState = (typeof frameStatuses)[number]
export type FrameEvent = 'submit' | 'accept' | 'reject' | 'expire' | 'cancel'
export type FramePhase = (typeof framePhases)[number]

type FrameFacts = {
  /** It holds credit of the line, as long as its time has not run out. */
  isHeld: boolean
  /** It holds nothing any more, and is in the table only. */
  isOver: boolean
}

/** The life of a reserve frame (operations.md 11.3). Its phases follow from time and drawings. */
export const frameStates: States<FrameState, FrameEvent, FrameFacts> = {
  QUOTED: {
    on: {
      submit: 'PENDING_CONFIRMATION',
      accept: 'ACCEPTED',
      expire: 'EXPIRED',
      cancel: 'CANCELLED',
    },
    meaning: 'wait',
    isHeld: true,
    isOver: false,
  },
  PENDING_CONFIRMATION: {
    on: { accept: 'ACCEPTED', reject: 'REJECTED' },
    meaning: 'move',
    isHeld: true,
    isOver: false,
  },
  ACCEPTED: { on: { cancel: 'CANCELLED' }, meaning: 'done', isHeld: true, isOver: false },
  REJECTED: { on: {}, meaning: 'fail', isHeld: false, isOver: true },
  EXPIRED: { on: {}, meaning: 'end', isHeld: false, isOver: true },
  CANCELLED: { on: {}, meaning: 'end', isHeld: false, isOver: true },
}
export const frameLifecycle = machine(frameStates)

/** What the phase of an accepted frame means on screen. */
export const phaseStates: Readonly<Record<FramePhase, { meaning: Meaning }>> = {
  UPCOMING: { meaning: 'done' },
  ACTIVE: { meaning: 'done' },
  EXHAUSTED: { meaning: 'end' },
  ENDED: { meaning: 'end' },
}

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
    case 'PENDING_CONFIRMATION':
    case 'REJECTED':
    case 'EXPIRED':
    case 'CANCELLED':
      return []
  }
}

export type DrawingState = (typeof drawingStatuses)[number]
export type DrawingEvent =
  | 'broadcast'
  | 'disburse'
  | 'repayPart'
  | 'repay'
  | 'fallDue'
  | 'reject'
  | 'fail'
  | 'writeOff'

type DrawingFacts = {
  /** Principal is owed on the chain, or about to be paid out. */
  isOpen: boolean
  /** It was ordered, and no final block has paid it out. */
  isBeingPaid: boolean
  /** It counts as drawn on its frame, or was. */
  isDrawn: boolean
}

/** The life of a drawing (operations.md 11.4). */
export const drawingStates: States<DrawingState, DrawingEvent, DrawingFacts> = {
  INITIATED: {
    on: { broadcast: 'BROADCAST', disburse: 'DISBURSED', reject: 'REJECTED', fail: 'FAILED' },
    meaning: 'move',
    isOpen: true,
    isBeingPaid: true,
    isDrawn: true,
  },
  BROADCAST: {
    on: { disburse: 'DISBURSED', fail: 'FAILED' },
    meaning: 'move',
    isOpen: true,
    isBeingPaid: true,
    isDrawn: true,
  },
  DISBURSED: {
    on: { repayPart: 'PARTIALLY_REPLENISHED', repay: 'REPLENISHED', fallDue: 'OVERDUE' },
    meaning: 'done',
    isOpen: true,
    isBeingPaid: false,
    isDrawn: true,
  },
  PARTIALLY_REPLENISHED: {
    on: { repayPart: 'PARTIALLY_REPLENISHED', repay: 'REPLENISHED', fallDue: 'OVERDUE' },
    meaning: 'move',
    isOpen: true,
    isBeingPaid: false,
    isDrawn: true,
  },
  OVERDUE: {
    on: { repayPart: 'PARTIALLY_REPLENISHED', repay: 'REPLENISHED', writeOff: 'WRITTEN_OFF' },
    meaning: 'hand',
    isOpen: true,
    isBeingPaid: false,
    isDrawn: true,
  },
  REPLENISHED: { on: {}, meaning: 'done', isOpen: false, isBeingPaid: false, isDrawn: true },
  REJECTED: { on: {}, meaning: 'fail', isOpen: false, isBeingPaid: false, isDrawn: false },
  FAILED: { on: {}, meaning: 'fail', isOpen: false, isBeingPaid: false, isDrawn: false },
  WRITTEN_OFF: { on: {}, meaning: 'end', isOpen: false, isBeingPaid: false, isDrawn: true },
}
export const drawingLifecycle = machine(drawingStates)

/** States in which principal is owed on the chain. */
export const owingStates = drawingLifecycle.statesFor('repay')
/** States in which it counts as open: owed, or about to be paid out. */
export const openDrawingStates = statesWhere(drawingStates, ({ isOpen }) => isOpen)

export const drawingActions = (state: DrawingState): ('replenish' | 'fulfil')[] =>
  owingStates.includes(state) ? ['replenish', 'fulfil'] : []

export type ReplenishmentState = (typeof replenishmentStatuses)[number]
export type ReplenishmentEvent = 'confirm' | 'arriveInPart' | 'arrive' | 'fail' | 'expire'

type ReplenishmentFacts = {
  /** Something is still waited for. */
  isOpen: boolean
  /**
   * Another replenishment of the same drawing is refused. One that arrived in part refuses none: the
   * rest may be repaid in any way.
   */
  isBlocking: boolean
}

/** The life of a replenishment (operations.md 11.4). In part only where a deposit is monitored. */
export const replenishmentStates: States<
  ReplenishmentState,
  ReplenishmentEvent,
  ReplenishmentFacts
> = {
  PENDING: {
    on: {
      confirm: 'CONFIRMING',
      arriveInPart: 'PARTIAL',
      arrive: 'COMPLETED',
      fail: 'FAILED',
      expire: 'EXPIRED',
    },
    meaning: 'wait',
    isOpen: true,
    isBlocking: true,
  },
  CONFIRMING: {
    on: { arriveInPart: 'PARTIAL', arrive: 'COMPLETED', fail: 'FAILED' },
    meaning: 'move',
    isOpen: true,
    isBlocking: true,
  },
  PARTIAL: {
    on: { arriveInPart: 'PARTIAL', arrive: 'COMPLETED' },
    meaning: 'wait',
    isOpen: true,
    isBlocking: false,
  },
  COMPLETED: { on: {}, meaning: 'done', isOpen: false, isBlocking: false },
  FAILED: { on: {}, meaning: 'fail', isOpen: false, isBlocking: false },
  EXPIRED: { on: {}, meaning: 'end', isOpen: false, isBlocking: false },
}
export const replenishmentLifecycle = machine(replenishmentStates)
export const openReplenishmentStates = statesWhere(replenishmentStates, ({ isOpen }) => isOpen)
export const blockingReplenishmentStates = statesWhere(
  replenishmentStates,
  ({ isBlocking }) => isBlocking,
)

export type QuoteStatus = (typeof replenishQuoteStatuses)[number]

/** What the status of a quote to repay means; it follows from what was fulfilled and from time. */
export const quoteStates: Readonly<Record<QuoteStatus, { meaning: Meaning; isOver: boolean }>> = {
  OPEN: { meaning: 'wait', isOver: false },
  INITIATED: { meaning: 'move', isOver: false },
  PARTIAL: { meaning: 'move', isOver: false },
  FULFILLED: { meaning: 'done', isOver: false },
  SUPERSEDED: { meaning: 'end', isOver: true },
  EXPIRED: { meaning: 'end', isOver: true },
}

export type PaymentState = (typeof paymentStates)[number]

/** What became of money that arrived for a credit line. */
export const linePaymentStates: Readonly<Record<PaymentState, { meaning: Meaning }>> = {
  UNMATCHED: { meaning: 'hand' },
  HELD: { meaning: 'hand' },
  RESERVE_FEE: { meaning: 'done' },
  REPAYMENT: { meaning: 'done' },
  CREDITED: { meaning: 'end' },
}

/** What became of a batch, from what became of its parts (liquidity.md 25). */
export function batchStatus(states: readonly ReplenishmentState[]): ReplenishmentState {
  if (states.every((state) => state === 'COMPLETED')) return 'COMPLETED'
  if (states.every((state) => state === 'FAILED')) return 'FAILED'
  return states.every((state) => replenishmentLifecycle.isFinal(state)) ? 'PARTIAL' : 'PENDING'
}
