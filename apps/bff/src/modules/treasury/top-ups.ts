import { asHex } from '@corridor/chains'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { readUnminedTopUps } from './chain-store.ts'

/**
 * Sends unmined top-ups of gas again, lowest nonce first, since one that is missing holds up all
 * after it.
 */
export function topUps(deps: Pick<Deps, 'db' | 'chains' | 'log'>): LoopJob {
  return leaderLoop({
    name: 'top-ups',
    everyMs: 30_000,
    run: async () => {
      for (const chainId of deps.chains.keys()) await sendAgain(chainId)
      return undefined
    },
  })

  async function sendAgain(chainId: string): Promise<void> {
    const unmined = await deps.db.asWorker((tx) => readUnminedTopUps(tx, chainId))
    for (const { hash, raw } of unmined) {
      const sent = await deps.chains.get(chainId)?.adapter.send(asHex(raw))
      if (sent?.ok) continue
      deps.log.warn({ hash, failure: sent?.failure }, 'a top-up is not accepted')
      return
    }
  }
}
