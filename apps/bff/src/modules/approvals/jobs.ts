import { type BackgroundJob, leaderLoop, whileQuiet } from '../../engine/background-job.ts'
import type { NextPass } from '../../engine/loop.ts'
import { sendTogether } from '../../db/send-together.ts'
import type { Deps } from '../../ports/deps.ts'
import {
  findAgreed,
  findDue,
  findVoid,
  lockRequest,
} from '../../records/approvals/request-store.ts'
import { endRequest } from '../../records/approvals/requests.ts'
import { isOpen } from './decide.ts'
import type { ApprovalService } from './service.ts'

const batchMax = 50
const everyMs = 2_000

/** Ends requests whose time is up or whose maker is gone, and runs what was agreed to before a process died. */
export function jobs(
  deps: Deps,
  { runAgreed, endVoid }: Pick<ApprovalService, 'runAgreed' | 'endVoid'>,
): BackgroundJob[] {
  return [leaderLoop({ name: 'approvals', everyMs, ...whileQuiet, run })]

  async function run(): Promise<NextPass> {
    const { gone, due, agreed } = await deps.db.readingAll((tx) =>
      sendTogether({
        gone: findVoid(tx, batchMax),
        due: findDue(tx, batchMax),
        agreed: findAgreed(tx, batchMax),
      }),
    )
    for (const item of gone) await endVoid(item)
    for (const { partner_id: partnerId, id } of due) await expire(partnerId, id)
    for (const item of agreed) await continued(item)
    if (due.length > 0) deps.wake.notify('events')
    // One that could not be run is tried again.
    return agreed.length > 0 ? { againInMs: everyMs } : undefined
  }

  async function expire(partnerId: string, id: string): Promise<void> {
    await deps.db.asWorker(async (tx) => {
      const held = await lockRequest(tx, partnerId, id)
      if (held?.status !== 'REQUESTED' || held.agreed_at !== null || isOpen(held)) return
      if (held.is_void) return
      const by = { partnerId, actor: { type: 'scheduler', id: 'sweeper' } as const, requestId: '' }
      await endRequest(tx, by, held, { status: 'EXPIRED' })
    })
  }

  /** One that cannot be run now holds up no other. */
  async function continued(parameter: Parameters<ApprovalService['runAgreed']>[0]): Promise<void> {
    try {
      await runAgreed(parameter)
    } catch (error) {
      deps.log.error(
        { err: error, approvalId: parameter.id },
        'what was agreed to could not be run',
      )
    }
  }
}
