import type { Deps } from '../ports/deps.ts'
import { findOpen, readUnminedTopUps } from '../modules/treasury/chain-store.ts'
import type { Leader } from '../engine/leader.ts'
import { type Loop, startLoop } from '../engine/loop.ts'
import { asHex } from '@corridor/chains'

const everyMs = 30_000

/**
 * Nothing open is forgotten: when this process begins to lead it takes up every open transfer, and
 * later those that have no job. Unmined top-ups are sent again, lowest nonce first, since one that
 * is missing holds up all after it.
 */
export function startReconciler(
  deps: Pick<Deps, 'db' | 'jobs' | 'chains' | 'log'>,
  leader: Leader,
): Loop {
  let isFirst = true
  const loop = startLoop({ name: 'reconciler', everyMs, log: deps.log, run })
  leader.onElected(() => {
    isFirst = true
    loop.kick()
  })
  return loop

  async function run(): Promise<undefined> {
    if (!leader.client()) return undefined
    const takeAll = isFirst
    isFirst = false
    await takeUp(takeAll)
    for (const chainId of deps.chains.keys()) await sendTopUps(chainId)
    return undefined
  }

  async function takeUp(takeAll: boolean): Promise<void> {
    const open = await deps.db.asWorker(findOpen)
    const ids = open.map(({ transferId }) => transferId)
    const orphans = new Set(await deps.db.asWorker((tx) => deps.jobs.withoutJob(tx, ids)))
    for (const transfer of open) {
      const isOrphan = orphans.has(transfer.transferId)
      if (isOrphan) {
        await deps.db.asWorker(async (tx) => {
          // A job that ended by itself would keep its place.
          await deps.jobs.finishTransfer(tx, transfer.transferId)
          await deps.jobs.queueTransfer(tx, transfer)
        })
      }
      if (isOrphan || takeAll) deps.jobs.runNow(transfer)
    }
    if (orphans.size > 0) deps.log.warn({ count: orphans.size }, 'open transfers had no job')
  }

  async function sendTopUps(chainId: string): Promise<void> {
    const unmined = await deps.db.asWorker((tx) => readUnminedTopUps(tx, chainId))
    for (const { hash, raw } of unmined) {
      const sent = await deps.chains.get(chainId)?.adapter.send(asHex(raw))
      if (sent?.ok) continue
      deps.log.warn({ hash, failure: sent?.failure }, 'a top-up is not accepted')
      return
    }
  }
}
