import { createOrders, type OrderParts } from './orders.ts'
import { settleOrphans } from './orphans.ts'
import type { Deps } from '../../ports/deps.ts'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'

/**
 * Sees to the payments of the service's own accounts: sends again what is in no block, replaces what
 * is stuck, and takes in what the chain knows and the database forgot.
 */
export function chainOrders(deps: OrderParts & Pick<Deps, 'wake'>): LoopJob {
  const orders = createOrders(deps)
  return leaderLoop({
    name: 'chain orders',
    everyMs: 2_000,
    run: async () => {
      for (const chain of deps.chains.values()) {
        await orders.tend(chain)
        await settleOrphans(deps, chain)
      }
      return undefined
    },
  })
}
