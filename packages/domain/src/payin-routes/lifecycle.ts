import type { depositStatuses, routeReasons, routeStatuses } from '@corridor/contract'
import { machine, type States } from '../base/machine.ts'

export type RouteState = (typeof routeStatuses)[number]
export type RouteEvent =
  | 'activate'
  | 'deactivate'
  /** A dependency took it out of use. */
  | 'force'

/** Why a route is inactive. */
export type RouteReason = Exclude<(typeof routeReasons)[number], ''>

export type DepositState = (typeof depositStatuses)[number]
export type DepositEvent =
  /** Final, or booked by the bank. */
  | 'receive'
  /** Taken on by an execution, whose check comes first. */
  | 'screen'
  /** The check is over, or a person decided: it is being paid out. */
  | 'forward'
  | 'complete'
  | 'hold'
  /** It goes back to whoever sent it. */
  | 'return'
  | 'settleReturn'
  | 'failReturn'

/** The life of a pay-in route (operations.md 11.5). */
export const routeStates: States<RouteState, RouteEvent> = {
  active: { on: { deactivate: 'inactive', force: 'inactive' }, meaning: 'done' },
  inactive: { on: { activate: 'active' }, meaning: 'end' },
}
export const routeLifecycle = machine(routeStates)

type DepositFacts = {
  /** It is here and on its way to be forwarded. */
  isInFlight: boolean
  /** It uses up the limits of its route. */
  isCounted: boolean
  /** It has passed its checks: it was forwarded, or is being so. */
  isForwarded: boolean
  isGoingBack: boolean
}

/** The life of a deposit (operations.md 11.5). */
export const depositStates: States<DepositState, DepositEvent, DepositFacts> = {
  SCHEDULED: {
    on: { receive: 'RECEIVED' },
    meaning: 'wait',
    isInFlight: false,
    isCounted: false,
    isForwarded: false,
    isGoingBack: false,
  },
  RECEIVED: {
    on: { screen: 'SCREENING', hold: 'HELD' },
    meaning: 'move',
    isInFlight: true,
    isCounted: true,
    isForwarded: false,
    isGoingBack: false,
  },
  SCREENING: {
    on: { forward: 'FORWARDING', hold: 'HELD', return: 'RETURNING' },
    meaning: 'move',
    isInFlight: true,
    isCounted: true,
    isForwarded: false,
    isGoingBack: false,
  },
  FORWARDING: {
    on: { complete: 'FORWARDED', hold: 'HELD' },
    meaning: 'move',
    isInFlight: true,
    isCounted: true,
    isForwarded: true,
    isGoingBack: false,
  },
  FORWARDED: {
    on: {},
    meaning: 'done',
    isInFlight: false,
    isCounted: true,
    isForwarded: true,
    isGoingBack: false,
  },
  HELD: {
    on: { forward: 'FORWARDING', return: 'RETURNING' },
    meaning: 'hand',
    isInFlight: false,
    isCounted: false,
    isForwarded: false,
    isGoingBack: false,
  },
  RETURNING: {
    on: { settleReturn: 'RETURNED', failReturn: 'RETURN_FAILED' },
    meaning: 'move',
    isInFlight: false,
    isCounted: false,
    isForwarded: false,
    isGoingBack: true,
  },
  RETURNED: {
    on: {},
    meaning: 'end',
    isInFlight: false,
    isCounted: false,
    isForwarded: false,
    isGoingBack: true,
  },
  RETURN_FAILED: {
    on: { hold: 'HELD' },
    meaning: 'fail',
    isInFlight: false,
    isCounted: false,
    isForwarded: false,
    isGoingBack: false,
  },
}
export const depositLifecycle = machine(depositStates)

/** Reasons that no partner can switch away as long as their cause lasts. */
export const isForced = (reason: RouteReason | ''): boolean =>
  reason === 'DESTINATION_DISABLED' ||
  reason === 'FUNDING_DEACTIVATED' ||
  reason === 'COMPLIANCE_HOLD'
