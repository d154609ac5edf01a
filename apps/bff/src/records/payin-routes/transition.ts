import { fail, ok, type RouteEvent, routeLifecycle, type RouteReason } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { AuditedBy } from '../audit/audit.ts'
import { record } from './record.ts'
import { updateRoute } from './store.ts'
import type { RouteRow } from '../../db/schema/rows.ts'

type Change = {
  event: RouteEvent
  /** Why it is inactive from now on; '' where it becomes active. */
  reason: RouteReason | ''
  /** The reason that was given. */
  given: string
}

/** The one way in which a locked route changes its state (operations.md 11.5). */
export async function transition(
  tx: Tx,
  by: AuditedBy,
  row: RouteRow,
  { event, reason, given }: Change,
) {
  const status = routeLifecycle.next(row.status, event)
  if (!status) return fail('ILLEGAL')
  const changed = await updateRoute(tx, row, { status, reason: status === 'active' ? '' : reason })
  const isForced = event === 'force'
  await record(tx, by, changed, { kind: 'status', before: row, reason: given, isForced })
  return ok(changed)
}
