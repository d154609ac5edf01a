import type { Deps } from '../../ports/deps.ts'
import { type FeedParts, readFeed } from './bank-feed.ts'
import { type IntakeParts, takeInDue } from './bank-intake.ts'
import { findOpenPayouts } from '../../records/transfers/payout-store.ts'
import { leaderLoop, type LeaderPass, type LoopJob } from '../../engine/background-job.ts'
import type { NextPass } from '../../engine/loop.ts'

type Parts = FeedParts & IntakeParts & Pick<Deps, 'bank' | 'realTime'>

const everyMs = 500
/** Payments that are older than this are asked for less often. */
const youngSeconds = 10
const oldEveryMs = 15_000
const entriesMax = 1_000
const payoutsMax = 100

/**
 * Follows the bank: incoming money, returns, and the outcome of payments that wait for its status.
 * Only the leader does it.
 */
export function bankWatcher(deps: Parts): LoopJob {
  let isAnswering = true
  let askedAll = 0
  return leaderLoop({ name: 'bank', everyMs, restMs: 5_000, wakeOn: ['bank', 'sweep'], run })

  async function run({ woken, isFirst }: LeaderPass): Promise<NextPass> {
    // The clock may have moved: payments of a day ago may have ended.
    if (isFirst || woken.has('sweep')) askedAll = 0
    const wasAnswering = isAnswering
    isAnswering = await readFeed(deps)
    if (wasAnswering !== isAnswering)
      deps.log.warn({ bank: deps.bank.name, isAnswering }, 'the bank answers, or no longer')
    const taken = await takeInDue(deps, entriesMax)
    if (isAnswering) await followPayouts(!wasAnswering)
    return taken === entriesMax ? { againInMs: 0 } : undefined
  }

  /** Resumes transfers whose payment has ended. */
  async function followPayouts(isBack: boolean): Promise<void> {
    const at = deps.realTime().getTime()
    const isTimeForAll = isBack || at - askedAll >= oldEveryMs
    if (isTimeForAll) askedAll = at
    const maxAge = isTimeForAll ? undefined : youngSeconds
    const waiting = await deps.db.readingAll((tx) => findOpenPayouts(tx, payoutsMax, maxAge))
    const states = await Promise.all(waiting.map(({ id }) => deps.bank.payoutState(id)))
    for (const [place, payout] of waiting.entries()) {
      const state = states[place]
      if (!state?.ok) return
      const { status } = state.value
      // Orders that the bank has not received could not be sent while it was unavailable.
      if (status === 'UNKNOWN' ? isBack : status !== 'PENDING') deps.jobs.runNow(payout)
    }
  }
}
