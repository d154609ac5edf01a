import { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createAuthenticator,
  type SoftwareAuthenticator,
} from '../../test/support/people/authenticator.ts'
import {
  type AskedToCreate,
  type AskedToUse,
  createBrowser,
  enrol,
  signIn,
  type TestBrowser,
} from '../../test/support/people/browser.ts'
import { codeOf, sharedStaffSite, origin, type Session } from '../../test/support/people/staff.ts'
import { withClient } from '../db/server/server.ts'
import { buildDashboard } from './app.ts'

const site = sharedStaffSite()
let browser: TestBrowser
let authenticator: SoftwareAuthenticator

beforeEach(() => {
  browser = createBrowser(site.app)
  authenticator = createAuthenticator(origin)
})

const session = async (from = browser) => (await from.get('/bff/session')).json() as Session
const cookie = () => browser.cookies.get('__Host-sid') ?? ''

describe('sign-in', () => {
  beforeEach(async () => {
    await enrol(browser, authenticator, await site.link())
  })

  test('200: a passkey says who it is; the id is new each time and the old one is worth nothing', async () => {
    const [enrolled, before] = [await session(), cookie()]
    const reply = await signIn(browser, authenticator)
    expect(reply.status).toBe(200)
    expect(reply.json()).toEqual(enrolled)
    expect(cookie()).not.toBe(before)
    const stale = createBrowser(site.app)
    stale.cookies.set('__Host-sid', before)
    expect((await stale.get('/bff/session')).status).toBe(401)
  })

  test('200: a planted id is not taken over', async () => {
    const victim = createBrowser(site.app)
    victim.cookies.set('__Host-sid', 'A'.repeat(43))
    expect((await signIn(victim, authenticator)).status).toBe(200)
    expect(victim.cookies.get('__Host-sid')).not.toBe('A'.repeat(43))
  })

  test('200: at most five sessions; the oldest ends', async () => {
    const browsers = Array.from({ length: 6 }, () => createBrowser(site.app))
    for (const item of browsers) {
      site.clock.advance(1)
      expect((await signIn(item, authenticator)).status).toBe(200)
    }
    const statuses = await Promise.all(
      browsers.map(async (item) => (await item.get('/bff/session')).status),
    )
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200])
    expect((await browser.get('/bff/session')).status).toBe(401)
  })

  test('400: an answer twice, to an unknown challenge, or to one for something else', async () => {
    const asked = (await browser.post('/bff/sign-in/options')).json() as AskedToUse
    const answer = { challengeId: asked.challengeId, assertion: authenticator.get(asked) }
    expect((await browser.post('/bff/sign-in/finish', answer)).status).toBe(200)
    const action = { method: 'POST', path: '/api/v1/xfer/entity/create', body: {} }
    const stepUp = (await browser.post('/bff/step-up/options', { action })).json() as typeof asked
    for (const challengeId of [asked.challengeId, stepUp.challengeId, 'x', crypto.randomUUID()]) {
      const reply = await browser.post('/bff/sign-in/finish', { ...answer, challengeId })
      expect([reply.status, codeOf(reply)]).toEqual([400, 'CHALLENGE_INVALID'])
    }
  })

  test('401: an unknown passkey', async () => {
    const stranger = createAuthenticator(origin)
    const other = createBrowser(site.app)
    await enrol(other, stranger, await site.link())
    await withClient(site.deps.db.adminUrl, (client) =>
      client.query('delete from member_passkey where credential_id = $1', [
        stranger.credentials[0]?.id.toString('base64url'),
      ]),
    )
    const reply = await signIn(createBrowser(site.app), stranger)
    expect([reply.status, codeOf(reply)]).toEqual([401, 'PASSKEY_UNKNOWN'])
  })

  test('401: a wallet’s signing key, with that reason', async () => {
    const wallet = createAuthenticator(origin)
    const asked = (await browser.post('/bff/sign-in/options')).json() as AskedToUse
    wallet.create({
      rp: { id: 'localhost', name: 'Corridor' },
      user: {
        id: Buffer.from('w:wal_1').toString('base64url'),
        name: 'Signing key',
        displayName: '',
      },
      challenge: asked.challenge,
      pubKeyCredParams: [],
    })
    const { challengeId, ...options } = asked
    const answer = { challengeId, assertion: wallet.get(options) }
    const reply = await browser.post('/bff/sign-in/finish', answer)
    expect([reply.status, codeOf(reply)]).toEqual([401, 'PASSKEY_IS_WALLET_KEY'])
    expect((reply.json() as { message: string }).message).toContain('wallet signing key')
  })

  test.each([
    ['without the person verified', { userVerified: false }],
    ['without saying whose it is', { userHandle: undefined }],
    ['for another origin', { origin: 'http://localhost:3000' }],
    ['with a counter that stands still', { signCount: 0 }],
  ])('401: an answer %s, which is noted', async (_, spoiled) => {
    await signIn(browser, authenticator)
    const reply = await signIn(createBrowser(site.app), authenticator, spoiled)
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
      Array.from({ length: 20 }, () =>
        signIn(createBrowser(site.app), authenticator, { signCount: 9 }),
      ),
    )
    expect(tries.filter((reply) => reply.status === 200)).toHaveLength(1)
  })
})

describe('recovery', () => {
  let codes: string[]
  beforeEach(async () => {
    const reply = await enrol(browser, authenticator, await site.link())
    codes = (reply.json() as { recoveryCodes: string[] }).recoveryCodes
  })

  async function recover(who: TestBrowser, own: SoftwareAuthenticator, code: string) {
    const asked = await who.post('/bff/recovery/options', { code })
    if (asked.status !== 200) return asked
    const { challengeId, ...options } = asked.json() as AskedToCreate
    return who.post('/bff/recovery/finish', { challengeId, attestation: own.create(options) })
  }

  test('200: a code brings a new passkey for the same member and ends all sessions', async () => {
    const { member } = await session()
    const [other, own] = [createBrowser(site.app), createAuthenticator(origin)]
    const typed = ` ${(codes[3] ?? '').toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')}`
    const reply = await recover(other, own, typed)
    expect(reply.status).toBe(200)
    expect(reply.json()).toMatchObject({ codesLeft: 9, session: { member } })
    expect((await browser.get('/bff/session')).status).toBe(401)
    expect((await signIn(createBrowser(site.app), own)).json()).toMatchObject({ member })
  })

  test('401: a code twice, or an unknown one', async () => {
    await recover(createBrowser(site.app), createAuthenticator(origin), codes[0] ?? '')
    for (const code of [codes[0] ?? '', '0000-0000-0000-0000', 'x']) {
      const reply = await recover(createBrowser(site.app), createAuthenticator(origin), code)
      expect([reply.status, codeOf(reply)]).toEqual([401, 'RECOVERY_CODE_INVALID'])
    }
  })

  test('one of many that use a code at once gets in', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const who = createBrowser(site.app)
        const asked = (
          await who.post('/bff/recovery/options', { code: codes[1] })
        ).json() as AskedToCreate
        const attestation = createAuthenticator(origin).create(asked)
        return { who, answer: { challengeId: asked.challengeId, attestation } }
      }),
    )
    const replies = await Promise.all(
      people.map(({ who, answer }) => who.post('/bff/recovery/finish', answer)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(7)
  })
})

test('429: strangers are slowed down by block of addresses, members are not', async () => {
  const deps = { ...site.deps, config: { ...site.deps.config, RATE_LIMIT: 'on' as const } }
  const limited = createBrowser(buildDashboard(deps, new Hono()))
  await enrol(limited, authenticator, await site.link())
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
