import type { Deps } from '../../ports/deps.ts'
import { findUnminted, lockDeposit } from './deposit-store.ts'
import type { FeeDepositRow } from './fee-store.ts'
import { createMinting, creditMinted, keyOf } from './prepaid.ts'
import type { Leader } from '../../engine/leader.ts'
import { type Loop, startLoop } from '../../engine/loop.ts'

type Parts = Pick<Deps, 'db' | 'chains' | 'jurisdictions' | 'ids' | 'log' | 'faults' | 'wake'>

const everyMs = 2_000
const batchMax = 20
const actor = { type: 'service', id: 'prepaid' } as const

/**
 * Finishes prepaid deposits whose request died between the claim of the payment and its credit: the
 * money is there, so the credit comes whether or not the partner asks again. Who asks later is told
 * once what it would have been told.
 */
export function startPrepaidMinter(
  deps: Parts,
  leader: Pick<Leader, 'client' | 'onElected'>,
): Loop {
  const mint = createMinting(deps)
  const loop = startLoop({ name: 'prepaid deposits', everyMs, log: deps.log, run })
  leader.onElected(loop.kick)
  return loop

  async function run(): Promise<undefined> {
    if (!leader.client()) return
    const left = await deps.db.asWorker((tx) => findUnminted(tx, batchMax))
    for (const deposit of left) await finish(deposit)
    if (left.length > 0) deps.wake.notify('events')
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
