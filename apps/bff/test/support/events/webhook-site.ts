import { entityUpdated } from './entity-updated.ts'
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { operationsOf, pathTable } from '../../../src/api/path-table.ts'
import { type DeliveryRow, lockEndpoint } from '../../../src/modules/webhooks/endpoint/store.ts'
import { moveEndpoint } from '../../../src/modules/webhooks/endpoint/transition.ts'
import { recordEvent } from '../../../src/records/events/outbox.ts'
import { advanceClock } from '../../../src/modules/sandbox/clock.ts'
import { type AnyBody, type Got, type Partner, type Sent, startBff } from '../process/bff.ts'

export const paths = {
  register: '/api/v1/partner/registerPartnerWebhook',
  endpoints: '/api/v1/partner/webhook/endpoints',
  endpoint: '/api/v1/partner/webhook',
  check: '/api/v1/partner/webhook/check',
  rotate: '/api/v1/partner/webhook/rotate-secret',
  overlap: '/api/v1/partner/webhook/secret-overlap',
  pause: '/api/v1/partner/webhook/pause',
  resume: '/api/v1/partner/webhook/resume',
  test: '/api/v1/partner/webhook/test',
  deliveries: '/api/v1/partner/webhook/deliveries',
  recover: '/api/v1/partner/webhook/recover',
} as const

/** Nothing listens there, and nothing is sent: no worker runs beside these tests. */
export const url = 'http://127.0.0.1:9/hooks'
export const otherUrl = 'http://localhost:9/other'

export type Site = Awaited<ReturnType<typeof startWebhookSite>>

/** The app alone, without workers: what publishes and what sends is done by the test, step by step. */
export async function startWebhookSite() {
  const bff = await startBff({ ROLE: 'web' })
  const { db } = bff.deps
  const find = pathTable(operationsOf(bff.deps.config))
  return {
    ...bff,
    get,
    post,
    put,
    newPartner,
    registered,
    publish,
    happen,
    sent,
    fail,
    claim,
    disable,
    rows,
    events,
    audits,
    advance: (seconds: number) => advanceClock(bff.deps, seconds),
  }

  /** Sends, and holds what is answered with 200 against the contract. */
  async function send(path: string, request: Sent & { method: string }): Promise<Got> {
    const got = await bff.send(path, request)
    const found = find(request.method, path.split('?')[0] ?? '')
    if (got.status === 200 && found.kind === 'found')
      expect(found.match.operation.endpoint.response.parse(got.body)).toEqual(got.body)
    return got
  }

  function get(path: string, { apiToken }: Partner) {
    return send(path, { method: 'GET', token: apiToken })
  }

  function post(
    path: string,
    body: unknown,
    headers: Record<string, string>,
    { apiToken }: Partner,
  ) {
    return send(path, { method: 'POST', body, headers, token: apiToken })
  }

  function put(body: unknown, { apiToken }: Partner, headers: Record<string, string> = {}) {
    return send(paths.register, { method: 'PUT', body, headers, token: apiToken })
  }

  /** A partner of its own; the events of its key are published before it has a webhook. */
  async function newPartner(): Promise<Partner> {
    const partner = await bff.makePartner('Receiver')
    await publish()
    return partner
  }

  /** A partner of its own with a webhook; the `first` of its events is the registration, the test event follows. */
  async function registered(
    settings: object = {},
  ): Promise<Partner & { secret: string; first: number }> {
    const partner = await newPartner()
    const before = await get(paths.endpoint, partner)
    const { body } = await put({ webhookUrl: url, ...settings }, partner)
    await publish()
    const first = before.body.data.lastSequence + 1
    return { ...partner, secret: body.data.signingSecret, first }
  }

  /** Numbers what was committed, as the publisher does. */
  async function publish(): Promise<void> {
    await db.asWorker((tx) => sql`select publish_events(1000)`.execute(tx))
  }

  /** So many events of customers, published. */
  async function happen(partner: Partner, count: number): Promise<void> {
    await db.asWorker(async (tx) => {
      for (let n = 0; n < count; n += 1)
        await recordEvent(
          tx,
          entityUpdated(idOf(partner), {
            object: { entityId: `ent_${n}`, executionId: `exec_${n}` },
            id: `exec_${n}`,
          }),
        )
    })
    await publish()
  }

  /** Every open delivery as a receiver that takes it leaves it. */
  async function sent(partner: Partner): Promise<void> {
    await db.asWorker((tx) =>
      sql`update webhook_delivery set status = 'DELIVERED', next_attempt_at = null,
          trigger = 'SCHEDULE', attempts = attempts + 1, delivered_at = service_now()
        where partner_id = ${idOf(partner)} and status = 'PENDING'`.execute(tx),
    )
  }

  /** Every open delivery as one that failed, to be tried again in five minutes; with its attempt. */
  async function fail(partner: Partner, status: 'RETRYING' | 'EXHAUSTED'): Promise<void> {
    await db.asWorker((tx) =>
      sql`with failed as (
          update webhook_delivery set status = ${status}, attempts = attempts + 1,
            trigger = 'SCHEDULE',
            next_attempt_at = case when ${status} = 'RETRYING' then service_now() + interval '5 min' end
          where partner_id = ${idOf(partner)} and status = 'PENDING' returning *)
        insert into webhook_attempt
        select partner_id, id, attempts, 'SCHEDULE', service_now(), url, 500, 40, 'The receiver answered 500.',
          repeat('x', 1000), '{"retry-after": "120"}', 120, 1800000000, 'v1,abc=', endpoint_id
        from failed`.execute(tx),
    )
  }

  /** Takes one due delivery as a worker does, and leaves it on its way. */
  async function claim(): Promise<DeliveryRow[]> {
    const taken = await db.asWorker((tx) =>
      sql<DeliveryRow>`select * from claim_deliveries(1, interval '1 minute')`.execute(tx),
    )
    return taken.rows
  }

  /** As the worker disables an endpoint whose receiver is gone. */
  async function disable(partner: Partner): Promise<void> {
    const partnerId = idOf(partner)
    const by = { partnerId, actor: { type: 'service', id: 'deliverer' }, requestId: '' } as const
    await db.asWorker(async (tx) => {
      const row = await lockEndpoint(tx, { partnerId })
      if (row) await moveEndpoint(tx, by, row, { event: 'disable', reason: 'RECEIVER_GONE' })
    })
    await publish()
  }

  async function rows(partner: Partner): Promise<DeliveryRow[]> {
    const { rows: found } = await db.asWorker((tx) =>
      sql<DeliveryRow>`select * from webhook_delivery where partner_id = ${idOf(partner)}
        order by sequence, created_at, id`.execute(tx),
    )
    return found
  }

  /** `type/status` of every event about the webhook, in its order. */
  async function events(partner: Partner): Promise<string[]> {
    const { body } = await get('/api/v1/xfer/utility/webhook/events?category=webhook', partner)
    const list: { eventType: string; eventStatus: string }[] = body.data
    return list.map((event) => `${event.eventType}/${event.eventStatus}`).toReversed()
  }

  async function audits(partner: Partner): Promise<string[]> {
    const { rows: found } = await db.asWorker((tx) =>
      sql<{ action: string }>`select action from audit where partner_id = ${idOf(partner)}
        and action like 'webhook%' order by created_at, id`.execute(tx),
    )
    return found.map(({ action }) => action)
  }
}

export const idOf = ({ svcPartnerId }: Partner): string => parseId('par', svcPartnerId) ?? ''

/** Status and code of a refusal, with its first detail. */
export const refusal = ({ status, body }: Got): [number, string, AnyBody] => [
  status,
  body.error?.code,
  body.error?.details[0],
]
