import { formatId } from '@corridor/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointFacts } from './policy-facts.ts'
import type { DeliveryRow } from './endpoint/store.ts'
import {
  idOf,
  otherUrl,
  paths,
  refusal,
  type Site,
  startWebhookSite,
  url,
} from '../../../test/support/events/webhook-site.ts'
import type { AnyBody, Partner } from '../../../test/support/process/bff.ts'

let site: Site
beforeAll(async () => {
  site = await startWebhookSite()
})
afterAll(() => site.close())

const addressOf = (endpointId: string, operation = '') =>
  `${paths.endpoints}/${endpointId}${operation && `/${operation}`}`
const create = (partner: Partner, settings: object = {}) =>
  site.post(paths.endpoints, { webhookUrl: otherUrl, ...settings }, {}, partner)
const put = (partner: Partner, endpointId: string, body: object, headers = {}) =>
  site.send(addressOf(endpointId), { method: 'PUT', body, headers, token: partner.apiToken })
const remove = (partner: Partner, endpointId: string, headers = {}) =>
  site.send(addressOf(endpointId), { method: 'DELETE', headers, token: partner.apiToken })
const list = async (partner: Partner): Promise<AnyBody[]> =>
  (await site.get(paths.endpoints, partner)).body.data

/** A partner with a primary endpoint and another one. */
async function two(settings: object = {}) {
  const partner = await site.registered()
  const made = (await create(partner, settings)).body.data
  await site.publish()
  const [primary] = await list(partner)
  return { partner, primary, other: made }
}

/** The rows of one endpoint. */
async function rowsOf(partner: Partner, endpointId: string): Promise<DeliveryRow[]> {
  const rows = await site.rows(partner)
  return rows.filter((row) => formatId('whe', row.endpoint_id) === endpointId)
}

const unknown = [404, 'RECORD_NOT_FOUND']
const codeOf = (got: Parameters<typeof refusal>[0]) => refusal(got).slice(0, 2)

describe('webhooks.endpoints', () => {
  test('200: the primary one first, each with its own state; nothing before a registration', async () => {
    expect(await list(await site.newPartner())).toEqual([])
    const { partner, primary, other } = await two({ description: 'Ledger', events: ['transfer'] })
    const all = await list(partner)
    expect(all).toMatchObject([
      { endpointId: primary.endpointId, isPrimary: true, webhookUrl: url, events: [] },
      { endpointId: other.endpointId, isPrimary: false, webhookUrl: otherUrl, status: 'ACTIVE' },
    ])
    expect(JSON.stringify(all)).not.toContain('whsec_')
    expect((await site.get(paths.endpoint, partner)).body.data.webhookUrl).toBe(url)
  })
})

describe('webhooks.createEndpoint', () => {
  test('200: it has a secret of its own, and its test event goes to it alone', async () => {
    const { partner, primary, other } = await two({ events: ['transfer'] })
    expect(other).toMatchObject({
      endpointId: expect.stringMatching(/^whe_/),
      isPrimary: false,
      signingSecret: expect.stringMatching(/^whsec_/),
    })
    expect(other.signingSecret).not.toBe(partner.secret)
    const tests = (await site.rows(partner)).filter(
      ({ status, url: to }) => to === otherUrl && status === 'PENDING',
    )
    expect(tests).toMatchObject([{ category: 'webhook' }])
    expect(tests[0]?.id).toBe(tests[0]?.event_id)
    expect(await rowsOf(partner, primary.endpointId)).toHaveLength(3)
  })

  test('200: each event has a delivery to each endpoint, and each takes what it selects', async () => {
    const { partner, primary, other } = await two({ events: ['transfer'] })
    await site.happen(partner, 1)
    const [mine] = (await rowsOf(partner, primary.endpointId)).slice(-1)
    const [its] = (await rowsOf(partner, other.endpointId)).slice(-1)
    expect(mine).toMatchObject({ id: mine?.event_id, status: 'PENDING' })
    expect(its).toMatchObject({
      event_id: mine?.event_id,
      sequence: mine?.sequence,
      status: 'SKIPPED',
      reason: 'FILTERED',
    })
    expect(its?.id).not.toBe(mine?.id)
    await put(partner, other.endpointId, { webhookUrl: otherUrl, events: ['entity.updated'] })
    await site.happen(partner, 1)
    expect((await rowsOf(partner, other.endpointId)).at(-1)).toMatchObject({ status: 'PENDING' })
    const read = await site.get(`${paths.deliveries}?endpointId=${other.endpointId}`, partner)
    expect(new Set(read.body.data.map((row: AnyBody) => row.endpointId))).toEqual(
      new Set([other.endpointId]),
    )
    const everything = await site.get(paths.deliveries, partner)
    expect(everything.body.data.length).toBeGreaterThan(read.body.data.length)
  })

  test('200: without a primary one it is the primary one; the registration then changes it', async () => {
    const partner = await site.newPartner()
    const { body } = await create(partner)
    expect(body.data).toMatchObject({ isPrimary: true })
    const again = await site.put({ webhookUrl: url }, partner)
    expect(again.body.data.signingSecret).toBeUndefined()
    expect(await list(partner)).toMatchObject([
      { endpointId: body.data.endpointId, webhookUrl: url },
    ])
  })

  test('400: WEBHOOK_URL_INVALID and unknown events, as at the registration', async () => {
    const partner = await site.registered()
    expect(codeOf(await create(partner, { webhookUrl: 'http://10.0.0.1/x' }))).toEqual([
      400,
      'WEBHOOK_URL_INVALID',
    ])
    expect(codeOf(await create(partner, { events: ['transfers'] }))).toEqual([400, 'FIELD_INVALID'])
    expect(await list(partner)).toHaveLength(1)
  })

  test('422: ILLEGAL_TRANSITION at ten, however many ask at once; a deleted one makes room', async () => {
    const partner = await site.registered()
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(partner)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(codeOf)).toEqual(
      Array.from({ length: 3 }, () => [422, 'ILLEGAL_TRANSITION']),
    )
    const all = await list(partner)
    expect(all).toHaveLength(10)
    await remove(partner, all[9].endpointId)
    expect((await create(partner)).status).toBe(200)
  })

  test('every rule about the registration holds for it and for changes, and none is needed by its name', async () => {
    const body = { webhookUrl: otherUrl }
    const { partner, other } = await two()
    const caller = { partnerId: idOf(partner) } as never
    const params = { endpointId: other.endpointId as string }
    const asked = await site.deps.db.asWorker(async (tx) => [
      await endpointFacts['webhooks.createEndpoint'](tx, { body }, caller),
      await endpointFacts['webhooks.updateEndpoint'](tx, { params, body }, caller),
    ])
    expect(asked).toMatchObject([
      { ruledAs: 'webhooks.register', destinations: [otherUrl] },
      { ruledAs: 'webhooks.register', destinations: [otherUrl] },
    ])
  })
})

describe('webhooks.readEndpoint', () => {
  test('200: one with its own day; 404: the other partner’s, a deleted one, no id at all', async () => {
    const { partner, primary, other } = await two()
    await site.sent(partner)
    const { body } = await site.get(addressOf(other.endpointId), partner)
    expect(body.data).toMatchObject({ endpointId: other.endpointId, day: { delivered: 2 } })
    const stranger = await site.registered()
    for (const [id, by] of [
      [other.endpointId, stranger],
      [primary.endpointId, stranger],
      ['whe_01h455vb4pex5vsknk084sn02q', partner],
      ['evt_01h455vb4pex5vsknk084sn02q', partner],
      ['webhook', partner],
    ] as const) {
      expect(codeOf(await site.get(addressOf(id), by))).toEqual(unknown)
    }
    await remove(partner, other.endpointId)
    expect(codeOf(await site.get(addressOf(other.endpointId), partner))).toEqual(unknown)
  })
})

describe('webhooks.updateEndpoint', () => {
  test('200: another address: its open deliveries go there, the primary one’s stay', async () => {
    const { partner, primary, other } = await two()
    await site.happen(partner, 2)
    const before = await rowsOf(partner, primary.endpointId)
    const moved = `${otherUrl}/moved`
    const { body } = await put(partner, other.endpointId, { webhookUrl: moved })
    expect(body.data).toMatchObject({ endpointId: other.endpointId, webhookUrl: moved, version: 2 })
    expect(body.data).not.toHaveProperty('signingSecret')
    const rows = await rowsOf(partner, other.endpointId)
    expect(rows.filter(({ reason }) => reason === 'ENDPOINT_REPLACED')).toHaveLength(4)
    expect(rows.filter(({ status, url: to }) => status === 'PENDING' && to === moved)).toHaveLength(
      5,
    )
    expect(await rowsOf(partner, primary.endpointId)).toEqual(before)
  })

  test('400, 404 and 409: as at the registration; not of another partner', async () => {
    const { partner, other } = await two()
    const stranger = await site.registered()
    const body = { webhookUrl: url }
    expect(codeOf(await put(stranger, other.endpointId, body))).toEqual(unknown)
    const old = await put(partner, other.endpointId, body, { 'if-match': '"7"' })
    expect(codeOf(old)).toEqual([409, 'VERSION_CONFLICT'])
    const wrong = await put(partner, other.endpointId, { webhookUrl: 'ftp://x.example' })
    expect(codeOf(wrong)).toEqual([400, 'WEBHOOK_URL_INVALID'])
    expect((await list(partner))[1]).toMatchObject({ webhookUrl: otherUrl, version: 1 })
  })
})

describe('webhooks.deleteEndpoint', () => {
  test('200: its secrets go, what was open ends, its deliveries stay readable, and others are notified', async () => {
    const { partner, primary, other } = await two()
    await site.happen(partner, 2)
    const { body } = await remove(partner, other.endpointId)
    expect(body.data).toEqual({ endpointId: other.endpointId, cancelled: 4 })
    await site.happen(partner, 1)
    const rows = await rowsOf(partner, other.endpointId)
    expect(rows.map(({ status, reason }) => `${status}/${reason}`)).toEqual(
      Array.from({ length: 4 }, () => 'CANCELLED/ENDPOINT_DELETED'),
    )
    const secrets = await site.deps.db.asWorker((tx) =>
      tx.selectFrom('webhook_secret').selectAll().where('partner_id', '=', idOf(partner)).execute(),
    )
    expect(secrets).toHaveLength(1)
    const deliveryId = formatId('dlv', rows[0]?.id ?? '')
    expect((await site.get(`${paths.deliveries}/${deliveryId}`, partner)).body.data).toMatchObject({
      endpointId: other.endpointId,
      reason: 'ENDPOINT_DELETED',
    })
    const again = await site.post(`${paths.deliveries}/${deliveryId}/redeliver`, {}, {}, partner)
    expect(codeOf(again)).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(await site.events(partner)).toContain('deleted/deleted')
    expect(await site.audits(partner)).toContain('webhook.delete')
    expect((await rowsOf(partner, primary.endpointId)).at(-1)).toMatchObject({ status: 'PENDING' })
  })

  test('200: the primary one too; a registration then begins anew and can send what there was', async () => {
    const { partner, primary } = await two()
    await site.happen(partner, 1)
    await remove(partner, primary.endpointId)
    const url1 = await site.get(paths.register, partner)
    expect(url1.body).toEqual({ webhookUrl: '' })
    const { body } = await site.put({ webhookUrl: url }, partner)
    expect(body.data.signingSecret).toMatch(/^whsec_/)
    await site.publish()
    const recover = await site.post(paths.recover, { since: '2020-01-01T00:00:00Z' }, {}, partner)
    expect(recover.body.data.scheduled).toBeGreaterThan(3)
    const [first] = await list(partner)
    expect(first).toMatchObject({ isPrimary: true, webhookUrl: url })
    expect(first.endpointId).not.toBe(primary.endpointId)
  })

  test('404 and 409: the other partner’s, or changed meanwhile', async () => {
    const { partner, other } = await two()
    expect(codeOf(await remove(await site.registered(), other.endpointId))).toEqual(unknown)
    const old = await remove(partner, other.endpointId, { 'if-match': '"3"' })
    expect(codeOf(old)).toEqual([409, 'VERSION_CONFLICT'])
    expect(await list(partner)).toHaveLength(2)
  })
})

describe('webhooks.rotateEndpointSecret', () => {
  test('200: of this one alone; 404: of no other partner’s; 422: no sixth', async () => {
    const { partner, other } = await two()
    const rotate = (by: Partner) =>
      site.post(addressOf(other.endpointId, 'rotate-secret'), {}, {}, by)
    expect(codeOf(await rotate(await site.registered()))).toEqual(unknown)
    const { body } = await rotate(partner)
    expect(body.data.signingSecret).toMatch(/^whsec_/)
    const [primary, its] = await list(partner)
    expect([primary.secrets.length, its.secrets.length]).toEqual([1, 2])
    for (let n = 0; n < 3; n += 1) await rotate(partner)
    expect(codeOf(await rotate(partner))).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect((await site.post(paths.rotate, {}, {}, partner)).status).toBe(200)
  })
})

describe('webhooks.setEndpointOverlap', () => {
  test('200: ends the older secret of this one alone; 404 and 422 where there is none', async () => {
    const { partner, other } = await two()
    const overlap = (by: Partner) =>
      site.post(addressOf(other.endpointId, 'secret-overlap'), { hours: 0 }, {}, by)
    await site.post(paths.rotate, {}, {}, partner)
    expect(codeOf(await overlap(partner))).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(codeOf(await overlap(await site.registered()))).toEqual(unknown)
    await site.post(addressOf(other.endpointId, 'rotate-secret'), {}, {}, partner)
    expect((await overlap(partner)).body.data.secrets).toHaveLength(1)
    expect((await list(partner))[0].secrets).toHaveLength(2)
  })
})

describe('webhooks.pauseEndpoint', () => {
  test('200: this one alone waits; 404, 409 and 422 change nothing', async () => {
    const { partner, other } = await two()
    const pause = (by: Partner, headers = {}) =>
      site.post(addressOf(other.endpointId, 'pause'), {}, headers, by)
    expect(codeOf(await pause(await site.registered()))).toEqual(unknown)
    expect(codeOf(await pause(partner, { 'if-match': '"4"' }))).toEqual([409, 'VERSION_CONFLICT'])
    expect((await pause(partner)).body.data).toMatchObject({ status: 'PAUSED', isPrimary: false })
    expect(codeOf(await pause(partner))).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(await list(partner)).toMatchObject([{ status: 'ACTIVE' }, { status: 'PAUSED' }])
    for (let n = 0; n < 9; n += 1)
      for (const taken of await site.claim())
        expect([taken.partner_id === idOf(partner), taken.url]).not.toEqual([true, otherUrl])
  })
})

describe('webhooks.resumeEndpoint', () => {
  test('200: goes on, and sends what waited; 404, 409 and 422 change nothing', async () => {
    const { partner, other } = await two()
    const resume = (by: Partner, headers = {}) =>
      site.post(addressOf(other.endpointId, 'resume'), {}, headers, by)
    expect(codeOf(await resume(partner))).toEqual([422, 'ILLEGAL_TRANSITION'])
    await site.post(addressOf(other.endpointId, 'pause'), {}, {}, partner)
    await site.happen(partner, 1)
    expect(codeOf(await resume(await site.registered()))).toEqual(unknown)
    expect(codeOf(await resume(partner, { 'if-match': '"9"' }))).toEqual([409, 'VERSION_CONFLICT'])
    const { body } = await resume(partner)
    expect(body.data).toMatchObject({
      endpointId: other.endpointId,
      status: 'ACTIVE',
      scheduled: 4,
    })
  })
})

describe('webhooks.testEndpoint', () => {
  test('200: a test event for this one alone; 404 of no other partner’s; 422 where it is disabled', async () => {
    const { partner, primary, other } = await two({ events: ['transfer'] })
    const send = (by: Partner, endpointId = other.endpointId) =>
      site.post(addressOf(endpointId, 'test'), { sample: { hello: 1 } }, {}, by)
    const { body } = await send(partner)
    await site.publish()
    const rows = await site.rows(partner)
    const sent = rows.filter((row) => formatId('evt', row.event_id) === body.data.eventId)
    expect(sent).toMatchObject([{ url: otherUrl, trigger: 'MANUAL', sequence: expect.any(Number) }])
    expect(formatId('dlv', sent[0]?.id ?? '')).toBe(body.data.deliveryId)
    // Nor does a recovery send it elsewhere.
    await site.post(paths.recover, { since: '2020-01-01T00:00:00Z', status: 'ALL' }, {}, partner)
    const all = await rowsOf(partner, primary.endpointId)
    expect(all.map(({ event_id }) => formatId('evt', event_id))).not.toContain(body.data.eventId)
    expect(codeOf(await send(await site.registered()))).toEqual(unknown)
    await site.disable(partner)
    expect(codeOf(await send(partner, primary.endpointId))).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect((await send(partner)).status).toBe(200)
  })
})

describe('webhooks.recover with an endpoint', () => {
  test('200: one that was added later gets what happened before, with ids of its own; others get nothing', async () => {
    const { partner, primary, other } = await two()
    await site.sent(partner)
    const before = await rowsOf(partner, primary.endpointId)
    const begun = await site.post(
      paths.recover,
      { since: '2020-01-01T00:00:00Z', endpointId: other.endpointId },
      {},
      partner,
    )
    const { endpointId, scheduled, recoveryId } = begun.body.data
    expect([endpointId, scheduled]).toEqual([other.endpointId, partner.first])
    expect(await rowsOf(partner, primary.endpointId)).toEqual(before)
    const cancelled = await site.post(`${paths.recover}/${recoveryId}/cancel`, {}, {}, partner)
    expect(cancelled.body.data).toMatchObject({ status: 'CANCELLED', cancelled: scheduled })
    const stranger = await site.registered()
    const foreign = { since: '2020-01-01T00:00:00Z', endpointId: other.endpointId }
    expect(codeOf(await site.post(paths.recover, foreign, {}, stranger))).toEqual(unknown)
  })
})
