import type { Deps } from '../../ports/deps.ts'
import type { StatementSource } from '../../ports/bank.ts'
import * as store from './bank-store.ts'
import { type IntakeParts, takeInDue } from './bank-intake.ts'
import { findOpenPayouts } from '../../records/transfers/payout-store.ts'
import { leaderLoop, type LeaderPass, type LoopJob } from '../../engine/background-job.ts'
import type { NextPass } from '../../engine/loop.ts'

type FeedParts = Pick<Deps, 'db' | 'statements' | 'faults'>
type Parts = FeedParts & IntakeParts & Pick<Deps, 'bank' | 'realTime'>

const everyMs = 500
/** Payments that are older than this are asked for less often. */
const youngSeconds = 10
const oldEveryMs = 15_000
const entriesMax = 1_000
const payoutsMax = 100
const pageSize = 1_000

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

/**
 * Reads on in every statement and keeps what is new; page and cursor are one transaction. False where
 * a bank does not answer.
 */
export async function readFeed(deps: FeedParts): Promise<boolean> {
  const read = await Promise.all(deps.statements.map((source) => readStatement(deps, source)))
  return read.every(Boolean)
}

async function readStatement({ db, faults }: FeedParts, source: StatementSource): Promise<boolean> {
  for (;;) {
    const from = await db.readingAll((tx) => store.readPosition(tx, source.name))
    const page = await source.entries(from, pageSize)
    if (!page.ok) return false
    const last = page.value.at(-1)
    if (!last) return true
    await faults.reach('bank_feed', 'after_effect')
    await db.asWorker(async (tx) => {
      await Promise.all([
        store.keepEntries(tx, source.name, page.value),
        store.movePosition(tx, source.name, from, last.position),
      ])
      await faults.reach('bank_feed', 'before_commit')
    })
    await faults.reach('bank_feed', 'after_commit')
    if (page.value.length < pageSize || last.position === from) return true
  }
}
