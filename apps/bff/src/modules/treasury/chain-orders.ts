import { createOrders, type OrderParts } from './orders.ts'
import { settleOrphans } from './orphans.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Leader } from '../../engine/leader.ts'
import { type Loop, startLoop } from '../../engine/loop.ts'

const everyMs = 2_000

/**
 * Sees to the payments of the service's own accounts: sends again what is in no block, replaces what
 * is stuck, and takes in what the chain knows and the database forgot.
 */
export function startChainOrders(deps: OrderParts & Pick<Deps, 'wake'>, leader: Leader): Loop {
  const orders = createOrders(deps)
  const loop = startLoop({ name: 'chain orders', everyMs, log: deps.log, run })
  leader.onElected(loop.kick)
  return loop

  async function run(): Promise<undefined> {
    if (!leader.client()) return undefined
    for (const chain of deps.chains.values()) {
      await orders.tend(chain)
      await settleOrphans(deps, chain)
    }
    return undefined
  }
}
