import { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'
import { minutes } from './support/people/access.ts'
import { createAuthenticator, type SoftwareAuthenticator } from './support/people/authenticator.ts'
import { createBrowser, enrol, signIn, type TestBrowser } from './support/people/browser.ts'
import { codeOf, sharedStaffSite, origin, type Session } from './support/people/staff.ts'
import { withClient } from '../src/db/server/server.ts'
import { buildDashboard } from '../src/dashboard/app.ts'

const site = sharedStaffSite()
let browser: TestBrowser
let authenticator: SoftwareAuthenticator

beforeEach(() => {
  browser = createBrowser(site.app)
  authenticator = createAuthenticator(origin)
})

const session = async (from = browser) => (await from.get('/bff/session')).json() as Session
const cookie = () => browser.cookies.get('__Host-sid') ?? ''

describe('a session', () => {
  beforeEach(async () => {
    await enrol(browser, authenticator, await site.link())
  })

  test('ends after 30 idle minutes; looking at it does not keep it open, a person does', async () => {
    site.clock.advance(20 * minutes)
    expect((await browser.get('/bff/session')).status).toBe(200)
    site.clock.advance(9 * minutes)
    const kept = (await browser.post('/bff/session/keep-alive')).json() as Session
    const idleEnd = new Date(site.clock.realTime().getTime() + 30 * minutes).toISOString()
    expect(kept.idleExpiresAt).toBe(idleEnd)
    site.clock.advance(30 * minutes - 1)
    expect((await session()).idleExpiresAt).toBe(idleEnd)
    site.clock.advance(1)
    const ended = await browser.get('/bff/session')
    expect([ended.status, codeOf(ended)]).toEqual([401, 'STAFF_SESSION_ENDED'])
  })

  test.each([
    ['GET', undefined, true],
    ['GET', '1', false],
    // Only reading happens automatically.
    ['POST', '1', true],
  ])('%s with X-Background %s keeps it open: %s', async (method, background, keeps) => {
    const before = (await session()).idleExpiresAt
    site.clock.advance(5 * minutes)
    const body = method === 'GET' ? undefined : {}
    await browser.send(method, '/bff/api/v1/xfer/entity', body, { 'x-background': background })
    expect((await session()).idleExpiresAt > before).toBe(keeps)
  })

  test('ends after 12 hours whatever happens', async () => {
    const { expiresAt } = await session()
    for (let used = 0; used < 12 * 60 - 20; used += 20) {
      site.clock.advance(20 * minutes)
      expect((await browser.post('/bff/session/keep-alive')).status).toBe(200)
    }
    const last = await session()
    expect([last.expiresAt, last.idleExpiresAt]).toEqual([expiresAt, expiresAt])
    site.clock.advance(20 * minutes)
    expect((await browser.post('/bff/session/keep-alive')).status).toBe(401)
  })

  test('ends by signing out, at once and for good; signing out twice is fine', async () => {
    const before = cookie()
    expect((await browser.post('/bff/sign-out')).status).toBe(204)
    expect(browser.cookies.size).toBe(0)
    browser.cookies.set('__Host-sid', before)
    expect((await browser.get('/bff/session')).status).toBe(401)
    expect((await browser.post('/bff/sign-out')).status).toBe(204)
  })

  test('ends with its member', async () => {
    await withClient(site.deps.db.adminUrl, (client) =>
      client.query('update member set removed_at = now() where removed_at is null'),
    )
    expect((await browser.get('/bff/session')).status).toBe(401)
    expect(codeOf(await signIn(browser, authenticator))).toBe('PASSKEY_UNKNOWN')
  })

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5000)])(
    'is not opened by %.20s',
    async (value) => {
      browser.cookies.set('__Host-sid', value)
      expect(codeOf(await browser.get('/bff/session'))).toBe('STAFF_SESSION_ENDED')
    },
  )

  test('has a cookie without Secure where the operator allowed plain http', async () => {
    const settings = { BASE_URL: 'http://corridor.test:8787', COOKIE_INSECURE: 'on' } as const
    const deps = { ...site.deps, config: { ...site.deps.config, ...settings } }
    const plain = createBrowser(buildDashboard(deps, new Hono()), settings.BASE_URL)
    const own = createAuthenticator(settings.BASE_URL)
    const reply = await enrol(plain, own, await site.link())
    expect(reply.status).toBe(200)
    const [line = ''] = reply.headers.getSetCookie()
    expect(line).toMatch(/^sid=[^;]+; (?!.*Secure)/)
    expect((await plain.get('/bff/session')).status).toBe(200)
  })
})

describe('notes', () => {
  beforeEach(async () => {
    await enrol(browser, authenticator, await site.link())
  })

  test('200: preferences are kept for the member', async () => {
    expect((await browser.get('/bff/preferences')).json()).toEqual({})
    const chosen = { zone: 'Europe/Berlin', density: 'compact' }
    expect((await browser.put('/bff/preferences', chosen)).status).toBe(200)
    expect((await browser.get('/bff/preferences')).json()).toEqual(chosen)
  })

  test('200: a draft is saved, replaced, read by its member alone, and deleted', async () => {
    const draft = (amount: string) => ({
      kind: 'transfer',
      title: `Rent ${amount}`,
      body: { amount },
    })
    const path = '/bff/drafts/transfer-1'
    expect((await browser.put(path, draft('12'))).json()).toMatchObject({ version: 1 })
    expect((await browser.put(path, draft('13'))).json()).toMatchObject({ version: 2 })
    expect((await browser.get(path)).json()).toEqual({ amount: '13' })
    const other = createBrowser(site.app)
    await enrol(other, createAuthenticator(origin), await site.link())
    const others = await other.get(path)
    expect([others.status, others.json()]).toEqual([200, null])
    expect((await other.remove(path)).status).toBe(204)
    expect((await browser.get(path)).json()).toEqual({ amount: '13' })
    expect((await browser.remove(path)).status).toBe(204)
    const gone = await browser.get(path)
    expect([gone.status, gone.json()]).toEqual([200, null])
  })

  test('200: drafts are listed for their member alone, the newest first, without what they hold', async () => {
    const own = createBrowser(site.app)
    await enrol(own, createAuthenticator(origin), await site.link())
    expect((await own.get('/bff/drafts')).json()).toEqual({ data: [] })
    for (const draftId of ['old', 'new']) {
      site.clock.advance(1)
      const draft = { kind: 'new-entity', title: `Lena ${draftId}`, body: { taxId: 'kept' } }
      await own.put(`/bff/drafts/${draftId}`, draft)
    }
    const updatedAt = expect.any(String)
    expect((await own.get('/bff/drafts')).json()).toEqual({
      data: [
        { draftId: 'new', kind: 'new-entity', title: 'Lena new', updatedAt },
        { draftId: 'old', kind: 'new-entity', title: 'Lena old', updatedAt },
      ],
    })
    expect(JSON.stringify((await browser.get('/bff/drafts')).json())).not.toContain('Lena')
  })

  test('200: the oldest of more than 100 drafts gives way', async () => {
    for (let n = 0; n <= 100; n += 1) {
      site.clock.advance(1)
      await browser.put(`/bff/drafts/d${n}`, { kind: 'transfer', title: '', body: { n } })
    }
    expect((await browser.get('/bff/drafts/d0')).json()).toBeNull()
    expect((await browser.get('/bff/drafts/d1')).json()).toEqual({ n: 1 })
  })

  test.each([
    ['PUT', '/bff/preferences', '[]', 400, 'FIELD_INVALID'],
    ['PUT', '/bff/preferences', '{"a":"\\ud800"}', 400, 'BODY_INVALID_JSON'],
    ['PUT', '/bff/drafts/a', `"${'x'.repeat(65_536)}"`, 413, 'BODY_TOO_LARGE'],
    ['PUT', '/bff/drafts/a', '['.repeat(40) + ']'.repeat(40), 400, 'BODY_INVALID_JSON'],
    ['PUT', '/bff/drafts/a%20b', '{}', 404, 'RECORD_NOT_FOUND'],
    ['PUT', '/bff/drafts/a', '{"title":"","body":{}}', 400, 'FIELD_REQUIRED'],
    ['PUT', '/bff/drafts/a', '{"kind":"No","title":"","body":{}}', 400, 'FIELD_INVALID'],
    ['GET', '/bff/nowhere', undefined, 404, 'PATH_NOT_FOUND'],
  ] as const)('%s %s with %.20s: %i %s', async (method, path, body, status, code) => {
    const reply = await browser.send(method, path, body)
    expect([reply.status, codeOf(reply)]).toEqual([status, code])
  })

  test.each([
    '/bff/preferences',
    '/bff/drafts',
    '/bff/drafts/a',
    '/bff/session',
    '/bff/events',
    '/bff/api/v1/xfer/entity',
  ])('401: %s without a session', async (path) => {
    const reply = await createBrowser(site.app).get(path)
    expect([reply.status, codeOf(reply)]).toEqual([401, 'STAFF_SESSION_ENDED'])
  })
})
