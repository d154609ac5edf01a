import { parseId } from '@corridor/domain'
import type { UnacknowledgedActivity } from '@corridor/signer'
import { now, type Tx } from '../../../db/open.ts'
import { leaderLoop, type LoopJob, whileQuiet } from '../../../engine/background-job.ts'
import type { NextPass } from '../../../engine/loop.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import { createResults } from '../../wallets/activities/results.ts'
import { findSettled } from './executed-store.ts'
import { createSubmission } from './submit.ts'

/**
 * Records what the signer did, for the partner with this UUID. Safe where it is recorded already;
 * returns the transfer that continues with it, where there is one.
 */
type Recorder = (
  tx: Tx,
  partnerId: string,
  executed: UnacknowledgedActivity,
) => Promise<TransferKey | undefined | void>

const everyMs = 1_000
const signing = 'ACTIVITY_TYPE_SIGN_TRANSACTION'
const batchMax = 100
/** The request that executed an activity records it itself within this time, or never. */
const graceMs = 5_000
const asideMs = 60_000

/**
 * Results that the signer keeps and the API lacks, because a crash came between, are recorded as
 * the request would have done. One that cannot be recorded is postponed, so that it never blocks
 * younger ones.
 */
export function executedActivities(deps: Deps): LoopJob {
  const { recordExecuted } = createSubmission(deps)
  const { recordLate } = createResults(deps)
  const recorders: Readonly<Record<string, Recorder>> = {
    [signing]: recordExecuted,
    ACTIVITY_TYPE_CREATE_WALLET: recordLate,
    ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: recordLate,
    ACTIVITY_TYPE_CREATE_AUTH_METHOD: recordLate,
    ACTIVITY_TYPE_CREATE_AUTHENTICATORS: recordLate,
    ACTIVITY_TYPE_DELETE_AUTHENTICATORS: recordLate,
    ACTIVITY_TYPE_REVOKE_AUTH_METHOD: recordLate,
    ACTIVITY_TYPE_EXPORT_WALLET: recordLate,
    ACTIVITY_TYPE_SET_POLICY: recordLate,
  }
  /** Activities that could not be recorded, and until when they are left alone. */
  const asideUntil = new Map<string, number>()
  const loop = { name: 'executed activities', everyMs, ...whileQuiet }
  return leaderLoop({ ...loop, wakeOn: ['sweep'], run })

  async function run(): Promise<NextPass> {
    const at = (await deps.db.readingAll(now)).getTime()
    for (const [activityId, until] of asideUntil) if (until <= at) asideUntil.delete(activityId)
    const all = await deps.signer.unacknowledged(batchMax + asideUntil.size)
    const due = all.filter(
      ({ activityId, completedAt }) =>
        !asideUntil.has(activityId) && at - Date.parse(completedAt) >= graceMs,
    )
    const settled = await acknowledgeSettled(due)
    for (const activity of due) {
      const isDone = settled.has(activity.activityId) || (await record(activity))
      if (!isDone) asideUntil.set(activity.activityId, at + asideMs)
    }
    if (due.length >= batchMax) return { againInMs: 0 }
    return all.length > 0 ? { againInMs: everyMs } : undefined
  }

  /** Nearly all of them: the request that signed a transfer has started it. */
  async function acknowledgeSettled(due: readonly UnacknowledgedActivity[]): Promise<Set<string>> {
    const transfers = due.flatMap(({ type, partnerId: written, activityId }) => {
      const partnerId = parseId('par', written)
      return type === signing && partnerId ? [{ partnerId, activityId }] : []
    })
    if (transfers.length === 0) return new Set()
    const settled = await deps.db.readingAll((tx) => findSettled(tx, transfers))
    await deps.signer.acknowledge([...settled])
    return settled
  }

  async function record(activity: UnacknowledgedActivity): Promise<boolean> {
    const { activityId, type } = activity
    try {
      const partnerId = parseId('par', activity.partnerId)
      const recorder = recorders[type]
      const woken =
        recorder && partnerId && (await deps.db.asWorker((tx) => recorder(tx, partnerId, activity)))
      await deps.signer.acknowledge([activityId])
      deps.wake.notify('events')
      if (woken) deps.jobs.runNow(woken)
      return true
    } catch (error) {
      deps.log.error({ err: error, activityId, type }, 'an executed activity could not be recorded')
      return false
    }
  }
}
