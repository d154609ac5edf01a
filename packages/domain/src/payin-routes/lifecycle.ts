import { machine } from '../base/machine.ts'

export type RouteState = 'active' | 'inactive'
export type RouteEvent =
  | 'activate'
  | 'deactivate'
  /** A dependency took it out of use. */
  | 'force'

/** Why a route is inactive. */
export type RouteReason =
  | 'PENDING_ACTIVATION'
  | 'BY_PARTNER'
  | 'DESTINATION_DISABLED'
  | 'FUNDING_DEACTIVATED'
  | 'COMPLIANCE_HOLD'

export type DepositState =
  | 'SCHEDULED'
  | 'RECEIVED'
  | 'SCREENING'
  | 'FORWARDING'
  | 'FORWARDED'
  | 'HELD'
  | 'RETURNING'
  | 'RETURNED'
  | 'RETURN_FAILED'
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
export const routeLifecycle = machine<RouteState, RouteEvent>({
  active: { deactivate: 'inactive', force: 'inactive' },
  inactive: { activate: 'active' },
})

/** The life of a deposit (operations.md 11.5). */
export const depositLifecycle = machine<DepositState, DepositEvent>({
  SCHEDULED: { receive: 'RECEIVED' },
  RECEIVED: { screen: 'SCREENING', hold: 'HELD' },
  SCREENING: { forward: 'FORWARDING', hold: 'HELD', return: 'RETURNING' },
  FORWARDING: { complete: 'FORWARDED', hold: 'HELD' },
  FORWARDED: {},
  HELD: { forward: 'FORWARDING', return: 'RETURNING' },
  RETURNING: { settleReturn: 'RETURNED', failReturn: 'RETURN_FAILED' },
  RETURNED: {},
  RETURN_FAILED: { hold: 'HELD' },
})

/** Reasons that no partner can switch away as long as their cause lasts. */
export const isForced = (reason: RouteReason | ''): boolean =>
  reason === 'DESTINATION_DISABLED' ||
  reason === 'FUNDING_DEACTIVATED' ||
  reason === 'COMPLIANCE_HOLD'
