import { inBatch } from '../../../db/batch.ts'
import type { Tx } from '../../../db/open.ts'
import { leaderLoop, type LoopJob } from '../../../engine/background-job.ts'
import type { Deps } from '../../../ports/deps.ts'
import { endLocked, outOfTime } from '../../../records/transfers/quotes/quote-end.ts'
import { byScheduler } from '../../../records/transfers/transition.ts'
import { type SweepParts, sweepOrdinary, reportOverdue } from './expiry.ts'
import { batchMax, lockExpiredQuotes, findResumable, findUnanswered } from './store.ts'
import { takeEarly } from './receive.ts'
import { eachInTransaction } from '../../../records/transfers/each-in-transaction.ts'
import { decideReview } from './review.ts'
import { askAboutReversed } from './reversed.ts'
import { createStoppedSweep } from './stopped.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import { findOrdered } from '../../../records/reviews/store.ts'
import { isPaused } from '../../../records/transfers/pausing.ts'

/** Timed changes: quotes expire, waiting ends, and what was stopped or early continues. */
export const deadlines = (deps: SweepParts & Pick<Deps, 'wake' | 'config' | 'bank'>): LoopJob => {
  const resumeStopped = createStoppedSweep(deps)
  return leaderLoop({
    name: 'transfer deadlines',
    everyMs: 1_000,
    // Partners wait for what runs out.
    restMs: 5_000,
    wakeOn: ['sweep'],
    run: async () => {
      const expired = await deps.db.asWorker(expireQuotes)
      const ended = await sweepOrdinary(deps)
      const resumed = await resumePaused(deps)
      const left = await askAboutReversed(deps)
      const freed = await resumeStopped()
      const early = await takeEarly(deps)
      const decided = await carryOutDecisions(deps)
      const overdue = await reportOverdue(deps)
      const silent = await deps.db.readingAll(findUnanswered)
      const changed = [...ended, ...resumed, ...freed, ...left, ...early, ...decided, ...overdue]
      const woken = changed.concat(silent)
      if (expired + woken.length > 0) deps.wake.notify('events')
      for (const transfer of woken) deps.jobs.runNow(transfer)
      return Math.max(expired, ended.length) >= batchMax ? { againInMs: 0 } : undefined
    },
  })
}

/**
 * Ends quotes whose time is up as one set, oldest first; returns their number. Locked ones are about
 * to change.
 */
export async function expireQuotes(tx: Tx): Promise<number> {
  const due = await lockExpiredQuotes(tx)
  if (due.length > 0)
    await inBatch(tx, due, (batchTx, quote) =>
      endLocked(batchTx, byScheduler(quote.partner_id, 'sweeper'), quote, outOfTime),
    )
  return due.length
}

/** Carries out what the operator's command decided. */
async function carryOutDecisions(deps: SweepParts): Promise<TransferKey[]> {
  const found = await deps.db.readingAll((tx) => findOrdered(tx, ['transfer']))
  const rows = found.map(({ subjectId: transferId, ...row }) => ({ ...row, transferId }))
  return eachInTransaction(deps, rows, async (tx, { partnerId, transferId, ordered }) => {
    const held = await lockTransfer(tx, partnerId, transferId)
    if (held?.status !== 'IN_REVIEW') return false
    const by = { partnerId, actor: { type: 'service', id: 'operator' }, requestId: '' } as const
    return (await decideReview(tx, deps, by, held, ordered)).ok
  })
}

/** Resumes transfers that a pause had stopped, once it is over for both sides. */
async function resumePaused(deps: SweepParts): Promise<TransferKey[]> {
  const rows = await deps.db.readingAll(findResumable)
  return eachInTransaction(deps, rows, async (tx, { partnerId, transferId }) => {
    const held = await lockTransfer(tx, partnerId, transferId)
    if (held?.status !== 'IN_REVIEW' || (await isPaused(tx, partnerId, transferId))) return false
    const by = byScheduler(partnerId, 'sweeper')
    return (await decideReview(tx, deps, by, held, { decision: 'APPROVED' })).ok
  })
}
