import { depositStates, statesWhere } from '@corridor/domain'
import { listOf } from '../../db/lists.ts'

/** Deposits that use up the limits of their route, as a list of SQL. */
export const countedDeposits = listOf(statesWhere(depositStates, ({ isCounted }) => isCounted))
export const forwardedDeposits = listOf(
  statesWhere(depositStates, ({ isForwarded }) => isForwarded),
)
export const depositsInFlight = listOf(statesWhere(depositStates, ({ isInFlight }) => isInFlight))
export const depositsGoingBack = listOf(
  statesWhere(depositStates, ({ isGoingBack }) => isGoingBack),
)
