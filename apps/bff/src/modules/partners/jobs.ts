import {
  type BackgroundJob,
  leaderLoop,
  type LoopJob,
  whileQuiet,
} from '../../engine/background-job.ts'
import type { NextPass } from '../../engine/loop.ts'
import type { Deps } from '../../ports/deps.ts'
import { findUnminted, lockDeposit } from './deposit-store.ts'
import type { FeeDepositRow } from './fee-store.ts'
import { createMinting, creditMinted, keyOf } from './prepaid.ts'

type Parts = Pick<Deps, 'db' | 'chains' | 'jurisdictions' | 'ids' | 'log' | 'faults' | 'wake'>

const everyMs = 2_000
const batchMax = 20
const actor = { type: 'service', id: 'prepaid' } as const

/**
 * Finishes prepaid deposits whose request died between the claim of the payment and its credit: the
 * money is there, so the credit is made whether or not the partner asks again. A later request gets
 * once the answer that the first would have got.
 */
function prepaidMinter(deps: Parts): LoopJob {
  const mint = createMinting(deps)
  return leaderLoop({ name: 'prepaid deposits', everyMs, ...whileQuiet, run })

  async function run(): Promise<NextPass> {
    const left = await deps.db.readingAll((tx) => findUnminted(tx, batchMax))
    for (const deposit of left) await finish(deposit)
    if (left.length === 0) return undefined
    deps.wake.notify('events')
    return { againInMs: everyMs }
  }

  /** One that cannot be finished holds up no other. */
  async function finish(deposit: FeeDepositRow): Promise<void> {
    const key = keyOf(deposit)
    try {
      const minted = await mint(deposit)
      if (!minted) return
      await deps.db.asWorker(async (tx) => {
        const { status } = await lockDeposit(tx, key)
        const by = { partnerId: key.partnerId, actor, requestId: '' }
        if (status === 'MINTING') await creditMinted(tx, deps, by, key, minted)
      })
    } catch (error) {
      deps.log.error({ err: error, depositId: key.id }, 'a prepaid deposit could not be credited')
    }
  }
}

export const jobs = (deps: Deps): BackgroundJob[] => [prepaidMinter(deps)]
