import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { chainOrders } from './chain-orders.ts'
import { depositSweeps } from './sweeper.ts'
import { topUps } from './top-ups.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [
  chainOrders(deps),
  depositSweeps(deps),
  topUps(deps),
]
