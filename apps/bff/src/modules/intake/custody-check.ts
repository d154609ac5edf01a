import { checkCustody } from './custody.ts'
import type { Deps } from '../../ports/deps.ts'
import { type DepositParts, takeMissing } from './chain-deposits.ts'
import type { Leader } from '../../engine/leader.ts'
import { type Loop, startLoop } from '../../engine/loop.ts'

type Parts = DepositParts & Pick<Deps, 'db' | 'jobs' | 'chains' | 'wake' | 'log'>

const everyMs = 600_000

/** Compares chain and ledger every ten minutes and on demand, and takes deposits that were left. */
export function startCustodyCheck(deps: Parts, leader: Leader): Loop {
  const loop = startLoop({ name: 'custody check', everyMs, log: deps.log, run })
  const off = deps.wake.on('custody', loop.kick)
  leader.onElected(loop.kick)
  return {
    kick: loop.kick,
    stop: async () => {
      off()
      await loop.stop()
    },
  }

  async function run(): Promise<{ againInMs: number } | undefined> {
    if (!leader.client()) return undefined
    let isWhole = true
    for (const chain of deps.chains.values()) {
      await takeMissing(deps, chain)
      const problems = await checkCustody(deps, chain)
      if (problems === undefined) isWhole = false
    }
    // A node that did not answer, or a block that moved on, is no result.
    return isWhole ? undefined : { againInMs: 10_000 }
  }
}
