import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  paths,
  refusal,
  type Site,
  startWebhookSite,
  url,
} from '../../../test/support/events/webhook-site.ts'

let site: Site
beforeAll(async () => {
  site = await startWebhookSite()
})
afterAll(() => site.close())

describe('webhooks.endpoint', () => {
  test('200: before any registration it is there all the same', async () => {
    const { status, body } = await site.get(paths.endpoint, site.second)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      webhookUrl: '',
      statusReason: '',
      description: '',
      events: [],
      retryPreset: 'standard',
      version: 0,
      secrets: [],
      lastSequence: expect.any(Number),
      day: {
        attempts: 0,
        succeeded: 0,
        medianMs: 0,
        p95Ms: 0,
        delivered: 0,
        deliveredFirst: 0,
        open: 0,
        exhausted: 0,
      },
    })
  })

  test('200: its state, its secrets’ hints, its day and its last failure; never a secret', async () => {
    const partner = await site.registered()
    await site.sent(partner)
    await site.happen(partner, 1)
    await site.fail(partner, 'EXHAUSTED')
    await site.happen(partner, 2)
    const { body } = await site.get(paths.endpoint, partner)
    const [, , exhausted] = (await site.get(`${paths.deliveries}?sort=createdAt`, partner)).body
      .data
    expect(body.data).toMatchObject({
      webhookUrl: url,
      status: 'ACTIVE',
      secrets: [
        {
          secretId: expect.stringMatching(/^sec_/),
          hint: partner.secret.replace('=', '').slice(-4),
        },
      ],
      lastSequence: partner.first + 4,
      day: {
        attempts: 1,
        succeeded: 0,
        medianMs: 40,
        p95Ms: 40,
        delivered: 2,
        deliveredFirst: 2,
        open: 2,
        exhausted: 1,
      },
      lastFailure: {
        httpStatus: 500,
        error: 'The receiver answered 500.',
        deliveryId: exhausted.deliveryId,
      },
    })
    expect(JSON.stringify(body)).not.toContain('whsec_')
  })

  test('200: one that is disabled says why and since which event', async () => {
    const partner = await site.registered()
    await site.disable(partner)
    expect((await site.get(paths.endpoint, partner)).body.data).toMatchObject({
      status: 'DISABLED',
      statusReason: 'RECEIVER_GONE',
      skippedFrom: partner.first,
    })
  })

  test('200: its day counts apart what took more than one attempt', async () => {
    const partner = await site.registered()
    await site.fail(partner, 'RETRYING')
    const [failed] = (await site.get(paths.deliveries, partner)).body.data
    await site.post(`${paths.deliveries}/${failed.deliveryId}/redeliver`, undefined, {}, partner)
    await site.happen(partner, 1)
    await site.sent(partner)
    const { day } = (await site.get(paths.endpoint, partner)).body.data
    expect(day).toMatchObject({ delivered: 2, deliveredFirst: 1 })
  })
})

describe('webhooks.pause', () => {
  test('200: events are kept, and the change is published', async () => {
    const partner = await site.registered()
    const { body } = await site.post(paths.pause, undefined, {}, partner)
    expect(body.data).toMatchObject({ status: 'PAUSED', version: 2 })
    await site.happen(partner, 1)
    const found = (await site.rows(partner)).map(({ status }) => status)
    expect(found).toEqual(Array.from({ length: 4 }, () => 'PENDING'))
    expect((await site.events(partner)).slice(2, 3)).toEqual(['transitioned/disabled'])
    expect(await site.audits(partner)).toEqual(['webhook.register', 'webhook.pause'])
  })

  test('404: nothing is registered', async () => {
    const refused = await site.post(paths.pause, undefined, {}, site.second)
    expect(refusal(refused).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('409: VERSION_CONFLICT', async () => {
    const partner = await site.registered()
    const refused = await site.post(paths.pause, undefined, { 'if-match': '9' }, partner)
    expect(refusal(refused).slice(0, 2)).toEqual([409, 'VERSION_CONFLICT'])
  })

  test('422: ILLEGAL_TRANSITION where it is paused already', async () => {
    const partner = await site.registered()
    await site.post(paths.pause, undefined, {}, partner)
    const refused = await site.post(paths.pause, undefined, {}, partner)
    expect(refusal(refused)).toMatchObject([
      422,
      'ILLEGAL_TRANSITION',
      { from: 'PAUSED', allowed: ['ACTIVE', 'DISABLED'] },
    ])
  })
})

describe('webhooks.resume', () => {
  test('200: what a pause has kept goes out', async () => {
    const partner = await site.registered()
    await site.sent(partner)
    await site.post(paths.pause, undefined, {}, partner)
    await site.happen(partner, 3)
    const { body } = await site.post(paths.resume, {}, {}, partner)
    expect(body.data).toMatchObject({ status: 'ACTIVE', scheduled: 4 })
    await site.publish()
    expect((await site.events(partner)).at(-1)).toBe('transitioned/enabled')
    expect(await site.audits(partner)).toContain('webhook.resume')
  })

  test('200: after it was disabled, from the first event that was skipped', async () => {
    const partner = await site.registered()
    await site.sent(partner)
    await site.happen(partner, 1)
    await site.disable(partner)
    const { body } = await site.post(paths.resume, {}, {}, partner)
    expect(body.data).toMatchObject({ status: 'ACTIVE', scheduled: 2 })
    expect((await site.rows(partner)).map(({ status, trigger }) => [status, trigger])).toEqual([
      ['DELIVERED', 'SCHEDULE'],
      ['DELIVERED', 'SCHEDULE'],
      ['PENDING', 'RECOVERY'],
      ['PENDING', 'RECOVERY'],
    ])
    const after = await site.get(paths.endpoint, partner)
    expect(after.body.data).not.toHaveProperty('skippedFrom')
  })

  test.each([
    [0, ['PENDING', 'PENDING', 'PENDING', 'PENDING']],
    [1, ['DELIVERED', 'PENDING', 'PENDING', 'PENDING']],
    [3, ['DELIVERED', 'DELIVERED', 'SKIPPED', 'PENDING']],
    [99, ['DELIVERED', 'DELIVERED', 'SKIPPED', 'SKIPPED']],
  ])(
    '200: after it was disabled, from %i events after the registration on, delivered or not',
    async (after, expected) => {
      const partner = await site.registered()
      await site.sent(partner)
      await site.happen(partner, 1)
      await site.disable(partner)
      const { body } = await site.post(
        paths.resume,
        { fromSequence: partner.first + after },
        {},
        partner,
      )
      const found = (await site.rows(partner)).map(({ status }) => status)
      expect(found).toEqual(expected)
      expect(body.data.scheduled).toBe(found.filter((status) => status === 'PENDING').length)
    },
  )

  test('400: a sequence that cannot be one', async () => {
    const refused = await site.post(paths.resume, { fromSequence: 0 }, {}, site.second)
    expect(refusal(refused).slice(0, 2)).toEqual([400, 'FIELD_INVALID'])
  })

  test('404: nothing is registered', async () => {
    const refused = await site.post(paths.resume, {}, {}, site.second)
    expect(refusal(refused).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('409: VERSION_CONFLICT', async () => {
    const partner = await site.registered()
    await site.post(paths.pause, undefined, {}, partner)
    const refused = await site.post(paths.resume, {}, { 'if-match': '1' }, partner)
    expect(refusal(refused)).toMatchObject([409, 'VERSION_CONFLICT', { version: 2 }])
  })

  test('422: ILLEGAL_TRANSITION where it is active', async () => {
    const partner = await site.registered()
    const refused = await site.post(paths.resume, {}, {}, partner)
    expect(refusal(refused).slice(0, 2)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

describe('webhooks.test', () => {
  test('200: the delivery is there at once, with the event’s own id and the sample', async () => {
    const partner = await site.registered({ events: ['kyc'] })
    const sample = { note: 'Zażółć 🐢', n: 0.3, path: String.raw`\u0000` }
    const { status, body } = await site.post(paths.test, { sample }, {}, partner)
    expect(status).toBe(200)
    const { eventId, deliveryId } = body.data
    expect(deliveryId.slice('dlv_'.length)).toBe(eventId.slice('evt_'.length))
    const before = await site.get(`${paths.deliveries}/${deliveryId}`, partner)
    expect(before.body.data).toMatchObject({ eventId, status: 'PENDING', sequence: 0 })
    await site.publish()
    const after = await site.get(`${paths.deliveries}/${deliveryId}`, partner)
    expect(after.body.data).toMatchObject({
      status: 'PENDING',
      sequence: partner.first + 2,
      attempts: [],
    })
    expect(JSON.parse(after.body.data.body)).toMatchObject({
      eventCategory: 'webhook',
      eventType: 'test',
      eventStatus: 'ping',
      eventObject: { webhookUrl: url, sample, executionId: '', previousStatus: '' },
    })
    expect(await site.audits(partner)).toEqual(['webhook.register', 'webhook.test'])
  })

  test.each([
    ['more than 8 KiB', { text: 'x'.repeat(8_200) }],
    ['a NUL', { text: 'a\0b' }],
    ['half a character', { text: '\ud83d' }],
    ['a NUL behind a backslash', { text: '\\\0' }],
    ['no object', [1]],
  ])('400: %s', async (_, sample) => {
    const partner = await site.registered()
    const [status, code, detail] = refusal(await site.post(paths.test, { sample }, {}, partner))
    expect([status, code, detail.path]).toEqual([400, 'FIELD_INVALID', 'sample'])
  })

  test('404: nothing is registered', async () => {
    const refused = await site.post(paths.test, {}, {}, site.second)
    expect(refusal(refused).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('422: ILLEGAL_TRANSITION where it is disabled', async () => {
    const partner = await site.registered()
    await site.disable(partner)
    const refused = await site.post(paths.test, {}, {}, partner)
    expect(refusal(refused)).toMatchObject([422, 'ILLEGAL_TRANSITION', { from: 'DISABLED' }])
  })
})
