import { parseId } from '@corridor/domain'
import type { UnacknowledgedActivity } from '@corridor/signer'
import { sql } from 'kysely'
import { now, type Tx } from '../db/open.ts'
import type { Deps } from '../ports/deps.ts'
import { resumePaused } from '../modules/transfers/funding/resume-paused.ts'
import { sweepOrdinary, tellOverdue } from '../modules/transfers/funding/expiry.ts'
import { takeEarly } from '../modules/transfers/funding/receive.ts'
import type { RefundParts } from '../modules/transfers/refunds/refund.ts'
import { endLocked, outOfTime } from '../records/transfers/quote-end.ts'
import { byScheduler } from '../records/transfers/transition.ts'
import { expireSessions } from '../modules/wallets/session-ends.ts'
import type { Leader } from '../engine/leader.ts'
import { type Loop, startLoop } from '../engine/loop.ts'
import type { TransferKey } from '../ports/jobs.ts'

/** An executed activity whose result the API has not recorded: a crash came between. */
export type ExecutedActivity = UnacknowledgedActivity & { executedAt: Date }

/**
 * Records such a result, for the partner with this UUID. Safe where it is recorded already; gives the
 * transfer that goes on with it, where there is one.
 */
export type ApplyExecuted = (
  tx: Tx,
  partnerId: string,
  executed: ExecutedActivity,
) => Promise<TransferKey | undefined | void>
export type Appliers = Readonly<Record<string, ApplyExecuted>>

type Parts = RefundParts & Pick<Deps, 'db' | 'signer' | 'wake' | 'log'>

const everyMs = 1_000
const batchMax = 100
/** The request that executed an activity records it itself within this time, or never. */
const graceMs = 5_000
const asideMs = 60_000
const monthMs = 31 * 86_400_000

/** What time brings about: quotes expire, kept answers end, months begin, cut-off work is mended. */
export function startSweeper(deps: Parts, leader: Leader, appliers: Appliers): Loop {
  let partitionsUntil = 0
  /** Activities that could not be recorded, and until when they are left alone. */
  const asideUntil = new Map<string, number>()
  const loop = startLoop({ name: 'sweeper', everyMs, log: deps.log, run })
  const off = deps.wake.on('sweep', loop.kick)
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
    const at = await deps.db.asWorker(now)
    await makePartitions(at)
    const expired = await deps.db.asWorker(expireQuotes)
    const over = await deps.db.asWorker(expireSessions)
    const ended = await sweepOrdinary(deps)
    const resumed = await resumePaused(deps)
    const early = await takeEarly(deps)
    const overdue = await tellOverdue(deps)
    const woken = [...ended, ...resumed, ...early, ...overdue]
    if (expired + over + woken.length > 0) deps.wake.notify('events')
    for (const transfer of woken) deps.jobs.runNow(transfer)
    const deleted = await deps.db.asWorker(deleteOldAnswers)
    const mended = await recordExecuted(at)
    const most = Math.max(expired, over, ended.length, deleted, mended)
    return most >= batchMax ? { againInMs: 0 } : undefined
  }

  async function makePartitions(at: Date): Promise<void> {
    if (at.getTime() + monthMs < partitionsUntil) return
    const until = new Date(at.getTime() + 2 * monthMs)
    await deps.db.asWorker((tx) => sql`select ensure_month_partitions(${until})`.execute(tx))
    partitionsUntil = until.getTime()
  }

  /**
   * Results that the signer keeps and the API lacks are recorded as the request would have done. One
   * that cannot be recorded stands aside for a while, so that it never keeps younger ones out.
   */
  async function recordExecuted(at: Date): Promise<number> {
    for (const [activityId, until] of asideUntil)
      if (until <= at.getTime()) asideUntil.delete(activityId)
    const all = await deps.signer.unacknowledged(batchMax + asideUntil.size)
    const due = all
      .map((activity): ExecutedActivity => ({
        ...activity,
        executedAt: new Date(activity.completedAt),
      }))
      .filter(({ activityId }) => !asideUntil.has(activityId))
      .filter(({ executedAt }) => at.getTime() - executedAt.getTime() >= graceMs)
    for (const activity of due)
      if (!(await recordOne(activity))) asideUntil.set(activity.activityId, at.getTime() + asideMs)
    return due.length
  }

  async function recordOne(activity: ExecutedActivity): Promise<boolean> {
    const { activityId, type } = activity
    try {
      const partnerId = parseId('par', activity.partnerId)
      const apply = appliers[type]
      const woken =
        apply && partnerId && (await deps.db.asWorker((tx) => apply(tx, partnerId, activity)))
      await deps.signer.acknowledge(activityId)
      deps.wake.notify('events')
      if (woken) deps.jobs.runNow(woken)
      return true
    } catch (error) {
      deps.log.error({ err: error, activityId, type }, 'an executed activity could not be recorded')
      return false
    }
  }
}

/** Ends quotes whose time is up, oldest first; gives their number. Locked ones are about to change. */
export async function expireQuotes(tx: Tx): Promise<number> {
  const due = await tx
    .selectFrom('transfer')
    .selectAll()
    .where('status', '=', 'QUOTED')
    .where('valid_until', '<=', sql<Date>`service_now()`)
    .orderBy('valid_until')
    .limit(batchMax)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const quote of due)
    await endLocked(tx, byScheduler(quote.partner_id, 'sweeper'), quote, outOfTime)
  return due.length
}

/** Answers kept under an Idempotency-Key end after seven days. */
async function deleteOldAnswers(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_key where ctid = any (array(
      select ctid from idempotency_key where expires_at <= service_now()
      order by expires_at limit ${batchMax} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
