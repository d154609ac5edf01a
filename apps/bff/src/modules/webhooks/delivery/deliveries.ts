import { uuidOf } from '../../../db/no-id.ts'
import { deliveryStatuses, type InputOf, type webhooks } from '@corridor/contract'
import { fail, formatId, ok, parseId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf } from '../../../api/request/paging.ts'
import { detail, illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import * as store from './store.ts'
import { deliveryBody } from './view.ts'
import { lockEndpoint, readPresets } from '../endpoint/store.ts'
import { bodyText } from '../../../records/events/event-body.ts'
import { notFound } from '../endpoint/failures.ts'
import { findEvent } from '../../../records/events/store.ts'

type Query = Omit<InputOf<typeof webhooks.deliveries>['query'], 'limit' | 'cursor' | 'sort'>

const excerptInLists = 200
const excerptInDetail = 4_096

/** What was sent, what came of it, and what waits. */
export function createDeliveries(deps: Pick<Deps, 'config'>) {
  return { list, read, redeliver }

  async function list(tx: Tx, { partnerId }: Caller, query: Query, page: Page) {
    const filter = readFilter(query)
    if (!filter.ok) return filter
    const rows = await store.listDeliveries(tx, partnerId, filter.value, page)
    const { items, pagination } = pageOf(page, rows)
    const ids = items.map(({ id }) => id)
    const [attempts, presets] = await Promise.all([
      store.listAttempts(tx, partnerId, ids, excerptInLists),
      readPresets(tx, partnerId),
    ])
    const attemptsOf = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
    const data = items.map((row) => deliveryBody(row, attemptsOf.get(row.id) ?? [], presets))
    return ok({ data, pagination })
  }

  async function read(tx: Tx, { partnerId }: Caller, deliveryId: string) {
    const id = parseId('dlv', deliveryId)
    const row = id && (await store.findDelivery(tx, partnerId, id))
    if (!row) return notFound('deliveryId', 'No delivery has this id.')
    const [attempts, presets, event] = await Promise.all([
      store.listAttempts(tx, partnerId, [row.id], excerptInDetail),
      readPresets(tx, partnerId),
      findEvent(tx, partnerId, row.event_id),
    ])
    const body = deliveryBody(row, attempts, presets)
    return ok(event ? { ...body, body: bodyText(deps, event) } : body)
  }

  /** By hand: at once, to the present address, whatever holds the endpoint back. */
  async function redeliver(tx: Tx, caller: Caller, deliveryId: string) {
    const { partnerId } = caller
    const id = parseId('dlv', deliveryId)
    const found = id && (await store.findDelivery(tx, partnerId, id))
    const endpoint = found && (await lockEndpoint(tx, { partnerId, endpointId: found.endpoint_id }))
    // Once more: it may have changed before the endpoint was locked.
    const before = found && (await store.findDelivery(tx, partnerId, found.id))
    if (!before) return notFound('deliveryId', 'No delivery has this id.')
    const from = before.status
    const allowed: string[] = []
    if (!endpoint || endpoint.status === 'DISABLED') {
      const text = endpoint
        ? 'A disabled webhook is sent nothing; enable it first.'
        : 'Its endpoint is deleted; recover the event for another one.'
      return fail(illegalTransition(text, { from, to: 'PENDING', allowed }))
    }
    if (!(await store.sendAgain(tx, { partnerId, id: before.id, url: endpoint.url }))) {
      const text = 'It is being sent just now.'
      return fail(illegalTransition(text, { from, to: 'PENDING', allowed }))
    }
    await recordAudit(tx, caller, {
      action: 'webhook_delivery.redeliver',
      object: { kind: 'webhook_delivery', id: formatId('dlv', before.id) },
      before: { status: from },
      after: { status: 'PENDING' },
    })
    return read(tx, caller, deliveryId)
  }
}

export function readFilter(query: Query) {
  const { status, endpointId, eventId, recoveryId, ...rest } = query
  const statuses = status?.split(',').map((name) => name.trim())
  const known: readonly string[] = deliveryStatuses
  if (statuses && !statuses.every((name) => known.includes(name))) {
    const allowed = [...deliveryStatuses]
    const details = [detail('status', 'FIELD_INVALID', 'Unknown status.', { allowed })]
    return fail({ code: 'FIELD_INVALID', details })
  }
  return ok({
    ...rest,
    statuses,
    endpointId: endpointId === undefined ? undefined : uuidOf('whe', endpointId),
    eventId: eventId === undefined ? undefined : uuidOf('evt', eventId),
    recoveryId: recoveryId === undefined ? undefined : uuidOf('rcv', recoveryId),
  })
}
