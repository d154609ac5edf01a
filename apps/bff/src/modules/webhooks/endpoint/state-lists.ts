import { deliveryStates, endpointLifecycle, statesWhere } from '@corridor/domain'
import { listOf } from '../../../db/lists.ts'

/** Deliveries that are to be sent, at once or again, as a list of SQL. */
export const waiting = listOf(statesWhere(deliveryStates, ({ isWaiting }) => isWaiting))
export const open = listOf(statesWhere(deliveryStates, ({ isOpen }) => isOpen))
export const ended = listOf(statesWhere(deliveryStates, ({ isOpen }) => !isOpen))
export const undelivered = listOf(statesWhere(deliveryStates, ({ isUndelivered }) => isUndelivered))
export const failed = listOf(statesWhere(deliveryStates, ({ hasFailed }) => hasFailed))
/** Endpoints whose state a success changes. */
export const changedBySuccess = listOf([
  ...endpointLifecycle.statesFor('verify'),
  ...endpointLifecycle.statesFor('recover'),
])
