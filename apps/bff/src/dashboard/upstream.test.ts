import type { ServerResponse } from 'node:http'
import { scopesOfRole } from '@corridor/domain'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccessSite, minutes, openAccessSite } from '../../test/support/people/access.ts'
import {
  createAuthenticator,
  type SoftwareAuthenticator,
} from '../../test/support/people/authenticator.ts'
import {
  type AskedToUse,
  createBrowser,
  enrol,
  signIn,
  type TestBrowser,
} from '../../test/support/people/browser.ts'
import { startRemote } from '../../test/support/network/remote.ts'
import { codeOf, origin, type Session } from '../../test/support/people/staff.ts'
import { buildDashboard } from './app.ts'

const token = `cor_sandbox_${'a'.repeat(40)}`
const create = '/bff/api/v1/xfer/entity/create'
let remote: Awaited<ReturnType<typeof startRemote>>
let site: AccessSite
let browser: TestBrowser
let authenticator: SoftwareAuthenticator
let memberId: string

beforeAll(async () => {
  remote = await startRemote()
  site = await openAccessSite({ UPSTREAM_URL: remote.url, UPSTREAM_TOKEN: token })
  const made = await site.access.createPartner('Alfa')
  browser = createBrowser(buildDashboard(site.deps, new Hono()))
  authenticator = createAuthenticator(origin)
  await enrol(browser, authenticator, made.ok ? made.value.enrolment.enrolmentUrl : '')
  memberId = ((await browser.get('/bff/session')).json() as Session).member.memberId
})
afterAll(async () => {
  await remote.close()
  await site.close()
})
beforeEach(() => remote.answers((response) => void response.end('{"success":true}')))

const answering = (
  status: number,
  body: unknown,
  headers: Record<string, string | string[]> = {},
) =>
  remote.answers((response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })

describe('what goes out', () => {
  test('is the request with the console’s key and the acting member, and no more', async () => {
    const spoofed = {
      'idempotency-key': 'once',
      'if-match': '3',
      'x-api-token': 'cor_sandbox_of_somebody',
      authorization: 'Bearer cor_sandbox_of_somebody',
      'x-acting-member': 'mem_somebody',
      'x-acting-step-up': '2026-01-01T00:00:00.000Z',
      'x-acting-scopes': 'sandbox',
      'x-forwarded-for': '10.0.0.1',
      'x-real-ip': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      'last-event-id': '7',
    }
    await browser.send('POST', `${create}?a=1&a=2`, '{"type":"individual"}', spoofed)
    const { method, url, headers, body } = remote.last() ?? {}
    expect([method, url, body]).toEqual([
      'POST',
      '/api/v1/xfer/entity/create?a=1&a=2',
      '{"type":"individual"}',
    ])
    // What Node's own client adds does not come from the browser.
    const own = new Set([
      'host',
      'connection',
      'user-agent',
      'accept-language',
      'sec-fetch-mode',
      'accept-encoding',
      'content-length',
      'cache-control',
      'pragma',
    ])
    const sent = Object.entries(headers ?? {}).filter(([name]) => !own.has(name))
    expect(Object.fromEntries(sent)).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'once',
      'if-match': '3',
      'x-api-token': token,
      'x-acting-member': memberId,
      'x-acting-scopes': scopesOfRole.owner.join(' '),
    })
  })

  test('keeps the path as it was written', async () => {
    await browser.get('/bff/api/v1/xfer/entity/a%2Fb%20c?q=%2f')
    expect(remote.last()?.url).toBe('/api/v1/xfer/entity/a%2Fb%20c?q=%2f')
  })

  test('is nothing at all without a session, role, path or method', async () => {
    const before = remote.received.length
    const stranger = createBrowser(buildDashboard(site.deps, new Hono()))
    expect(codeOf(await stranger.get('/bff/api/v1/xfer/entity'))).toBe('STAFF_SESSION_ENDED')
    expect(codeOf(await browser.get('/bff/api/v1/nowhere'))).toBe('PATH_NOT_FOUND')
    const wrong = await browser.put('/bff/api/v1/xfer/entity', {})
    expect([wrong.status, codeOf(wrong)]).toEqual([405, 'METHOD_NOT_ALLOWED'])
    const large = await browser.post(create, 'x'.repeat(256 * 1024 + 1))
    expect([large.status, codeOf(large)]).toEqual([413, 'BODY_TOO_LARGE'])
    expect(remote.received).toHaveLength(before)
  })
})

describe('what comes back', () => {
  test('is the answer without cookies and without what identifies the server', async () => {
    answering(
      422,
      { success: false },
      {
        'set-cookie': ['__Host-sid=planted; Path=/; Secure', 'a=b'],
        server: 'nginx',
        'x-powered-by': 'x',
        'access-control-allow-origin': '*',
        'x-service-time': '2026-01-01T00:00:00.000Z',
        'x-request-id': 'req_remote',
        'idempotency-replayed': 'true',
      },
    )
    const reply = await browser.get('/bff/api/v1/xfer/entity')
    expect([reply.status, reply.text]).toEqual([422, '{"success":false}'])
    const headers = Object.fromEntries(reply.headers)
    expect(headers).toMatchObject({
      'x-service-time': '2026-01-01T00:00:00.000Z',
      'x-request-id': 'req_remote',
      'idempotency-replayed': 'true',
      'cache-control': 'no-store',
    })
    for (const name of ['set-cookie', 'server', 'x-powered-by', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name)
    expect((await browser.get('/bff/session')).status).toBe(200)
  })

  const refused = (code: string) => ({ success: false, message: '', error: { code } })

  test.each([
    'OTP_INVALID',
    'OTP_EXPIRED',
    'SESSION_EXPIRED',
    'OIDC_TOKEN_INVALID',
    'OIDC_NONCE_MISMATCH',
  ])('401 %s belongs to the form and passes', async (code) => {
    answering(401, refused(code))
    const reply = await browser.post('/bff/api/v1/wallets/ent_1/start-session', {})
    expect([reply.status, codeOf(reply)]).toEqual([401, code])
  })

  test.each([
    'API_KEY_INVALID',
    'API_KEY_REVOKED',
    'API_KEY_EXPIRED',
    'AUTH_AMBIGUOUS',
    'STAFF_SESSION_ENDED',
    'else',
  ])('503: a 401 %s is about the key, not about the member', async (code) => {
    answering(401, refused(code))
    const reply = await browser.get('/bff/api/v1/xfer/entity')
    expect([reply.status, codeOf(reply)]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect(reply.headers.get('retry-after')).toBe('1')
  })

  test('503: a 401 that is no JSON', async () => {
    answering(401, '<html>')
    expect(codeOf(await browser.get('/bff/api/v1/xfer/entity'))).toBe('PROVIDER_UNAVAILABLE')
  })

  test('503 while no server answers there, also for the stream', async () => {
    remote.answers((response) => void response.destroy())
    for (const path of ['/bff/api/v1/xfer/entity', '/bff/events']) {
      const reply = await browser.get(path)
      expect([reply.status, codeOf(reply)]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    }
  })

  test('never is the token, nor a redirect that is followed', async () => {
    answering(302, '', { location: 'http://169.254.169.254/' })
    const before = remote.received.length
    const reply = await browser.get('/bff/api/v1/xfer/entity')
    expect(reply.status).toBe(302)
    expect(remote.received).toHaveLength(before + 1)
    expect(JSON.stringify([...reply.headers]) + reply.text).not.toContain(token)
  })
})

describe('a confirmation by passkey', () => {
  const action = {
    method: 'POST',
    path: '/api/v1/xfer/entity/create',
    body: { b: [1, 2.5], a: 'x' },
  }

  async function confirm(what: object) {
    const asked = await browser.post('/bff/step-up/options', { action: what })
    const { challengeId, ...options } = asked.json() as AskedToUse
    expect(options.allowCredentials).toHaveLength(1)
    const before = browser.cookies.get('__Host-sid')
    const reply = await browser.post('/bff/step-up/finish', {
      challengeId,
      assertion: authenticator.get(options),
    })
    expect(reply.status).toBe(200)
    expect(browser.cookies.get('__Host-sid')).not.toBe(before)
    return before
  }
  const confirmedAt = () => remote.last()?.headers['x-acting-step-up']

  test('goes with exactly that request, whatever the order of its members, and once', async () => {
    const at = site.clock.realTime().toISOString()
    await confirm(action)
    await browser.post(create, { a: 'x', b: [1, 2.5] })
    expect(confirmedAt()).toBe(at)
    await browser.post(create, { a: 'x', b: [1, 2.5] })
    expect(confirmedAt()).toBeUndefined()
  })

  test.each([
    ['another content', create, { a: 'x', b: [1, 2.6] }],
    ['another order in a list', create, { a: 'x', b: [2.5, 1] }],
    ['another operation', '/bff/api/v1/xfer/transaction/simulate', { a: 'x', b: [1, 2.5] }],
  ])('does not go with %s', async (_, path, body) => {
    await confirm(action)
    await browser.post(path, body)
    expect(confirmedAt()).toBeUndefined()
  })

  test('is worth nothing after five minutes', async () => {
    await confirm(action)
    site.clock.advance(5 * minutes)
    await browser.post(create, action.body)
    expect(confirmedAt()).toBeUndefined()
  })

  test('ends the id that the session had before', async () => {
    const before = await confirm(action)
    const thief = createBrowser(buildDashboard(site.deps, new Hono()))
    thief.cookies.set('__Host-sid', before ?? '')
    expect((await thief.get('/bff/session')).status).toBe(401)
  })

  test('400 and 401: of another session, of no session, or by an unverified person', async () => {
    const asked = (await browser.post('/bff/step-up/options', { action })).json() as AskedToUse
    const lying = {
      challengeId: asked.challengeId,
      assertion: authenticator.get(asked, { userVerified: false }),
    }
    expect(codeOf(await browser.post('/bff/step-up/finish', lying))).toBe('PASSKEY_REFUSED')
    const again = { challengeId: asked.challengeId, assertion: authenticator.get(asked) }
    expect(codeOf(await browser.post('/bff/step-up/finish', again))).toBe('CHALLENGE_INVALID')
    const elsewhere = createBrowser(buildDashboard(site.deps, new Hono()))
    await signIn(elsewhere, authenticator)
    const foreign = (await elsewhere.post('/bff/step-up/options', { action })).json() as AskedToUse
    const carried = { challengeId: foreign.challengeId, assertion: authenticator.get(foreign) }
    expect(codeOf(await browser.post('/bff/step-up/finish', carried))).toBe('CHALLENGE_INVALID')
    const stranger = createBrowser(buildDashboard(site.deps, new Hono()))
    expect((await stranger.post('/bff/step-up/options', { action })).status).toBe(401)
    expect(codeOf(await browser.post('/bff/step-up/options', {}))).toBe('FIELD_REQUIRED')
  })
})
