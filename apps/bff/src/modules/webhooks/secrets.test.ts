import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../test/support/people/authenticator.ts'
import type { Partner } from '../../../test/support/process/bff.ts'
import { confirm, createBrowser, enrol } from '../../../test/support/people/browser.ts'
import { codeOf, origin } from '../../../test/support/people/staff.ts'
import { type Receiver, startReceiver } from '../../../test/support/events/webhook-receiver.ts'
import {
  idOf,
  otherUrl,
  paths,
  refusal,
  type Site,
  startWebhookSite,
  url,
} from '../../../test/support/events/webhook-site.ts'
import { findEndpoint } from './endpoint/store.ts'
import { openSecret, validSecrets } from './endpoint/secret-store.ts'
import { signatureHeader } from './endpoint/signature.ts'

let site: Site
let receiver: Receiver
beforeAll(async () => {
  site = await startWebhookSite()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await site.close()
})

const hour = 3_600_000

/** The texts that sign for a partner now, the newest first. */
async function signing(partner: Partner): Promise<string[]> {
  const rows = await site.deps.db.asWorker(async (tx) => {
    const of = await findEndpoint(tx, { partnerId: idOf(partner) })
    return of ? validSecrets(tx, of) : []
  })
  return rows.map((row) => openSecret(site.deps.kek, row))
}

describe('webhooks.rotateSecret', () => {
  test('200: the old secret signs beside the new one for 24 hours', async () => {
    const partner = await site.registered()
    const { status, body } = await site.post(paths.rotate, {}, {}, partner)
    expect(status).toBe(200)
    const { signingSecret, previousValidUntil } = body.data
    expect(signingSecret).toMatch(/^whsec_/)
    expect(await signing(partner)).toEqual([signingSecret, partner.secret])
    const endpoint = await site.get(paths.endpoint, partner)
    expect(endpoint.body.data.secrets).toMatchObject([
      { hint: signingSecret.replace('=', '').slice(-4) },
      { validUntil: previousValidUntil },
    ])
    expect(endpoint.body.data.secrets[0]).not.toHaveProperty('validUntil')
    const { createdAt } = endpoint.body.data.secrets[0]
    expect((Date.parse(previousValidUntil) - Date.parse(createdAt)) / hour).toBeCloseTo(24, 2)
    await site.publish()
    expect((await site.events(partner)).at(-1)).toBe('updated/secret_rotated')
    expect(await site.audits(partner)).toEqual(['webhook.register', 'webhook.rotate_secret'])
  })

  test('200: without overlap the new one signs alone', async () => {
    const partner = await site.registered()
    const { body } = await site.post(paths.rotate, { overlapHours: 0 }, {}, partner)
    expect(await signing(partner)).toEqual([body.data.signingSecret])
  })

  test('200: again within the overlap, all that are valid sign, until their own ends', async () => {
    const partner = await site.registered()
    const answer = await site.post(paths.rotate, { overlapHours: 1 }, {}, partner)
    const two = await site.post(paths.rotate, { overlapHours: 168 }, {}, partner)
    const [first, second] = [answer, two].map(({ body }) => body.data.signingSecret)
    expect(await signing(partner)).toEqual([second, first, partner.secret])
    await site.advance(2 * 3_600)
    expect(await signing(partner)).toEqual([second, first])
  })

  test('200: repeated with its key, the same secret; and none is readable in the database', async () => {
    const partner = await site.newPartner()
    const key = { 'idempotency-key': 'once' }
    const made = await site.put({ webhookUrl: url }, partner, key)
    const again = await site.put({ webhookUrl: url }, partner, key)
    const { signingSecret } = made.body.data
    expect(signingSecret).toMatch(/^whsec_/)
    expect(again.body).toEqual(made.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const rotated = await site.post(paths.rotate, {}, key, partner)
    expect((await site.post(paths.rotate, {}, key, partner)).body).toEqual(rotated.body)
    expect(await signing(partner)).toEqual([rotated.body.data.signingSecret, signingSecret])

    const { rows } = await site.deps.db.asWorker((tx) =>
      sql<{ dump: string }>`
        select string_agg(k::text, '')
          || (select string_agg(s::text, '') from webhook_secret s)
          || (select string_agg(e::text, '') from event e)
          || (select string_agg(a::text, '') from audit a) as dump
        from idempotency_key k where partner_id = ${idOf(partner)}`.execute(tx),
    )
    const dump = rows[0]?.dump ?? ''
    expect(dump).toContain('once')
    for (const secret of [signingSecret, rotated.body.data.signingSecret]) {
      const text: string = secret.slice('whsec_'.length)
      const forms = [Buffer.from(text), Buffer.from(text, 'base64')]
      for (const form of [text, ...forms.map((bytes) => bytes.toString('hex'))])
        expect(dump).not.toContain(form)
    }
  })

  test('200: an answer stored before secrets were sealed is returned unchanged', async () => {
    const partner = await site.registered()
    const key = { 'idempotency-key': 'old' }
    const data = { signingSecret: 'whsec_old', previousValidUntil: '2026-01-01T00:00:00.000Z' }
    const old = { success: true, message: 'As it was.', data }
    const asked = await site.post(paths.rotate, { overlapHours: 5 }, key, partner)
    await site.deps.db.asWorker((tx) =>
      sql`update idempotency_key set body = ${JSON.stringify(old)}::jsonb, sealed_body = null
        where partner_id = ${idOf(partner)} and key = 'old'`.execute(tx),
    )
    expect(asked.status).toBe(200)
    const again = await site.send(paths.rotate, {
      method: 'POST',
      body: { overlapHours: 5 },
      headers: key,
      token: partner.apiToken,
    })
    expect(again.body).toEqual(old)
  })

  test.each([[-1], [169], [1.5], ['24']])('400: an overlap of %s hours', async (overlapHours) => {
    const refused = await site.post(paths.rotate, { overlapHours }, {}, site.second)
    expect(refusal(refused)).toMatchObject([400, 'FIELD_INVALID', { path: 'overlapHours' }])
  })

  test('404: nothing is registered; the other partner’s secret is its own', async () => {
    const refused = await site.post(paths.rotate, {}, {}, site.second)
    expect(refusal(refused).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('422: ILLEGAL_TRANSITION where five would sign beside it', async () => {
    const partner = await site.registered()
    for (let n = 0; n < 4; n += 1) await site.post(paths.rotate, {}, {}, partner)
    expect(await signing(partner)).toHaveLength(5)
    const refused = await site.post(paths.rotate, {}, {}, partner)
    expect(refusal(refused).slice(0, 2)).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect((await site.post(paths.rotate, { overlapHours: 0 }, {}, partner)).status).toBe(200)
    expect(await signing(partner)).toHaveLength(5)
  })
})

describe('webhooks.setOverlap', () => {
  test('200: old secrets sign for so many more hours', async () => {
    const partner = await site.registered()
    await site.post(paths.rotate, { overlapHours: 1 }, {}, partner)
    const { body } = await site.post(paths.overlap, { hours: 100 }, {}, partner)
    const [newest, older] = body.data.secrets
    expect((Date.parse(older.validUntil) - Date.parse(newest.createdAt)) / hour).toBeCloseTo(100, 2)
    expect(await site.audits(partner)).toContain('webhook.set_overlap')
  })

  test('200: 0 ends them now', async () => {
    const partner = await site.registered()
    const rotated = await site.post(paths.rotate, {}, {}, partner)
    const { body } = await site.post(paths.overlap, { hours: 0 }, {}, partner)
    expect(body.data.secrets).toHaveLength(1)
    expect(await signing(partner)).toEqual([rotated.body.data.signingSecret])
  })

  test('400: more than a week, or nothing', async () => {
    const tooLong = await site.post(paths.overlap, { hours: 169 }, {}, site.second)
    expect(refusal(tooLong).slice(0, 2)).toEqual([400, 'FIELD_INVALID'])
    const nothing = await site.post(paths.overlap, {}, {}, site.second)
    expect(refusal(nothing).slice(0, 2)).toEqual([400, 'FIELD_REQUIRED'])
  })

  test('404: nothing is registered', async () => {
    const refused = await site.post(paths.overlap, { hours: 1 }, {}, site.second)
    expect(refusal(refused).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('422: ILLEGAL_TRANSITION where no old secret signs any more', async () => {
    const partner = await site.registered()
    const refused = await site.post(paths.overlap, { hours: 1 }, {}, partner)
    expect(refusal(refused).slice(0, 2)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

describe('webhooks.check', () => {
  const names = ['ADDRESS', 'DNS', 'CONNECT', 'ANSWER']
  const check = (webhookUrl: string, partner: Partner) =>
    site.post(paths.check, { webhookUrl }, {}, partner)

  test('200: a receiver that answers well, sent a ping that the present secret signs', async () => {
    const partner = await site.registered()
    receiver.answer({ status: 204 })
    const { status, body } = await check(receiver.url, partner)
    expect([status, body.data.ok, body.data.httpStatus]).toEqual([200, true, 204])
    const { steps } = body.data as { steps: { name: string; ok: boolean }[] }
    expect(steps.map(({ name, ok }) => [name, ok])).toEqual(names.map((name) => [name, true]))
    const { headers = {}, body: sent = '' } = receiver.received.at(-1) ?? {}
    const id = headers['webhook-id'] ?? ''
    const timestamp = Number(headers['webhook-timestamp'])
    expect(headers['webhook-signature']).toBe(
      signatureHeader([partner.secret], { id, timestamp, body: sent }),
    )
    expect(JSON.parse(sent)).toMatchObject({
      eventId: id,
      eventCategory: 'webhook',
      eventType: 'test',
      eventObject: { webhookUrl: receiver.url },
    })
  })

  test('200: before any registration, and nothing of it is kept', async () => {
    const before = await site.get(paths.endpoint, site.second)
    expect((await check(receiver.url, site.second)).body.data.ok).toBe(true)
    await site.publish()
    expect((await site.get(paths.endpoint, site.second)).body).toEqual(before.body)
    const list = await site.get(paths.deliveries, site.second)
    expect(list.body.data).toEqual([])
  })

  test.each([
    ['https://10.1.2.3/x', 'ADDRESS', '10.1.2.3'],
    ['nonsense', 'ADDRESS', 'not a URL'],
    ['https://receiver.invalid/x', 'DNS', 'looked up'],
    [url, 'CONNECT', 'ECONNREFUSED'],
  ])('200: %s ends at %s', async (webhookUrl, name, text) => {
    const { status, body } = await check(webhookUrl, site.second)
    expect([status, body.data.ok, body.data.httpStatus]).toEqual([200, false, null])
    const steps = body.data.steps as { name: string; ok: boolean; detail: string }[]
    expect(steps.map((step) => step.name)).toEqual(names)
    const ended = steps.find(({ ok }) => !ok)
    expect([ended?.name, ended?.detail]).toEqual([name, expect.stringContaining(text)])
  })

  test.each([
    [302, { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    [500, { status: 500, body: 'secrets of the receiver' }],
  ])(
    '200: a receiver that answers %i does not work, and its message is not passed on',
    async (code, reply) => {
      receiver.answer(reply)
      const { body } = await check(receiver.url, site.second)
      expect(body.data).toMatchObject({ ok: false, httpStatus: code })
      expect(body.data.steps[3]).toMatchObject({ name: 'ANSWER', ok: false })
      expect(JSON.stringify(body)).not.toContain('secrets of')
    },
  )

  test('200: a receiver that hangs up is connected, and no answer', async () => {
    receiver.answer('CUT')
    const { body } = await check(receiver.url, site.second)
    const steps = body.data.steps as { ok: boolean }[]
    expect(steps.map(({ ok }) => ok)).toEqual([true, true, true, false])
  })

  test('400: no address', async () => {
    const refused = await site.post(paths.check, {}, {}, site.second)
    expect(refusal(refused).slice(0, 2)).toEqual([400, 'FIELD_REQUIRED'])
  })

  test('403: a key that only reads', async () => {
    const apiToken = await site.issue(site.second.svcPartnerId, ['webhooks:read'])
    const refused = await check(url, { ...site.second, apiToken })
    expect(refusal(refused).slice(0, 2)).toEqual([403, 'SCOPE_MISSING'])
  })
})

test('webhooks.check, 429: five at once, or strangers’ servers would hold up this one', async () => {
  receiver.answer('STALL')
  const sent = (partner: Partner) =>
    site.post(paths.check, { webhookUrl: receiver.url }, {}, partner)
  const five = Array.from({ length: 5 }, () => sent(site.second))
  await expect.poll(receiver.waiting).toBe(5)
  const refused = await sent(site.second)
  expect(refusal(refused).slice(0, 2)).toEqual([429, 'RATE_LIMITED'])
  expect(refused.headers.get('retry-after')).toBe('1')
  receiver.answer({ status: 200 })
  expect((await sent(site.first)).body.data.ok).toBe(true)
  receiver.release()
  expect((await Promise.all(five)).map(({ body }) => body.data.ok)).not.toContain(false)
  expect((await sent(site.second)).status).toBe(200)
})

describe('from the dashboard', () => {
  const bff = (path: string) => `/bff${path}`

  test('address and secrets are changed with a passkey for exactly this, and by no other way', async () => {
    const partner = await site.newPartner()
    const link = await site.access.createEnrolmentLink(partner.svcPartnerId, 'developer')
    const browser = createBrowser(site.instance.app.all)
    const authenticator = createAuthenticator(origin)
    expect(
      (await enrol(browser, authenticator, link.ok ? link.value.enrolmentUrl : '')).status,
    ).toBe(200)
    const confirmed = async (method: 'PUT' | 'POST', path: string, body: object) => {
      await confirm(browser, authenticator, { method, path, body })
      return browser.send(method, bff(path), body)
    }
    const refused = { status: 403, code: 'PRIMARY_AUTH_REQUIRED' }
    const plain = async (method: 'PUT' | 'POST', path: string, body: object) => {
      const reply = await browser.send(method, bff(path), body)
      return reply.status === 200 ? reply.status : { status: reply.status, code: codeOf(reply) }
    }

    expect(await plain('PUT', paths.register, { webhookUrl: url })).toEqual(refused)
    expect((await confirmed('PUT', paths.register, { webhookUrl: url })).status).toBe(200)
    expect(await plain('PUT', paths.register, { webhookUrl: otherUrl })).toEqual(refused)
    expect(await plain('POST', paths.rotate, {})).toEqual(refused)
    expect((await confirmed('POST', paths.rotate, {})).status).toBe(200)
    expect(await plain('POST', paths.overlap, { hours: 0 })).toEqual(refused)
    expect((await confirmed('POST', paths.overlap, { hours: 0 })).status).toBe(200)
    const chosen = { webhookUrl: url, events: ['kyc'] }
    expect(await plain('PUT', paths.register, chosen)).toEqual(refused)
    expect((await confirmed('PUT', paths.register, chosen)).status).toBe(200)
    // What is sent there is no less safe by a test.
    expect(await plain('POST', paths.test, {})).toBe(200)
    const { body } = await site.get(paths.endpoint, partner)
    expect(body.data).toMatchObject({ webhookUrl: url, events: ['kyc'] })
  })

  test('a kept answer with a secret is given again to nobody who did not confirm', async () => {
    const partner = await site.newPartner()
    const enter = async (role: 'developer' | 'viewer') => {
      const link = await site.access.createEnrolmentLink(partner.svcPartnerId, role)
      const browser = createBrowser(site.instance.app.all)
      const authenticator = createAuthenticator(origin)
      await enrol(browser, authenticator, link.ok ? link.value.enrolmentUrl : '')
      return { browser, authenticator }
    }
    const [developer, other, viewer] = [
      await enter('developer'),
      await enter('developer'),
      await enter('viewer'),
    ]
    const requests = [
      { method: 'PUT', path: paths.register, body: { webhookUrl: url } },
      { method: 'POST', path: paths.rotate, body: { overlapHours: 1 } },
    ]
    for (const action of requests) {
      const { method, path, body } = action
      const ask = ({ browser }: typeof developer) =>
        browser.send(method, bff(path), body, { 'idempotency-key': 'once' })
      await confirm(developer.browser, developer.authenticator, action)
      const made = await ask(developer)
      expect(made.text).toContain('whsec_')
      const refused = []
      for (const who of [developer, other, viewer]) refused.push(await ask(who))
      await confirm(developer.browser, developer.authenticator, { ...action, body: {} })
      refused.push(await ask(developer))
      expect(refused.map((reply) => [reply.status, codeOf(reply)])).toEqual([
        [403, 'PRIMARY_AUTH_REQUIRED'],
        [403, 'PRIMARY_AUTH_REQUIRED'],
        [403, 'SCOPE_MISSING'],
        [403, 'PRIMARY_AUTH_REQUIRED'],
      ])
      for (const { text } of refused) expect(text).not.toContain('whsec_')
      await confirm(developer.browser, developer.authenticator, action)
      const again = await ask(developer)
      expect(again.text).toBe(made.text)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
  })
})
