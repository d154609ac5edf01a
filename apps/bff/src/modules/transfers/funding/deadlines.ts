import type { Tx } from '../../../db/open.ts'
import { leaderLoop, type LoopJob } from '../../../engine/background-job.ts'
import type { Deps } from '../../../ports/deps.ts'
import { endLocked, outOfTime } from '../../../records/transfers/quote-end.ts'
import { byScheduler } from '../../../records/transfers/transition.ts'
import { type SweepParts, sweepOrdinary, reportOverdue } from './expiry.ts'
import { batchMax, lockExpiredQuotes } from './store.ts'
import { takeEarly } from './receive.ts'
import { resumePaused } from './resume-paused.ts'

/** Timed changes: quotes expire, waiting ends, and what was stopped or early continues. */
export const deadlines = (deps: SweepParts & Pick<Deps, 'wake'>): LoopJob =>
  leaderLoop({
    name: 'transfer deadlines',
    everyMs: 1_000,
    wakeOn: ['sweep'],
    run: async () => {
      const expired = await deps.db.asWorker(expireQuotes)
      const ended = await sweepOrdinary(deps)
      const resumed = await resumePaused(deps)
      const early = await takeEarly(deps)
      const overdue = await reportOverdue(deps)
      const woken = [...ended, ...resumed, ...early, ...overdue]
      if (expired + woken.length > 0) deps.wake.notify('events')
      for (const transfer of woken) deps.jobs.runNow(transfer)
      return Math.max(expired, ended.length) >= batchMax ? { againInMs: 0 } : undefined
    },
  })

/**
 * Ends quotes whose time is up, oldest first; returns their number. Locked ones are about to
 * change.
 */
export async function expireQuotes(tx: Tx): Promise<number> {
  const due = await lockExpiredQuotes(tx)
  for (const quote of due)
    await endLocked(tx, byScheduler(quote.partner_id, 'sweeper'), quote, outOfTime)
  return due.length
}
