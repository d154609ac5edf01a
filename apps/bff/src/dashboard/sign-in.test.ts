import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { scopesOfRole } from '@corridor/domain'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccessSite, hours, minutes, openAccessSite } from '../../test/support/access.ts'
import {
  createAuthenticator,
  type SoftwareAuthenticator,
} from '../../test/support/authenticator.ts'
import { createBrowser, enrol, signIn, type TestBrowser } from '../../test/support/browser.ts'
import { withClient } from '../db/server.ts'
import { buildDashboard } from './app.ts'

const origin = 'http://localhost:8787'
let site: AccessSite
let app: Hono
let svcPartnerId: string

beforeAll(async () => {
  site = await openAccessSite()
  app = buildDashboard(site.deps, new Hono())
  const made = await site.access.createPartner('Alfa')
  if (!made.ok) throw new Error(made.failure)
  svcPartnerId = made.value.svcPartnerId
})
afterAll(() => site.close())

let browser: TestBrowser
let authenticator: SoftwareAuthenticator
beforeEach(() => {
  browser = createBrowser(app)
  authenticator = createAuthenticator(origin)
})

type Session = {
  member: { memberId: string; name: string; role: string; permissions: string[] }
  workspace: { svcPartnerId: string; name: string }
  environment: string
  expiresAt: string
  idleExpiresAt: string
  serverTime: string
}
type Error = { success: false; message: string; error: { code: string; requestId: string } }

async function link(role: 'owner' | 'viewer' = 'owner'): Promise<string> {
  const made = await site.access.createEnrolmentLink(svcPartnerId, role)
  if (!made.ok) throw new Error(made.failure)
  return made.value.enrolmentUrl
}
const codeOf = (reply: { json: () => never }) => (reply.json() as Error).error.code
const tokenOf = (url: string) => url.split('/').at(-1) ?? ''
const session = async (from = browser) => (await from.get('/bff/session')).json() as Session
const cookie = () => browser.cookies.get('__Host-sid') ?? ''

describe('enrolment', () => {
  test('200: a link tells its workspace and role', async () => {
    const reply = await browser.get(`/bff/enrolments/${tokenOf(await link('viewer'))}`)
    expect(reply.status).toBe(200)
    const expiresAt = new Date(site.clock.realTime().getTime() + 72 * hours).toISOString()
    expect(reply.json()).toEqual({ workspaceName: 'Alfa', role: 'viewer', expiresAt })
  })

  test('200: makes a member who is signed in, with ten recovery codes', async () => {
    const reply = await enrol(browser, authenticator, await link())
    expect(reply.status).toBe(200)
    const { recoveryCodes, session: opened } = reply.json() as {
      recoveryCodes: string[]
      session: Session
    }
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(opened).toMatchObject({
      member: { name: 'Olga Owner', role: 'owner', permissions: [...scopesOfRole.owner] },
      workspace: { svcPartnerId, name: 'Alfa' },
      environment: 'sandbox',
    })
    expect(opened.member.memberId).toMatch(/^mem_[0-9a-z]{26}$/)
    expect(await session()).toEqual(opened)
  })

  test('the cookie is the host’s alone, and no script’s', async () => {
    const reply = await enrol(browser, authenticator, await link())
    const [line = ''] = reply.headers.getSetCookie()
    expect(line).toMatch(/^__Host-sid=[A-Za-z0-9_-]{43}; /)
    const attributes = line.split('; ').slice(1).sort()
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure'])
  })

  test('400: a passkey made for another challenge, which is used up by that', async () => {
    const url = await link()
    const path = `/bff/enrolments/${tokenOf(url)}`
    const asked = (await browser.post(`${path}/options`, { name: 'Olga' })).json() as {
      options: PublicKeyCredentialCreationOptionsJSON
    }
    const lying = authenticator.create(asked.options, { userVerified: false })
    const refused = await browser.post(`${path}/finish`, { name: 'Olga', attestation: lying })
    expect([refused.status, codeOf(refused)]).toEqual([400, 'PASSKEY_INVALID'])
    const honest = authenticator.create(asked.options)
    const late = await browser.post(`${path}/finish`, { name: 'Olga', attestation: honest })
    expect([late.status, codeOf(late)]).toEqual([400, 'CHALLENGE_INVALID'])
    expect((await enrol(browser, authenticator, url)).status).toBe(200)
  })

  test('400: an answer to the challenge of another link, or after five minutes', async () => {
    const [one, two] = [await link(), await link()]
    const options = async (url: string) => {
      const reply = await browser.post(`/bff/enrolments/${tokenOf(url)}/options`, { name: 'Olga' })
      return (reply.json() as { options: PublicKeyCredentialCreationOptionsJSON }).options
    }
    const finish = (url: string, attestation: unknown) =>
      browser.post(`/bff/enrolments/${tokenOf(url)}/finish`, { name: 'Olga', attestation })
    const foreign = await finish(two, authenticator.create(await options(one)))
    expect([foreign.status, codeOf(foreign)]).toEqual([400, 'CHALLENGE_INVALID'])
    const slow = authenticator.create(await options(one))
    site.clock.advance(5 * minutes)
    const late = await finish(one, slow)
    expect([late.status, codeOf(late)]).toEqual([400, 'CHALLENGE_INVALID'])
  })

  test.each([
    [{}, 'FIELD_REQUIRED'],
    [{ name: '   ' }, 'FIELD_INVALID'],
    [{ name: 'x'.repeat(81) }, 'FIELD_INVALID'],
    [{ name: 7 }, 'FIELD_INVALID'],
    ['{', 'BODY_INVALID_JSON'],
    ['{"name":"a\\u0000"}', 'BODY_INVALID_JSON'],
  ])('400: %o is no name', async (body, code) => {
    const reply = await browser.post(`/bff/enrolments/${tokenOf(await link())}/options`, body)
    expect([reply.status, codeOf(reply)]).toEqual([400, code])
  })

  test('404: a link that is unknown, used or 72 hours old, all alike', async () => {
    const used = await link()
    await enrol(browser, authenticator, used)
    const old = await link()
    const asked = (
      await browser.post(`/bff/enrolments/${tokenOf(old)}/options`, { name: 'O' })
    ).json() as {
      options: PublicKeyCredentialCreationOptionsJSON
    }
    site.clock.advance(72 * hours)
    for (const token of ['x', tokenOf(used), tokenOf(old), '0'.repeat(26)]) {
      const path = `/bff/enrolments/${token}`
      const attestation = authenticator.create(asked.options)
      const replies = [
        await browser.get(path),
        await browser.post(`${path}/options`, { name: 'Olga' }),
        await browser.post(`${path}/finish`, { name: 'Olga', attestation }),
      ]
      for (const reply of replies) {
        expect([reply.status, codeOf(reply)]).toEqual([404, 'ENROLMENT_LINK_INVALID'])
      }
    }
  })

  test('one of two that use a link at once gets in', async () => {
    const url = await link()
    const people = [createBrowser(app), createBrowser(app)]
    const replies = await Promise.all(
      people.map((who) => enrol(who, createAuthenticator(origin), url)),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 404])
  })

  test('409: a passkey that is registered already, and the link stays good', async () => {
    await enrol(browser, authenticator, await link())
    const taken = authenticator.credentials[0]?.id.toString('base64url') ?? ''
    const url = await link()
    const again = await enrol(browser, authenticator, url, { spoiled: { credentialId: taken } })
    expect([again.status, codeOf(again)]).toEqual([409, 'PASSKEY_EXISTS'])
    expect((await enrol(browser, authenticator, url)).status).toBe(200)
  })
})

describe('sign-in', () => {
  beforeEach(async () => {
    await enrol(browser, authenticator, await link())
  })

  test('200: a passkey says who it is; the id is new each time and the old one is worth nothing', async () => {
    const [enrolled, before] = [await session(), cookie()]
    const reply = await signIn(browser, authenticator)
    expect(reply.status).toBe(200)
    expect(reply.json()).toEqual(enrolled)
    expect(cookie()).not.toBe(before)
    const stale = createBrowser(app)
    stale.cookies.set('__Host-sid', before)
    expect((await stale.get('/bff/session')).status).toBe(401)
  })

  test('200: a planted id is not taken over', async () => {
    const victim = createBrowser(app)
    victim.cookies.set('__Host-sid', 'A'.repeat(43))
    expect((await signIn(victim, authenticator)).status).toBe(200)
    expect(victim.cookies.get('__Host-sid')).not.toBe('A'.repeat(43))
  })

  test('200: at most five sessions; the oldest ends', async () => {
    const browsers = Array.from({ length: 6 }, () => createBrowser(app))
    for (const one of browsers) {
      site.clock.advance(1)
      expect((await signIn(one, authenticator)).status).toBe(200)
    }
    const statuses = await Promise.all(
      browsers.map(async (one) => (await one.get('/bff/session')).status),
    )
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200])
    expect((await browser.get('/bff/session')).status).toBe(401)
  })

  test('400: an answer twice, to an unknown challenge, or to one for something else', async () => {
    const asked = (await browser.post('/bff/sign-in/options')).json() as {
      challengeId: string
      options: PublicKeyCredentialRequestOptionsJSON
    }
    const answer = { challengeId: asked.challengeId, assertion: authenticator.get(asked.options) }
    expect((await browser.post('/bff/sign-in/finish', answer)).status).toBe(200)
    const action = { method: 'POST', path: '/api/v1/xfer/entity/create', body: {} }
    const stepUp = (await browser.post('/bff/step-up/options', { action })).json() as typeof asked
    for (const challengeId of [asked.challengeId, stepUp.challengeId, 'x', crypto.randomUUID()]) {
      const reply = await browser.post('/bff/sign-in/finish', { ...answer, challengeId })
      expect([reply.status, codeOf(reply)]).toEqual([400, 'CHALLENGE_INVALID'])
    }
  })

  test('401: a passkey that nobody here has', async () => {
    const stranger = createAuthenticator(origin)
    const other = createBrowser(app)
    await enrol(other, stranger, await link())
    await withClient(site.deps.db.adminUrl, (client) =>
      client.query('delete from member_passkey where credential_id = $1', [
        stranger.credentials[0]?.id.toString('base64url'),
      ]),
    )
    const reply = await signIn(createBrowser(app), stranger)
    expect([reply.status, codeOf(reply)]).toEqual([401, 'PASSKEY_UNKNOWN'])
  })

  test('401: a wallet’s signing key, which is told so', async () => {
    const wallet = createAuthenticator(origin)
    const asked = (await browser.post('/bff/sign-in/options')).json() as {
      challengeId: string
      options: PublicKeyCredentialRequestOptionsJSON
    }
    wallet.create({
      rp: { id: 'localhost', name: 'Corridor' },
      user: {
        id: Buffer.from('w:wal_1').toString('base64url'),
        name: 'Signing key',
        displayName: '',
      },
      challenge: asked.options.challenge,
      pubKeyCredParams: [],
    })
    const { challengeId, options } = asked
    const answer = { challengeId, assertion: wallet.get(options) }
    const reply = await browser.post('/bff/sign-in/finish', answer)
    expect([reply.status, codeOf(reply)]).toEqual([401, 'PASSKEY_IS_WALLET_KEY'])
    expect((reply.json() as Error).message).toContain('wallet signing key')
  })

  test.each([
    ['without the person verified', { userVerified: false }],
    ['without saying whose it is', { userHandle: undefined }],
    ['for another origin', { origin: 'http://localhost:3000' }],
    ['with a counter that stands still', { signCount: 0 }],
  ])('401: an answer %s, which is noted', async (_, spoiled) => {
    await signIn(browser, authenticator)
    const reply = await signIn(createBrowser(app), authenticator, spoiled)
    expect([reply.status, codeOf(reply)]).toEqual([401, 'PASSKEY_REFUSED'])
    const { memberId } = (await session()).member
    const { rows } = await withClient(site.deps.db.adminUrl, (client) =>
      client.query<{ action: string }>(
        'select action from audit where object_id = $1 order by xid, id',
        [memberId],
      ),
    )
    expect(rows.map((row) => row.action)).toEqual([
      'member.enrol',
      'member.sign_in',
      'member.sign_in_refused',
    ])
  })

  test('one of twenty uses of the same counter gets in', async () => {
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => signIn(createBrowser(app), authenticator, { signCount: 9 })),
    )
    expect(tries.filter((reply) => reply.status === 200)).toHaveLength(1)
  })
})

describe('a session', () => {
  beforeEach(async () => {
    await enrol(browser, authenticator, await link())
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
    const reply = await enrol(plain, own, await link())
    expect(reply.status).toBe(200)
    const [line = ''] = reply.headers.getSetCookie()
    expect(line).toMatch(/^sid=[^;]+; (?!.*Secure)/)
    expect((await plain.get('/bff/session')).status).toBe(200)
  })
})

describe('recovery', () => {
  let codes: string[]
  beforeEach(async () => {
    const reply = await enrol(browser, authenticator, await link())
    codes = (reply.json() as { recoveryCodes: string[] }).recoveryCodes
  })

  async function recover(who: TestBrowser, own: SoftwareAuthenticator, code: string) {
    const asked = await who.post('/bff/recovery/options', { code })
    if (asked.status !== 200) return asked
    const { challengeId, options } = asked.json() as {
      challengeId: string
      options: PublicKeyCredentialCreationOptionsJSON
    }
    return who.post('/bff/recovery/finish', { challengeId, attestation: own.create(options) })
  }

  test('200: a code brings a new passkey for the same member and ends all sessions', async () => {
    const { member } = await session()
    const [other, own] = [createBrowser(app), createAuthenticator(origin)]
    const typed = ` ${(codes[3] ?? '').toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')}`
    const reply = await recover(other, own, typed)
    expect(reply.status).toBe(200)
    expect(reply.json()).toMatchObject({ codesLeft: 9, session: { member } })
    expect((await browser.get('/bff/session')).status).toBe(401)
    expect((await signIn(createBrowser(app), own)).json()).toMatchObject({ member })
  })

  test('401: a code twice, or an unknown one', async () => {
    await recover(createBrowser(app), createAuthenticator(origin), codes[0] ?? '')
    for (const code of [codes[0] ?? '', '0000-0000-0000-0000', 'x']) {
      const reply = await recover(createBrowser(app), createAuthenticator(origin), code)
      expect([reply.status, codeOf(reply)]).toEqual([401, 'RECOVERY_CODE_INVALID'])
    }
  })

  test('one of two that use a code at once gets in', async () => {
    const tries = [0, 1].map(() =>
      recover(createBrowser(app), createAuthenticator(origin), codes[1] ?? ''),
    )
    const replies = await Promise.all(tries)
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 401])
  })
})

describe('notes', () => {
  beforeEach(async () => {
    await enrol(browser, authenticator, await link())
  })

  test('200: preferences are kept for the member', async () => {
    expect((await browser.get('/bff/preferences')).json()).toEqual({})
    const chosen = { zone: 'Europe/Berlin', density: 'compact' }
    expect((await browser.put('/bff/preferences', chosen)).status).toBe(200)
    expect((await browser.get('/bff/preferences')).json()).toEqual(chosen)
  })

  test('200: a draft is saved, replaced, read by its member alone, and deleted', async () => {
    expect((await browser.put('/bff/drafts/transfer-1', { amount: '12' })).json()).toMatchObject({
      version: 1,
    })
    expect((await browser.put('/bff/drafts/transfer-1', { amount: '13' })).json()).toMatchObject({
      version: 2,
    })
    expect((await browser.get('/bff/drafts/transfer-1')).json()).toEqual({ amount: '13' })
    const other = createBrowser(app)
    await enrol(other, createAuthenticator(origin), await link())
    expect(codeOf(await other.get('/bff/drafts/transfer-1'))).toBe('RECORD_NOT_FOUND')
    expect((await browser.remove('/bff/drafts/transfer-1')).status).toBe(204)
    expect((await browser.get('/bff/drafts/transfer-1')).status).toBe(404)
  })

  test('200: the oldest of more than 100 drafts gives way', async () => {
    for (let n = 0; n <= 100; n += 1) {
      site.clock.advance(1)
      await browser.put(`/bff/drafts/d${n}`, { n })
    }
    expect((await browser.get('/bff/drafts/d0')).status).toBe(404)
    expect((await browser.get('/bff/drafts/d1')).status).toBe(200)
  })

  test.each([
    ['PUT', '/bff/preferences', '[]', 400, 'FIELD_INVALID'],
    ['PUT', '/bff/preferences', '{"a":"\\ud800"}', 400, 'BODY_INVALID_JSON'],
    ['PUT', '/bff/drafts/a', `"${'x'.repeat(65_536)}"`, 413, 'BODY_TOO_LARGE'],
    ['PUT', '/bff/drafts/a', '['.repeat(40) + ']'.repeat(40), 400, 'BODY_INVALID_JSON'],
    ['PUT', '/bff/drafts/a%20b', '{}', 404, 'RECORD_NOT_FOUND'],
    ['GET', '/bff/nowhere', undefined, 404, 'PATH_NOT_FOUND'],
  ] as const)('%s %s with %.20s: %i %s', async (method, path, body, status, code) => {
    const reply = await browser.send(method, path, body)
    expect([reply.status, codeOf(reply)]).toEqual([status, code])
  })

  test.each([
    '/bff/preferences',
    '/bff/drafts/a',
    '/bff/session',
    '/bff/events',
    '/bff/api/v1/xfer/entity',
  ])('401: %s without a session', async (path) => {
    const reply = await createBrowser(app).get(path)
    expect([reply.status, codeOf(reply)]).toEqual([401, 'STAFF_SESSION_ENDED'])
  })
})

test('no secret is in any table in the open, nor twice in an answer', async () => {
  const url = await link()
  const enrolled = await enrol(browser, authenticator, url)
  const { recoveryCodes } = enrolled.json() as { recoveryCodes: string[] }
  const tables = [
    'member',
    'member_passkey',
    'staff_session',
    'enrolment_link',
    'recovery_code',
    'audit',
    'event',
  ]
  const dumps = await withClient(site.deps.db.adminUrl, (client) =>
    Promise.all(
      tables.map(async (table) => {
        const { rows } = await client.query<{ t: string }>(`select t::text from ${table} t`)
        return rows.map((row) => row.t).join('\n')
      }),
    ),
  )
  const secrets = [
    cookie(),
    tokenOf(url),
    ...recoveryCodes,
    ...recoveryCodes.map((c) => c.replaceAll('-', '')),
  ]
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(15)
    for (const dump of dumps) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(hex(secret))
    }
    expect((await browser.get('/bff/session')).text).not.toContain(secret)
  }
  expect(enrolled.text).not.toContain(cookie())
})

test('429: strangers are slowed down by block of addresses, members are not', async () => {
  const deps = { ...site.deps, config: { ...site.deps.config, RATE_LIMIT: 'on' as const } }
  const limited = createBrowser(buildDashboard(deps, new Hono()))
  await enrol(limited, authenticator, await link())
  const statuses: number[] = []
  for (let n = 0; n < 60; n += 1) statuses.push((await limited.get('/bff/enrolments/x')).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  const refused = await limited.post('/bff/sign-in/options')
  expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([
    429,
    'RATE_LIMITED',
    '10',
  ])
  expect((await limited.get('/bff/session')).status).toBe(200)
  site.clock.advance(10_000)
  expect((await limited.post('/bff/sign-in/options')).status).toBe(200)
})
