import {
  type BackgroundJob,
  leaderLoop,
  type LoopJob,
  whileQuiet,
} from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { createOrders, type OrderParts } from './orders.ts'
import { settleOrphans } from './orphans.ts'
import { coverCheck } from './cover.ts'
import { createSweeps, type SweepParts } from './sweeps.ts'
import { asHex } from '@corridor/chains'
import { readUnminedTopUps } from './chain-store.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [
  chainOrders(deps),
  depositSweeps(deps),
  topUps(deps),
  coverCheck(deps),
]

/**
 * Sees to the payments of the service's own accounts: sends again what is in no block, replaces what
 * is stuck, and takes in what the chain knows and the database forgot.
 */
function chainOrders(deps: OrderParts & Pick<Deps, 'wake'>): LoopJob {
  const orders = createOrders(deps)
  return leaderLoop({
    name: 'chain orders',
    everyMs: 2_000,
    ...whileQuiet,
    run: async () => {
      let isAnyOpen = false
      for (const chain of deps.chains.values()) {
        if (await orders.tend(chain)) isAnyOpen = true
        await settleOrphans(deps, chain)
      }
      return isAnyOpen ? { againInMs: 2_000 } : undefined
    },
  })
}

/** Gathers what customers paid in at addresses of their own. Nothing waits for it. */
function depositSweeps(deps: SweepParts): LoopJob {
  const { sweep } = createSweeps(deps)
  return leaderLoop({
    name: 'sweeps',
    everyMs: 600_000,
    mayWait: true,
    run: async () => {
      let found = 0
      for (const chain of deps.chains.values()) found += await sweep(chain)
      // Coin first, tokens next: an address is worked on twice.
      return found > 0 ? { againInMs: 5_000 } : undefined
    },
  })
}

/**
 * Sends unmined top-ups of gas again, lowest nonce first, since one that is missing holds up all
 * after it.
 */
function topUps(deps: Pick<Deps, 'db' | 'chains' | 'log'>): LoopJob {
  return leaderLoop({
    name: 'top-ups',
    everyMs: 30_000,
    run: async () => {
      for (const chainId of deps.chains.keys()) await sendAgain(chainId)
      return undefined
    },
  })

  async function sendAgain(chainId: string): Promise<void> {
    const unmined = await deps.db.readingAll((tx) => readUnminedTopUps(tx, chainId))
    for (const { hash, raw } of unmined) {
      const sent = await deps.chains.get(chainId)?.adapter.send(asHex(raw))
      if (sent?.ok) continue
      deps.log.warn({ hash, failure: sent?.failure }, 'a top-up is not accepted')
      return
    }
  }
}
