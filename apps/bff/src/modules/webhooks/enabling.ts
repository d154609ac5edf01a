import { ok, type Result } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { AuditedBy } from '../../records/audit/audit.ts'
import { countOpen, type EndpointRow } from './endpoint/store.ts'
import { type IllegalTransition, moveEndpoint } from './endpoint/transition.ts'
import { eventsMax, resendEvents } from './delivery/resend-store.ts'

/**
 * Lets a paused or disabled endpoint be sent events again, and returns how many go out now. One
 * that was disabled gets what it missed since; with `fromSequence` everything from there on,
 * delivered or not; at most so many at once, the rest by a recovery.
 */
export async function enableFrom(
  tx: Tx,
  by: AuditedBy,
  before: EndpointRow,
  fromSequence: number | undefined,
): Promise<Result<{ row: EndpointRow; scheduled: number }, IllegalTransition>> {
  const event = before.status === 'DISABLED' ? 'enable' : 'resume'
  const moved = await moveEndpoint(tx, by, before, { event, reason: '' })
  if (!moved.ok) return moved
  const row = moved.value
  const from = fromSequence ?? before.skipped_from
  if (from !== null)
    await resendEvents(tx, row, {
      range: { fromSequence: from },
      filter: fromSequence === undefined ? 'MISSING' : 'ALL',
      max: eventsMax,
    })
  return ok({ row, scheduled: await countOpen(tx, row) })
}
