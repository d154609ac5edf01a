import type { InputOf, Recovery, webhooks } from '@corridor/contract'
import { fail, formatId, ok, parseId } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../../api/request/caller.ts'
import { endOf } from '../../../api/request/paging.ts'
import { detail, illegalTransition } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { uuidOf } from '../../../db/no-id.ts'
import { lockEndpoint } from '../endpoint/store.ts'
import { noEndpoint, notFound } from '../endpoint/failures.ts'
import * as store from './recovery-store.ts'
import { eventsMax, resendEvents } from './resend-store.ts'

type Asked = InputOf<typeof webhooks.recover>['body']
type Body = z.output<typeof Recovery>

const rateDefault = 50

/** Sends many events again, spread over time, and reports the progress. */
export function createRecoveries(deps: Pick<Deps, 'ids'>) {
  return { start, read, cancel }

  async function start(tx: Tx, caller: Caller, asked: Asked) {
    const until = asked.until === undefined ? await now(tx) : new Date(asked.until)
    const since = new Date(asked.since)
    if (asked.until !== undefined && until < since)
      return fail({
        code: 'FIELD_INVALID',
        details: [detail('until', 'FIELD_INVALID', 'This lies before since.')],
      })
    const ref = {
      partnerId: caller.partnerId,
      endpointId: asked.endpointId === undefined ? undefined : uuidOf('whe', asked.endpointId),
    }
    const endpoint = await lockEndpoint(tx, ref)
    if (!endpoint) return fail(noEndpoint(ref))
    if (endpoint.status === 'DISABLED') {
      const text = 'A disabled webhook is sent nothing; enable it first.'
      return fail(illegalTransition(text, { from: endpoint.status, to: 'RECOVER', allowed: [] }))
    }
    const { status: filter = 'MISSING', ratePerSecond = rateDefault } = asked
    const id = deps.ids.uuid()
    const { count: scheduled, last } = await resendEvents(tx, endpoint, {
      range: { since, before: endOf(until.toISOString()) },
      filter,
      recoveryId: id,
      ratePerSecond,
      max: eventsMax,
    })
    await store.insertRecovery(tx, {
      partner_id: caller.partnerId,
      id,
      endpoint_id: endpoint.id,
      since,
      // Where there were more, the next call begins where this one ends.
      until: scheduled === eventsMax && last ? last : until,
      filter,
      rate_per_second: ratePerSecond,
      scheduled,
    })
    await audit(tx, caller, id, { action: 'start', after: { filter, scheduled, ratePerSecond } })
    return found(tx, caller, id)
  }

  async function read(tx: Tx, caller: Caller, recoveryId: string) {
    const id = parseId('rcv', recoveryId)
    const row = id && (await store.findRecovery(tx, caller.partnerId, id))
    return row ? ok(bodyOf(row)) : unknown
  }

  async function cancel(tx: Tx, caller: Caller, recoveryId: string) {
    const id = parseId('rcv', recoveryId)
    const { partnerId } = caller
    const begun = id && (await store.findRecovery(tx, partnerId, id))
    if (begun) await lockEndpoint(tx, { partnerId, endpointId: begun.endpoint_id })
    const row = begun && (await store.findRecovery(tx, partnerId, begun.id))
    if (!row) return unknown
    const { status: from } = bodyOf(row)
    if (from !== 'RUNNING') {
      const text = 'This recovery has ended already.'
      return fail(illegalTransition(text, { from, to: 'CANCELLED', allowed: [] }))
    }
    await store.cancelRecovery(tx, caller.partnerId, row.id)
    await audit(tx, caller, row.id, { action: 'cancel', after: { waiting: row.waiting } })
    return found(tx, caller, row.id)
  }

  async function found(tx: Tx, { partnerId }: Caller, id: string) {
    const row = await store.findRecovery(tx, partnerId, id)
    if (!row) throw new Error('a recovery is gone')
    return ok(bodyOf(row))
  }
}

const unknown = notFound('recoveryId', 'No recovery has this id.')

const audit = (
  tx: Tx,
  caller: Caller,
  id: string,
  { action, after }: { action: string; after: Record<string, unknown> },
) =>
  recordAudit(tx, caller, {
    action: `webhook_recovery.${action}`,
    object: { kind: 'webhook_recovery', id: formatId('rcv', id) },
    after,
  })

function bodyOf(row: store.RecoveryRecord): Body {
  const running = row.waiting > 0 ? 'RUNNING' : 'COMPLETED'
  return {
    recoveryId: formatId('rcv', row.id),
    endpointId: formatId('whe', row.endpoint_id),
    status: row.cancelled_at === null ? running : 'CANCELLED',
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    filter: row.filter as Body['filter'],
    ratePerSecond: row.rate_per_second,
    scheduled: row.scheduled,
    delivered: row.delivered + row.sent,
    failed: row.failed + row.ended,
    waiting: row.waiting,
    cancelled: row.cancelled,
    createdAt: row.created_at.toISOString(),
  }
}
