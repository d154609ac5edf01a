import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  idOf,
  otherUrl,
  paths,
  refusal,
  type Site,
  startWebhookSite,
  url,
} from '../../../test/support/events/webhook-site.ts'
import { createRegistration } from './registration.ts'

let site: Site
beforeAll(async () => {
  site = await startWebhookSite()
})
afterAll(() => site.close())

const anonymous = { svcPartnerId: '', apiToken: '' }
const states = (rows: { status: string; reason: string }[]) =>
  rows.map(({ status, reason }) => (reason === '' ? status : `${status} ${reason}`))

describe('webhooks.registeredUrl', () => {
  test('200: a bare object; an empty text before any registration, and for another partner', async () => {
    expect((await site.get(paths.register, site.second)).body).toEqual({ webhookUrl: '' })
    const partner = await site.registered()
    expect((await site.get(paths.register, partner)).body).toEqual({ webhookUrl: url })
    expect((await site.get(paths.register, site.second)).body).toEqual({ webhookUrl: '' })
  })

  test('401: no key', async () => {
    expect(refusal(await site.get(paths.register, anonymous))[1]).toBe('API_KEY_MISSING')
  })

  test('403: a key without webhooks:read', async () => {
    const token = await site.issue(site.first.svcPartnerId, ['webhooks:write'])
    const { status, body } = await site.send(paths.register, { token })
    expect([status, body.error.code]).toEqual([403, 'SCOPE_MISSING'])
  })
})

describe('webhooks.register', () => {
  test('200: the first one returns the secret, and a signed test event follows', async () => {
    const partner = await site.newPartner()
    const { status, body } = await site.put({ webhookUrl: url, events: ['kyc'] }, partner)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      message: expect.stringContaining('registered'),
      data: {
        webhookUrl: url,
        signingSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        status: 'ACTIVE',
        description: '',
        events: ['kyc'],
        retryPreset: 'standard',
        version: 1,
      },
    })
    await site.publish()
    expect(await site.events(partner)).toEqual(['updated/registered', 'test/ping'])
    // The selection leaves out events about the registration, but never a test event.
    expect(states(await site.rows(partner)).toSorted()).toEqual(['PENDING', 'SKIPPED FILTERED'])
    expect(await site.audits(partner)).toEqual(['webhook.register'])
  })

  test('200: the same again changes nothing and returns no secret', async () => {
    const partner = await site.registered({ events: ['kyc', 'kyc'], description: 'Mine' })
    const same = { webhookUrl: url, events: ['kyc'], description: 'Mine' }
    const { status, body } = await site.put(same, partner)
    expect([status, body.message]).toEqual([200, expect.stringContaining('already')])
    expect(body.data).toMatchObject({ version: 1 })
    expect(body.data).not.toHaveProperty('signingSecret')
    await site.publish()
    expect(await site.events(partner)).toEqual(['updated/registered', 'test/ping'])
    expect(await site.audits(partner)).toEqual(['webhook.register'])
  })

  test('200: other settings are a change that is published, and what is left out is as at first', async () => {
    const partner = await site.registered({ description: 'Mine', retryPreset: 'short' })
    const { body } = await site.put({ webhookUrl: url, events: ['wallet.created'] }, partner)
    expect(body.data).toMatchObject({
      description: '',
      retryPreset: 'standard',
      events: ['wallet.created'],
      version: 2,
    })
    await site.publish()
    expect((await site.events(partner)).at(-1)).toBe('updated/updated')
    expect(await site.audits(partner)).toEqual(['webhook.register', 'webhook.update'])
  })

  test('200: another URL is published, open deliveries start again for it, and nothing is lost', async () => {
    const partner = await site.registered()
    await site.sent(partner)
    await site.happen(partner, 1)
    await site.fail(partner, 'RETRYING')
    await site.happen(partner, 1)
    const unpublished = await site.post(paths.test, {}, {}, partner)
    await site.put({ webhookUrl: otherUrl }, partner)
    await site.publish()
    const rows = await site.rows(partner)
    const old = rows.filter((row) => row.url === url)
    expect(states(old)).toEqual([
      'DELIVERED',
      'DELIVERED',
      'CANCELLED ENDPOINT_REPLACED',
      'CANCELLED ENDPOINT_REPLACED',
    ])
    const fresh = rows.filter((row) => row.url === otherUrl)
    expect(states(fresh)).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING', 'PENDING'])
    const eventsOf = (list: typeof rows) => list.map((row) => row.sequence)
    const from = partner.first + 2
    expect(eventsOf(fresh)).toEqual([from, from + 1, from + 2, from + 3, from + 4])
    expect(eventsOf(old).slice(2)).toEqual([from, from + 1])
    const known = await site.get(`${paths.deliveries}/${unpublished.body.data.deliveryId}`, partner)
    expect(known.body.data).toMatchObject({ url: otherUrl, status: 'PENDING', sequence: from + 2 })
    expect((await site.events(partner)).slice(-2)).toEqual(['updated/url_changed', 'test/ping'])
    const history = await site.get(
      '/api/v1/xfer/utility/webhook/events?status=url_changed',
      partner,
    )
    expect(history.body.data[0]).toMatchObject({
      eventObject: { webhookUrl: otherUrl, previousWebhookUrl: url },
      changes: { fields: ['webhookUrl'] },
    })
    expect(await site.audits(partner)).toContain('webhook.change_url')
  })

  test('200: one that is disabled is enabled, and gets what it missed', async () => {
    const partner = await site.registered()
    await site.sent(partner)
    await site.happen(partner, 2)
    await site.disable(partner)
    await site.happen(partner, 1)
    expect(states(await site.rows(partner)).slice(2)).toEqual(
      Array.from({ length: 4 }, () => 'SKIPPED DISABLED'),
    )
    const { body } = await site.put({ webhookUrl: url }, partner)
    expect(body.data.status).toBe('ACTIVE')
    await site.publish()
    expect((await site.rows(partner)).map(({ status }) => status)).toEqual([
      'DELIVERED',
      'DELIVERED',
      ...Array.from({ length: 5 }, () => 'PENDING'),
    ])
    expect((await site.events(partner)).slice(-1)).toEqual(['transitioned/enabled'])
  })

  test('200: one that is paused stays so', async () => {
    const partner = await site.registered()
    await site.post(paths.pause, undefined, {}, partner)
    const { body } = await site.put({ webhookUrl: otherUrl }, partner)
    expect(body.data).toMatchObject({ webhookUrl: otherUrl, status: 'PAUSED' })
  })

  test('200: live, it is not verified until a test event has arrived', async () => {
    const partner = await site.newPartner()
    const live = { ...site.deps, config: { ...site.deps.config, ENVIRONMENT: 'live' as const } }
    const caller = {
      partnerId: idOf(partner),
      svcPartnerId: partner.svcPartnerId,
      isConsole: false,
      isConfirmed: false,
      scopes: new Set<never>(),
      actor: { type: 'api_key', id: 'key_x' },
      requestId: 'req_x',
    } as const
    const settings = { url, description: '', retry_preset: 'standard' } as const
    const made = await site.deps.db.withPartner(caller.partnerId, (tx) =>
      createRegistration(live).register(tx, caller, { ...settings, events: [] }),
    )
    expect(made).toMatchObject({ ok: true, value: { row: { status: 'UNVERIFIED' } } })
  })

  test('200: with If-Match, while the version is that one', async () => {
    const partner = await site.registered()
    const { status } = await site.put({ webhookUrl: otherUrl }, partner, { 'if-match': '"1"' })
    expect(status).toBe(200)
  })

  test('200: two first ones at once are one registration', async () => {
    const partner = await site.newPartner()
    const answers = await Promise.all([1, 2].map(() => site.put({ webhookUrl: url }, partner)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.filter(({ body }) => body.data.signingSecret !== undefined)).toHaveLength(1)
  })

  test('400: no URL', async () => {
    const [status, code, detail] = refusal(await site.put({ events: ['nothing'] }, site.second))
    expect([status, code, detail.path]).toEqual([400, 'FIELD_REQUIRED', 'webhookUrl'])
  })

  test.each([
    ['', 'URL_MALFORMED'],
    ['example', 'URL_MALFORMED'],
    ['ftp://example.com/x', 'SCHEME_NOT_ALLOWED'],
    ['https://user@example.com/x', 'USERINFO_NOT_ALLOWED'],
    ['https://example.com:22/x', 'PORT_NOT_ALLOWED'],
    ['https://0x7f.1/x', 'HOST_NOT_CANONICAL'],
    ['https://receiver/x', 'HOST_NOT_PUBLIC'],
    ['https://10.1.2.3/x', 'ADDRESS_NOT_PUBLIC'],
    ['https://169.254.169.254/latest', 'ADDRESS_NOT_PUBLIC'],
    [`https://example.com/${'x'.repeat(2_100)}`, 'URL_TOO_LONG'],
  ])(
    '400: an address that must not be called, by the rule of line %#',
    async (webhookUrl, rule) => {
      const [status, code, detail] = refusal(await site.put({ webhookUrl }, site.second))
      expect([status, code]).toEqual([400, 'WEBHOOK_URL_INVALID'])
      expect(detail).toMatchObject({ path: 'webhookUrl', rule, message: expect.any(String) })
      expect((await site.get(paths.register, site.second)).body).toEqual({ webhookUrl: '' })
    },
  )

  test('400: names that match no event, each in its place, with those that are meant', async () => {
    const events = ['kyc', 'kyc.moved', 'nonsense']
    const { status, body } = await site.put({ webhookUrl: url, events }, site.second)
    expect([status, body.error.code]).toEqual([400, 'FIELD_INVALID'])
    expect(body.error.details).toMatchObject([
      {
        path: 'events.1',
        allowed: ['kyc', 'kyc.created', 'kyc.transitioned', 'kyc.action_required'],
      },
      { path: 'events.2', allowed: expect.arrayContaining(['transfer', 'webhook']) },
    ])
  })

  test.each([
    ['description', { description: 'x'.repeat(201) }],
    ['retryPreset', { retryPreset: 'often' }],
    ['events', { events: 'kyc' }],
  ])('400: %s out of its bounds', async (path, more) => {
    const [status, code, detail] = refusal(
      await site.put({ webhookUrl: url, ...more }, site.second),
    )
    expect([status, code, detail.path]).toEqual([400, 'FIELD_INVALID', path])
  })

  test('401: no key', async () => {
    expect(refusal(await site.put({ webhookUrl: url }, anonymous))[1]).toBe('API_KEY_MISSING')
  })

  test('403: a key without webhooks:write', async () => {
    const apiToken = await site.issue(site.second.svcPartnerId, ['webhooks:read'])
    const answer = await site.put({ webhookUrl: url }, { ...site.second, apiToken })
    expect(refusal(answer)[1]).toBe('SCOPE_MISSING')
  })

  test('409: VERSION_CONFLICT, where it was changed since, or is not there', async () => {
    const partner = await site.registered()
    const stale = await site.put({ webhookUrl: otherUrl }, partner, { 'if-match': '"7"' })
    expect(refusal(stale)).toMatchObject([409, 'VERSION_CONFLICT', { version: 1 }])
    const none = await site.put({ webhookUrl: url }, site.second, { 'if-match': '"1"' })
    expect(refusal(none)).toMatchObject([409, 'VERSION_CONFLICT', { version: 0 }])
  })
})
