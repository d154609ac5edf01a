import { eventCatalogue, isSelected } from '@corridor/domain'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyBody, Partner } from '../../../../test/support/process/bff.ts'
import {
  idOf,
  otherUrl,
  paths,
  refusal,
  type Site,
  startWebhookSite,
  url,
} from '../../../../test/support/events/webhook-site.ts'

let site: Site
beforeAll(async () => {
  site = await startWebhookSite()
})
afterAll(() => site.close())

const list = async (partner: Partner, query = ''): Promise<AnyBody[]> =>
  (await site.get(`${paths.deliveries}${query}`, partner)).body.data
const statesOf = (deliveries: { status: string }[]) => deliveries.map(({ status }) => status)
const again = (deliveryId: string, partner: Partner) =>
  site.post(`${paths.deliveries}/${deliveryId}/redeliver`, undefined, {}, partner)

/** A partner with two delivered, one exhausted and one pending delivery, oldest first. */
async function lively() {
  const partner = await site.registered()
  await site.sent(partner)
  await site.happen(partner, 1)
  await site.fail(partner, 'EXHAUSTED')
  await site.happen(partner, 1)
  return { partner, deliveries: await list(partner, '?sort=createdAt') }
}

describe('webhooks.deliveries', () => {
  test('200: newest first, each with its event and its attempts', async () => {
    const { partner } = await lively()
    const found = await list(partner)
    expect(statesOf(found)).toEqual(['PENDING', 'EXHAUSTED', 'DELIVERED', 'DELIVERED'])
    const filters = { status: 'DELIVERED' }
    const count = { list: 'deliveries', filters }
    const counted = await site.post('/api/v1/xfer/utility/exports/count', count, {}, partner)
    expect(counted.body.data).toEqual({ rows: 2 })
    const [pending, exhausted] = found
    expect(pending).toMatchObject({
      deliveryId: expect.stringMatching(/^dlv_/),
      eventId: expect.stringMatching(/^evt_/),
      eventCategory: 'entity',
      eventType: 'updated',
      eventStatus: 'updated',
      executionId: 'exec_0',
      sequence: partner.first + 3,
      attempts: [],
      attemptsMax: 10,
      nextAttemptAt: expect.any(String),
      url,
      reason: '',
      recoveryId: '',
    })
    expect(pending).not.toHaveProperty('deliveredAt')
    expect(found[2]).toHaveProperty('deliveredAt')
    expect(exhausted).not.toHaveProperty('nextAttemptAt')
    expect(exhausted.attempts).toEqual([
      {
        at: expect.any(String),
        httpStatus: 500,
        durationMs: 40,
        error: 'The receiver answered 500.',
        bodyExcerpt: 'x'.repeat(200),
        number: 1,
        trigger: 'SCHEDULE',
        requestHeaders: {
          'webhook-id': exhausted.eventId,
          'webhook-timestamp': '1800000000',
          'webhook-signature': 'v1,abc=',
          'content-type': 'application/json',
          'user-agent': 'Corridor-Webhooks/1',
          'accept-encoding': 'identity',
        },
        responseHeaders: { 'retry-after': '120' },
        retryAfterSeconds: 120,
      },
    ])
    for (const item of found) expect(item).not.toHaveProperty('body')
  })

  test('200: filters, alone and together', async () => {
    const { partner, deliveries } = await lively()
    const [, , exhausted, pending] = deliveries
    const found = async (query: string) => statesOf(await list(partner, query))
    expect(await found('?status=EXHAUSTED')).toEqual(['EXHAUSTED'])
    expect(await found('?status=EXHAUSTED,%20PENDING')).toEqual(['PENDING', 'EXHAUSTED'])
    expect(await found('?status=RETRYING')).toEqual([])
    expect(await found(`?eventId=${exhausted.eventId}`)).toEqual(['EXHAUSTED'])
    expect(await found(`?eventId=${exhausted.deliveryId}`)).toEqual([])
    expect(await found('?executionId=exec_0')).toEqual(['PENDING', 'EXHAUSTED'])
    expect(await found('?category=webhook')).toEqual(['DELIVERED', 'DELIVERED'])
    expect(await found('?recoveryId=rcv_x')).toEqual([])
    expect(await found(`?from=${pending.createdAt}&to=${pending.createdAt}`)).toEqual(['PENDING'])
    expect(await found(`?to=${exhausted.createdAt}&status=DELIVERED`)).toHaveLength(2)
  })

  test('200: pages, each delivery on one of them; either order', async () => {
    const partner = await site.registered()
    await site.happen(partner, 9)
    const seen: number[] = []
    let cursor = ''
    do {
      const { body } = await site.get(`${paths.deliveries}?limit=4${cursor}`, partner)
      seen.push(...body.data.map((item: { sequence: number }) => item.sequence))
      cursor = body.pagination.hasMore ? `&cursor=${body.pagination.nextCursor}` : ''
    } while (cursor !== '')
    expect(seen).toHaveLength(11)
    expect(new Set(seen).size).toBe(11)
    const oldest = await list(partner, '?sort=createdAt')
    expect(oldest.map((item) => item.sequence)).toEqual(seen.toReversed())
  })

  test('200: another partner sees none of them', async () => {
    await lively()
    expect(await list(site.second)).toEqual([])
  })

  test.each([
    '?status=SENT',
    '?status=',
    '?status=PENDING,',
    '?from=today',
    '?sort=status',
    '?limit=0',
  ])('400: %s', async (query) => {
    const refused = await site.get(paths.deliveries + query, site.second)
    expect(refusal(refused).slice(0, 2)).toEqual([400, 'FIELD_INVALID'])
  })

  test('400: CURSOR_INVALID with a cursor of another filter', async () => {
    const { partner } = await lively()
    const { body } = await site.get(`${paths.deliveries}?limit=1`, partner)
    const query = `?limit=1&status=PENDING&cursor=${body.pagination.nextCursor}`
    const refused = await site.get(paths.deliveries + query, partner)
    expect(refusal(refused).slice(0, 2)).toEqual([400, 'CURSOR_INVALID'])
  })

  test('403: a key that only writes', async () => {
    const apiToken = await site.issue(site.second.svcPartnerId, ['webhooks:write'])
    const refused = await site.get(paths.deliveries, { ...site.second, apiToken })
    expect(refusal(refused).slice(0, 2)).toEqual([403, 'SCOPE_MISSING'])
  })
})

describe('webhooks.delivery', () => {
  test('200: with the body as it is sent, and more of each answer', async () => {
    const { partner, deliveries } = await lively()
    const [, , exhausted] = deliveries
    const { body } = await site.get(`${paths.deliveries}/${exhausted.deliveryId}`, partner)
    expect(body.data.attempts[0].bodyExcerpt).toHaveLength(1_000)
    const history = await site.get('/api/v1/xfer/utility/webhook/events?category=entity', partner)
    expect(JSON.parse(body.data.body)).toEqual(history.body.data[1])
  })

  test('404: no such delivery, or the other partner’s', async () => {
    const { deliveries } = await lively()
    const path = `${paths.deliveries}/${deliveries[0].deliveryId}`
    for (const refused of [
      await site.get(path, site.second),
      await site.get(`${paths.deliveries}/dlv_x`, site.second),
      await site.get(`${paths.deliveries}/${deliveries[0].eventId}`, site.second),
    ])
      expect(refusal(refused).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
  })
})

describe('webhooks.redeliver', () => {
  test.each(['DELIVERED', 'EXHAUSTED', 'PENDING', 'RETRYING', 'SKIPPED', 'CANCELLED'] as const)(
    '200: one that is %s goes out again by hand, at once and to the present address',
    async (state) => {
      const partner = await site.registered()
      await site.sent(partner)
      await site.happen(partner, 1)
      if (state === 'DELIVERED') await site.sent(partner)
      if (state === 'EXHAUSTED' || state === 'RETRYING') await site.fail(partner, state)
      if (state === 'SKIPPED') await site.disable(partner)
      if (state === 'SKIPPED') await site.post(paths.resume, { fromSequence: 99 }, {}, partner)
      if (state === 'CANCELLED') await site.put({ webhookUrl: otherUrl }, partner)
      const [before] = await list(partner, `?category=entity&sort=createdAt`)
      expect(before.status).toBe(state)
      const { status, body } = await again(before.deliveryId, partner)
      expect([status, body.data.status, body.data.reason]).toEqual([200, 'PENDING', ''])
      const [row] = (await site.rows(partner)).filter((item) => item.category === 'entity')
      expect(row).toMatchObject({ trigger: 'MANUAL', round: 0 })
      expect(row?.url).toBe(state === 'CANCELLED' ? otherUrl : url)
      expect(body.data.eventId).toBe(before.eventId)
      expect(await site.audits(partner)).toContain('webhook_delivery.redeliver')
    },
  )

  test('200: while it is paused', async () => {
    const { partner, deliveries } = await lively()
    await site.post(paths.pause, undefined, {}, partner)
    expect((await again(deliveries[0].deliveryId, partner)).status).toBe(200)
  })

  test('404: no such delivery, or the other partner’s', async () => {
    const { deliveries } = await lively()
    for (const id of ['dlv_x', deliveries[0].deliveryId]) {
      const refused = await again(id, site.second)
      expect(refusal(refused).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
    }
  })

  test('422: ILLEGAL_TRANSITION while it is being sent', async () => {
    const partner = await site.registered({ events: ['kyc'] })
    // The only one of all partners that is due.
    await site.deps.db.asWorker((tx) =>
      sql`update webhook_delivery set next_attempt_at = service_now() + interval '1 day'
        where partner_id <> ${idOf(partner)} and status in ('PENDING', 'RETRYING')`.execute(tx),
    )
    const [row] = await site.claim()
    expect(row?.partner_id).toBe(idOf(partner))
    const [inFlight] = await list(partner, '?status=IN_FLIGHT')
    const refused = await again(inFlight.deliveryId, partner)
    expect(refusal(refused)).toMatchObject([422, 'ILLEGAL_TRANSITION', { from: 'IN_FLIGHT' }])
  })

  test('422: ILLEGAL_TRANSITION while the webhook is disabled', async () => {
    const { partner, deliveries } = await lively()
    await site.disable(partner)
    const refused = await again(deliveries[0].deliveryId, partner)
    expect(refusal(refused).slice(0, 2)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

describe('the selection', () => {
  test('takes the same events as the rule of the domain, in every publication', async () => {
    const kinds = Object.entries(eventCatalogue).flatMap(([category, types]) =>
      types.map((type) => ({ category, type })),
    )
    const names = [
      ...Object.keys(eventCatalogue),
      ...kinds.map(({ category, type }) => `${category}.${type}`),
    ]
    const selection = fc.subarray(names, { maxLength: 12 })
    await site.deps.db.asWorker((tx) =>
      fc.assert(
        fc.asyncProperty(selection, async (chosen) => {
          const { rows } = await sql<{ taken: boolean }>`
            select takes_event(${chosen}::text[], k.category, k.type) as taken
            from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as k (category text, type text)`.execute(
            tx,
          )
          const expected = kinds.map((kind) => isSelected(chosen, kind))
          expect(rows.map(({ taken }) => taken)).toEqual(expected)
        }),
        { numRuns: 100 },
      ),
    )
  })
})
