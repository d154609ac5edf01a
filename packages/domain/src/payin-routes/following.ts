import type { TransferStatus } from '../transfers/lifecycle.ts'
import type { HeldReason } from './judging.ts'
import { statesOf } from '../base/machine.ts'
import {
  depositLifecycle,
  depositStates,
  type DepositEvent,
  type DepositState,
} from './lifecycle.ts'

/** What the execution that carries a deposit has come to. */
export type Carrier = { status: TransferStatus; eventStatus: string; isMoneyHeld: boolean }

/** How a deposit follows its execution, and the events that it publishes. */
export type Following = {
  /** The events that apply at once; a different list for each state of the deposit. */
  ways: readonly (readonly DepositEvent[])[]
  heldReason: HeldReason
  /** Of those that are held, only those that are held for this follow; all where it is absent. */
  heldFor?: HeldReason
  events: readonly { type: 'transitioned' | 'action_required'; status: string }[]
}

const transitioned = (status: string) => ({ type: 'transitioned' as const, status })
const asked = (status: string) => ({ type: 'action_required' as const, status })

/**
 * What becomes of a deposit when the execution that was started for it changes
 * (operations.md 11.5): it is being forwarded as soon as the check is behind it, held while staff
 * have to decide, and over when the execution is. Nothing where the change is none of the
 * deposit's.
 */
export function followExecution({
  status,
  eventStatus,
  isMoneyHeld,
}: Carrier): Following | undefined {
  switch (status) {
    case 'PROCESSING':
      return {
        ways: [['forward']],
        heldReason: '',
        events: eventStatus === 'payment_submitted' ? [transitioned('payment_submitted')] : [],
      }
    case 'COMPLETED':
      return { ways: [['complete']], heldReason: '', events: [transitioned('payment_processed')] }
    case 'FAILED':
      return isMoneyHeld
        ? { ways: [['hold']], heldReason: 'PAYOUT_FAILED', events: [asked('held')] }
        : undefined
    case 'IN_REVIEW':
      return eventStatus === 'refund_failed'
        ? {
            ways: [['failReturn', 'hold']],
            heldReason: 'RETURN_FAILED',
            events: [transitioned('refund_failed'), asked('held')],
          }
        : { ways: [['hold']], heldReason: 'COMPLIANCE', events: [asked('in_review')] }
    case 'REFUNDING':
      // What is being forwarded is abandoned first, then it goes back.
      return {
        ways: [['return'], ['hold', 'return']],
        heldReason: '',
        events: [transitioned('refund_in_flight')],
      }
    case 'REFUNDED':
      return { ways: [['settleReturn']], heldReason: '', events: [transitioned('refunded')] }
    case 'QUOTED':
    case 'AWAITING_APPROVAL':
    case 'PENDING':
    case 'EXPIRED':
    case 'CANCELLED':
      return undefined
  }
}

/**
 * What a transfer's change means for the deposits that paid it: they are held while it is looked at,
 * and share its end; until then they are being forwarded.
 */
export function followTransfer({
  status,
  wasReviewed,
}: Pick<Carrier, 'status'> & { wasReviewed: boolean }): Following | undefined {
  const heldFor = 'TRANSFER_IN_REVIEW'
  const following = (...ways: DepositEvent[][]): Following => ({
    ways,
    heldReason: '',
    heldFor,
    events: [],
  })
  switch (status) {
    case 'IN_REVIEW':
      return { ...following(['hold']), heldReason: heldFor }
    case 'PROCESSING':
      return wasReviewed ? following(['forward']) : undefined
    case 'COMPLETED':
      return following(['complete'])
    case 'REFUNDING':
      return following(['return'], ['hold', 'return'])
    case 'REFUNDED':
      return following(['settleReturn'])
    case 'QUOTED':
    case 'AWAITING_APPROVAL':
    case 'PENDING':
    case 'FAILED':
    case 'EXPIRED':
    case 'CANCELLED':
      return undefined
  }
}

/** The state after several events, or undefined where one of them is illegal. */
export const afterEvents = (state: DepositState, events: readonly DepositEvent[]) =>
  events.reduce<DepositState | undefined>(
    (at, event) => at && depositLifecycle.next(at, event),
    state,
  )

/** Each state from which one of these ways is legal, with the state that it leads to. */
export const movesBy = (ways: readonly (readonly DepositEvent[])[]) =>
  statesOf(depositStates).flatMap((from) => {
    const to = ways.map((events) => afterEvents(from, events)).find((state) => state !== undefined)
    return to === undefined ? [] : [{ from, to }]
  })
