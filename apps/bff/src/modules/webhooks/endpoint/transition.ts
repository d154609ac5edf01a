import {
  endpointLifecycle,
  type EndpointEvent,
  type EndpointState,
  fail,
  ok,
} from '@corridor/domain'
import { type Failure, illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import {
  changeEndpoint,
  type EndpointChange,
  type EndpointRow,
  skipOpenDeliveries,
} from './store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { namesOf, subjectOf } from './view.ts'

export type IllegalTransition = Failure<'ILLEGAL_TRANSITION'>

const publishedStatus: Partial<Record<EndpointEvent, 'enabled' | 'disabled'>> = {
  disable: 'disabled',
  enable: 'enabled',
  resume: 'enabled',
  pause: 'disabled',
  verify: 'enabled',
}
/** Where an endpoint begins anew, nothing of its failures counts any more. */
const fresh = {
  failing_since: null,
  straight_failures: 0,
  held_until: null,
  skipped_from: null,
} as const

/**
 * The one way in which a locked endpoint changes its state: record, event and audit entry, in the
 * caller's transaction, who says `wake.notify('events')` afterwards.
 */
export async function moveEndpoint(
  tx: Tx,
  by: AuditedBy,
  row: EndpointRow,
  { event, reason }: { event: EndpointEvent; reason: string },
) {
  const from = row.status
  const to = endpointLifecycle.next(from, event)
  if (!to) {
    const allowed = endpointLifecycle.reachable(from)
    const text = `A webhook that is ${from} cannot take this step.`
    return fail(illegalTransition(text, { from, to: event, allowed }))
  }
  const change: EndpointChange = { status: to, status_reason: reason }
  if (to === 'ACTIVE') Object.assign(change, fresh)
  if (event === 'disable') {
    const skipped = await skipOpenDeliveries(tx, row)
    if (skipped !== undefined) change.skipped_from = row.skipped_from ?? skipped
  }
  const changed = await changeEndpoint(tx, row, change)
  const status = publishedStatus[event]
  if (status !== undefined) await recordMove(tx, changed, { status, from })
  await recordAudit(tx, by, {
    action: `webhook.${event}`,
    object: subjectOf(changed),
    before: { status: from },
    after: { status: to },
    ...(reason === '' ? {} : { reason }),
  })
  return ok(changed)
}

function recordMove(
  tx: Tx,
  row: EndpointRow,
  { status, from }: { status: string; from: EndpointState },
): Promise<void> {
  return recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'webhook',
    type: 'transitioned',
    status,
    object: {
      status: row.status,
      previousStatus: from,
      ...namesOf(row),
      reason: row.status_reason,
    },
    subject: { ...subjectOf(row), version: row.version },
  })
}
