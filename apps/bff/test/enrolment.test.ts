import { scopesOfRole } from '@corridor/domain'
import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from './support/people/access.ts'
import { createAuthenticator, type SoftwareAuthenticator } from './support/people/authenticator.ts'
import {
  type AskedToCreate,
  createBrowser,
  enrol,
  type TestBrowser,
} from './support/people/browser.ts'
import { codeOf, sharedStaffSite, origin, type Session, tokenOf } from './support/people/staff.ts'
import { withClient } from '../src/db/server/server.ts'

const site = sharedStaffSite()
let browser: TestBrowser
let authenticator: SoftwareAuthenticator

beforeEach(() => {
  browser = createBrowser(site.app)
  authenticator = createAuthenticator(origin)
})

const session = async (from = browser) => (await from.get('/bff/session')).json() as Session
const cookie = () => browser.cookies.get('__Host-sid') ?? ''

describe('enrolment', () => {
  test('200: a link shows its workspace and role', async () => {
    const reply = await browser.get(`/bff/enrolments/${tokenOf(await site.link('viewer'))}`)
    expect(reply.status).toBe(200)
    const expiresAt = new Date(site.clock.realTime().getTime() + 72 * hours).toISOString()
    expect(reply.json()).toEqual({ workspaceName: 'Alfa', role: 'viewer', expiresAt })
  })

  test('200: makes a member who is signed in, with ten recovery codes', async () => {
    const reply = await enrol(browser, authenticator, await site.link())
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
      workspace: { svcPartnerId: site.svcPartnerId, name: 'Alfa' },
      environment: 'sandbox',
    })
    expect(opened.member.memberId).toMatch(/^mem_[0-9a-z]{26}$/)
    expect(await session()).toEqual(opened)
  })

  test('the cookie is the host’s alone, and no script’s', async () => {
    const reply = await enrol(browser, authenticator, await site.link())
    const [line = ''] = reply.headers.getSetCookie()
    expect(line).toMatch(/^__Host-sid=[A-Za-z0-9_-]{43}; /)
    const attributes = line.split('; ').slice(1).sort()
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure'])
  })

  test('400: a passkey made for another challenge, which is used up by that', async () => {
    const url = await site.link()
    const path = `/bff/enrolments/${tokenOf(url)}`
    const asked = (await browser.post(`${path}/options`, { name: 'Olga' })).json() as AskedToCreate
    const lying = authenticator.create(asked, { userVerified: false })
    const refused = await browser.post(`${path}/finish`, { name: 'Olga', attestation: lying })
    expect([refused.status, codeOf(refused)]).toEqual([400, 'PASSKEY_INVALID'])
    const honest = authenticator.create(asked)
    const late = await browser.post(`${path}/finish`, { name: 'Olga', attestation: honest })
    expect([late.status, codeOf(late)]).toEqual([400, 'CHALLENGE_INVALID'])
    expect((await enrol(browser, authenticator, url)).status).toBe(200)
  })

  test('400: an answer to the challenge of another link, or after five minutes', async () => {
    const [first, two] = [await site.link(), await site.link()]
    const options = async (url: string) => {
      const reply = await browser.post(`/bff/enrolments/${tokenOf(url)}/options`, { name: 'Olga' })
      return reply.json() as AskedToCreate
    }
    const finish = (url: string, attestation: unknown) =>
      browser.post(`/bff/enrolments/${tokenOf(url)}/finish`, { name: 'Olga', attestation })
    const foreign = await finish(two, authenticator.create(await options(first)))
    expect([foreign.status, codeOf(foreign)]).toEqual([400, 'CHALLENGE_INVALID'])
    const slow = authenticator.create(await options(first))
    site.clock.advance(5 * minutes)
    const late = await finish(first, slow)
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
    const reply = await browser.post(`/bff/enrolments/${tokenOf(await site.link())}/options`, body)
    expect([reply.status, codeOf(reply)]).toEqual([400, code])
  })

  test('404: a link that is unknown, used or 72 hours old, all alike', async () => {
    const used = await site.link()
    await enrol(browser, authenticator, used)
    const old = await site.link()
    const asked = (
      await browser.post(`/bff/enrolments/${tokenOf(old)}/options`, { name: 'O' })
    ).json() as AskedToCreate
    site.clock.advance(72 * hours)
    for (const token of ['x', tokenOf(used), tokenOf(old), '0'.repeat(26)]) {
      const path = `/bff/enrolments/${token}`
      const attestation = authenticator.create(asked)
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

  test('one of many that use a link at once gets in', async () => {
    const path = `/bff/enrolments/${tokenOf(await site.link())}`
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const who = createBrowser(site.app)
        const asked = (await who.post(`${path}/options`, { name: 'Olga' })).json() as AskedToCreate
        return { who, attestation: createAuthenticator(origin).create(asked) }
      }),
    )
    const replies = await Promise.all(
      people.map(({ who, attestation }) =>
        who.post(`${path}/finish`, { name: 'Olga', attestation }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(7)
  })

  test('409: a passkey that is registered already, and the link stays good', async () => {
    await enrol(browser, authenticator, await site.link())
    const taken = authenticator.credentials[0]?.id.toString('base64url') ?? ''
    const url = await site.link()
    const again = await enrol(browser, authenticator, url, { spoiled: { credentialId: taken } })
    expect([again.status, codeOf(again)]).toEqual([409, 'PASSKEY_EXISTS'])
    expect((await enrol(browser, authenticator, url)).status).toBe(200)
  })
})

test('no secret is in any table in the open, nor twice in an answer', async () => {
  const url = await site.link()
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
  const dumps = await withClient(site.deps.db.adminUrl, async (client) => {
    const texts: string[] = []
    for (const table of tables) {
      const { rows } = await client.query<{ t: string }>(`select t::text from ${table} t`)
      texts.push(rows.map((row) => row.t).join('\n'))
    }
    return texts
  })
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
