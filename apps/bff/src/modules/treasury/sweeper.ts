import { createSweeps, type SweepParts } from './sweeps.ts'
import type { Leader } from '../../engine/leader.ts'
import { type Loop, startLoop } from '../../engine/loop.ts'

const everyMs = 600_000
const againInMs = 5_000

/** Gathers what customers paid in at addresses of their own. Nobody waits for it. */
export function startSweeps(deps: SweepParts, leader: Leader): Loop {
  const { sweep } = createSweeps(deps)
  return startLoop({ name: 'sweeps', everyMs, log: deps.log, run })

  async function run(): Promise<{ againInMs: number } | undefined> {
    if (!leader.client()) return undefined
    let found = 0
    for (const chain of deps.chains.values()) found += await sweep(chain)
    // Coin first, tokens next: an address is worked on twice.
    return found > 0 ? { againInMs } : undefined
  }
}
