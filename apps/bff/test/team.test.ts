// Everybody can be locked out: members, passkeys and sessions, by whom, and what is left then.
import { beforeAll, describe, expect, test } from 'vitest'
import { createConsoleKeys } from '../src/modules/access/keys/console-keys.ts'
import { createAuthenticator } from './support/people/authenticator.ts'
import {
  type AskedToCreate,
  type AskedToUse,
  createBrowser,
  signIn,
} from './support/people/browser.ts'
import { codeOf, origin } from './support/people/staff.ts'
import { type Person, refused, teamOf } from './support/people/team.ts'
import { parseId } from '@corridor/domain'
import { actorNames } from '../src/records/audit/actor-names-store.ts'
import { makeEntity } from './support/money/wallets.ts'
import { type Partner, ownBff } from './support/process/bff.ts'

const bff = ownBff()
const { join, view, own, confirm, end, rows, mailTo } = teamOf(bff)
const list = '/bff/api/v1/xfer/entity'
let owner: Person

beforeAll(async () => {
  owner = await join('owner', { name: 'Olga Owner', email: 'olga@example.com' })
})

describe('the team', () => {
  test('200: owners and admins see everybody, others only themselves', async () => {
    const viewer = await join('viewer', { name: 'Vera Viewer', email: 'vera@example.com' })
    const admin = await join('admin')
    for (const person of [owner, admin]) {
      const seen = await view(person)
      expect(seen.manages).toBe(true)
      expect(seen.members.map(({ memberId }) => memberId)).toEqual(
        expect.arrayContaining([owner.memberId, viewer.memberId, admin.memberId]),
      )
    }
    const seen = await view(viewer)
    expect(seen).toMatchObject({ manages: false, links: [] })
    expect(seen.members).toMatchObject([
      {
        memberId: viewer.memberId,
        name: 'Vera Viewer',
        role: 'viewer',
        email: 'vera@example.com',
        recoveryCodesLeft: 10,
        passkeys: [{ name: 'Unknown browser' }],
        sessions: [{ agent: 'Unknown browser', isCurrent: true }],
      },
    ])
    expect((await createBrowser(bff.instance.app.all).get('/bff/team')).status).toBe(401)
  })

  test('the others learn who joined', async () => {
    await join('viewer', { name: 'Nina New' })
    await expect.poll(() => mailTo('olga@example.com')).toContain('Nina New joined your team')
  })

  test('200: a member chooses where to be notified; the address from before is notified of that', async () => {
    const person = await join('viewer', { email: 'before@example.com' })
    const body = { email: 'After@example.com' }
    await confirm(person, { method: 'PUT', path: '/team/email', body })
    expect((await person.browser.put('/bff/team/email', body)).status).toBe(200)
    expect((await own(person)).email).toBe('after@example.com')
    await expect
      .poll(() => mailTo('before@example.com'))
      .toContain('Your address for notices changed')
    const bad = await person.browser.put('/bff/team/email', { email: 'nowhere' })
    expect(refused(bad)).toEqual([400, 'FIELD_INVALID'])
  })
})

describe('nothing ends', () => {
  test('403: by a stolen cookie alone, for nobody', async () => {
    const colleague = await own(await join('viewer'))
    const paths = [
      `/team/members/${colleague.memberId}`,
      `/team/members/${colleague.memberId}/sessions`,
      `/team/members/${colleague.memberId}/passkeys/${colleague.passkeys[0]?.passkeyId}`,
      `/team/sessions/${colleague.sessions[0]?.sessionId}`,
    ]
    for (const path of paths)
      expect(refused(await owner.browser.remove(`/bff${path}`))).toEqual([
        403,
        'PRIMARY_AUTH_REQUIRED',
      ])
    const answer = await owner.browser.put('/bff/team/email', { email: 'thief@example.com' })
    expect(refused(answer)).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
    // What was confirmed is this request alone, and once.
    await confirm(owner, { method: 'DELETE', path: paths[3] ?? '' })
    expect((await owner.browser.remove(`/bff${paths[0]}`)).status).toBe(403)
    expect((await owner.browser.remove(`/bff${paths[3]}`)).status).toBe(200)
    expect((await owner.browser.remove(`/bff${paths[3]}`)).status).toBe(403)
  })

  test('403: by a viewer, whose passkey changes nothing about others', async () => {
    const viewer = await join('viewer')
    const colleague = await own(await join('viewer'))
    const others = [
      `/team/members/${colleague.memberId}`,
      `/team/members/${colleague.memberId}/sessions`,
      `/team/members/${colleague.memberId}/passkeys/${colleague.passkeys[0]?.passkeyId}`,
      `/team/sessions/${colleague.sessions[0]?.sessionId}`,
      `/team/members/${viewer.memberId}`,
      `/team/members/${owner.memberId}`,
    ]
    for (const path of others)
      expect(refused(await end(viewer, path))).toEqual([403, 'TEAM_ROLE_NEEDED'])
  })

  test('403: of an owner by an admin', async () => {
    const admin = await join('admin')
    const path = `/team/members/${owner.memberId}`
    expect(refused(await end(admin, path))).toEqual([403, 'OWNER_NEEDED'])
  })

  test('409: the last owner, and one’s last passkey', async () => {
    const partner = await bff.makePartner('Lone')
    const lone = await join('owner', { partner })
    const { memberId, passkeys } = await own(lone)
    expect(refused(await end(lone, `/team/members/${memberId}`))).toEqual([409, 'LAST_OWNER'])
    const path = `/team/members/${memberId}/passkeys/${passkeys[0]?.passkeyId}`
    expect(refused(await end(lone, path))).toEqual([409, 'LAST_PASSKEY'])
  })

  test('404: of another partner, or what is not there', async () => {
    const stranger = await own(await join('viewer', { partner: bff.second }))
    const foreign = await join('owner', { partner: bff.second })
    const colleague = await join('viewer')
    for (const path of [
      `/team/members/${stranger.memberId}`,
      `/team/members/${colleague.memberId}/passkeys/${stranger.passkeys[0]?.passkeyId}`,
      `/team/sessions/${stranger.sessions[0]?.sessionId}`,
      '/team/members/mem_0',
    ])
      expect(refused(await end(owner, path))).toEqual([404, 'RECORD_NOT_FOUND'])
    expect((await own(foreign)).sessions).toHaveLength(1)
  })
})

describe('a member who is removed', () => {
  const everyPath = [
    '/bff/session',
    '/bff/team',
    '/bff/preferences',
    '/bff/drafts',
    '/bff/drafts/a',
    '/bff/events',
    list,
    '/bff/api/v1/xfer/payin/deposits/waiting',
    '/bff/api/v1/sandbox/bank/set-aside',
    '/bff/api/v1/xfer/utility/events/stream',
  ]

  test('is out at once: cookie, stream, confirmation, passkey and codes are worth nothing', async () => {
    const gone = await join('treasury', { name: 'Greta Gone', email: 'greta@example.com' })
    const granted = { method: 'PUT', path: '/team/email', body: { email: 'thief@example.com' } }
    await confirm(gone, granted)
    const begun = (await gone.browser.post('/bff/sign-in/options')).json() as AskedToUse
    const recovering = (
      await gone.browser.post('/bff/recovery/options', { code: gone.recoveryCodes[0] })
    ).json() as AskedToCreate
    const issued = await bff.access.issueKey(bff.first.svcPartnerId, {
      name: 'Greta’s own',
      scopes: ['entities:read'],
      member: gone.memberId,
    })
    const token = issued.ok ? issued.value.apiToken : ''
    expect((await bff.send('/api/v1/xfer/entity', { token })).status).toBe(200)
    const stream = await gone.browser.open('GET', '/bff/events')
    const reader = stream.body?.getReader()
    await reader?.read()

    expect((await end(owner, `/team/members/${gone.memberId}`)).status).toBe(200)
    for (const path of everyPath)
      expect([path, ...refused(await gone.browser.get(path))]).toEqual([
        path,
        401,
        'STAFF_SESSION_ENDED',
      ])
    expect((await gone.browser.put('/bff/team/email', granted.body)).status).toBe(401)
    const byKey = await bff.send('/api/v1/xfer/entity', { token })
    expect([byKey.status, byKey.body.error.code]).toEqual([401, 'API_KEY_REVOKED'])
    expect((await gone.browser.post('/bff/step-up/options', { action: granted })).status).toBe(401)
    const ended = async () => {
      for (;;) if ((await reader?.read())?.done) return true
    }
    expect(await ended()).toBe(true)

    const thief = createBrowser(bff.instance.app.all)
    const { challengeId, ...options } = begun
    const assertion = gone.authenticator.get(options)
    expect(codeOf(await thief.post('/bff/sign-in/finish', { challengeId, assertion }))).toBe(
      'PASSKEY_UNKNOWN',
    )
    for (const code of gone.recoveryCodes)
      expect(codeOf(await thief.post('/bff/recovery/options', { code }))).toBe(
        'RECOVERY_CODE_INVALID',
      )
    const attestation = gone.authenticator.create(recovering)
    const late = { challengeId: recovering.challengeId, attestation }
    expect((await thief.post('/bff/recovery/finish', late)).status).toBe(400)

    expect((await view(owner)).members.map(({ memberId }) => memberId)).not.toContain(gone.memberId)
    await expect.poll(() => mailTo('greta@example.com')).toHaveLength(1)
    const audited = await rows('select actor_id from audit where action = $1 and object_id = $2', [
      'member.remove',
      gone.memberId,
    ])
    expect(audited).toEqual([{ actor_id: owner.memberId }])
    const { body } = await bff.get('/api/v1/xfer/utility/webhook/events?category=member&limit=100')
    expect(body.data).toContainEqual(
      expect.objectContaining({
        eventStatus: 'removed',
        eventObject: expect.objectContaining({ memberId: gone.memberId, actor: owner.memberId }),
      }),
    )
  })

  test('gets nothing after the answer of the removal, whatever was under way', async () => {
    const gone = await join('viewer')
    const path = `/team/members/${gone.memberId}`
    await confirm(owner, { method: 'DELETE', path })
    const statuses: number[] = []
    const many = Array.from({ length: 50 }, async (_, n) => {
      const reply = await gone.browser.get(n % 2 === 0 ? list : '/bff/team')
      statuses.push(reply.status)
    })
    const comings = Array.from({ length: 8 }, () =>
      signIn(createBrowser(bff.instance.app.all), gone.authenticator),
    )
    expect((await owner.browser.remove(`/bff${path}`)).status).toBe(200)
    expect((await gone.browser.get(list)).status).toBe(401)
    await Promise.all(many)
    for (const status of statuses) expect([200, 401]).toContain(status)
    for (const coming of await Promise.all(comings)) expect([200, 401]).toContain(coming.status)
    const open = await rows(
      'select 1 from staff_session join member m on m.id = member_id where ended_at is null and m.removed_at is not null',
      [],
    )
    expect(open).toEqual([])
  })

  test('kyc.notes 200: is still named for what it did, to its own team alone', async () => {
    const gone = await join('compliance', { name: 'Nora Noted' })
    const entityId = await makeEntity(bff)
    const notes = `/xfer/entity/kyc/${entityId}/notes`
    expect((await gone.browser.post(`/bff/api/v1${notes}`, { text: 'Called.' })).status).toBe(200)
    expect((await end(owner, `/team/members/${gone.memberId}`)).status).toBe(200)
    const { body } = await bff.get(`/api/v1${notes}`)
    expect(body.data).toMatchObject([{ author: gone.memberId, authorName: 'Nora Noted' }])
    const named = (as: Partner) =>
      bff.deps.db.withPartner(parseId('par', as.svcPartnerId) ?? '', (tx) =>
        actorNames(tx, parseId('par', bff.first.svcPartnerId) ?? '', [gone.memberId]),
      )
    expect((await named(bff.first))(gone.memberId)).toBe('Nora Noted')
    expect((await named(bff.second))(gone.memberId)).toBe('')
  })

  test('is one of two owners who remove each other at the same moment', async () => {
    const partner = await bff.makePartner('Rivals')
    const both = [await join('owner', { partner }), await join('owner', { partner })] as const
    const paths = [both[1], both[0]].map(({ memberId }) => `/team/members/${memberId}`)
    await Promise.all(
      both.map((person, n) => confirm(person, { method: 'DELETE', path: paths[n] ?? '' })),
    )
    const replies = await Promise.all(
      both.map((person, n) => person.browser.remove(`/bff${paths[n]}`)),
    )
    const [won, lost] = replies.map(({ status }) => status).toSorted((a, b) => a - b)
    // The other one was gone when the session was looked up, or only when the removal was made.
    expect(won).toBe(200)
    expect([401, 403]).toContain(lost)
    const after = await Promise.all(both.map(({ browser }) => browser.get('/bff/session')))
    const statuses = after.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
  })
})

describe('of one’s own', () => {
  test('200: another session ends, and all at once; the passkey still signs in', async () => {
    const person = await join('viewer')
    const elsewhere = createBrowser(bff.instance.app.all)
    await signIn(elsewhere, person.authenticator)
    const { sessions, memberId } = await own(person)
    const other = sessions.find(({ isCurrent }) => !isCurrent)
    expect((await end(person, `/team/sessions/${other?.sessionId}`)).status).toBe(200)
    expect((await elsewhere.get('/bff/session')).status).toBe(401)
    expect((await end(person, `/team/members/${memberId}/sessions`)).status).toBe(200)
    expect((await person.browser.get('/bff/session')).status).toBe(401)
    expect((await signIn(elsewhere, person.authenticator)).status).toBe(200)
  })

  test('a passkey that an owner removes ends the sessions that it opened; its member is notified', async () => {
    const person = await join('viewer', { email: 'keyless@example.com' })
    const { memberId, passkeys } = await own(person)
    const path = `/team/members/${memberId}/passkeys/${passkeys[0]?.passkeyId}`
    expect((await end(owner, path)).status).toBe(200)
    expect((await person.browser.get('/bff/session')).status).toBe(401)
    const back = await signIn(createBrowser(bff.instance.app.all), person.authenticator)
    expect(codeOf(back)).toBe('PASSKEY_UNKNOWN')
    await expect
      .poll(() => mailTo('keyless@example.com'))
      .toContain('A passkey of yours was removed')
  })
})

test('recovery leaves the new passkey alone, and notifies the member and the others', async () => {
  const person = await join('compliance', { name: 'Rita Recovers', email: 'rita@example.com' })
  const [browser, authenticator] = [
    createBrowser(bff.instance.app.all),
    createAuthenticator(origin),
  ]
  const asked = await browser.post('/bff/recovery/options', { code: person.recoveryCodes[0] })
  const { challengeId, ...options } = asked.json() as AskedToCreate
  const attestation = authenticator.create(options)
  const done = await browser.post('/bff/recovery/finish', { challengeId, attestation })
  expect(done.status).toBe(200)
  expect((await person.browser.get('/bff/session')).status).toBe(401)
  const lost = await signIn(createBrowser(bff.instance.app.all), person.authenticator)
  expect(codeOf(lost)).toBe('PASSKEY_UNKNOWN')
  expect((await own({ ...person, browser, authenticator })).passkeys).toHaveLength(1)
  for (const address of ['rita@example.com', 'olga@example.com'])
    await expect.poll(() => mailTo(address)).toContain('Rita Recovers recovered access')
  const [audited] = await rows('select after from audit where action = $1 and object_id = $2', [
    'member.recover',
    person.memberId,
  ])
  expect(audited.after).toMatchObject({ passkeysRemoved: 1 })
  // Colleagues without an address are counted: whoever reads the log knows that nobody notified them.
  expect(audited.after.notified).toBeGreaterThan(0)
  expect(audited.after.unreachable).toBeGreaterThan(0)
})

describe('keys', () => {
  test('a console key rotates under running pages: they notice nothing, the old one is refused', async () => {
    const [row] = await rows(
      "select partner_id from api_key where kind = 'console' and partner_id = (select partner_id from member where name = 'Olga Owner' limit 1)",
      [],
    )
    const old = await createConsoleKeys(bff.deps).of(row.partner_id)
    const asking = Array.from({ length: 30 }, () => owner.browser.get(list))
    const rotated = await bff.access.rotateConsoleKey(bff.first.svcPartnerId)
    expect(rotated.ok).toBe(true)
    for (const reply of await Promise.all(asking)) expect(reply.status).toBe(200)
    expect((await owner.browser.get(list)).status).toBe(200)
    const late = await bff.send('/api/v1/xfer/entity', { token: old })
    expect([late.status, late.body.error.code]).toEqual([401, 'API_KEY_REVOKED'])
    const kept = await rows(
      "select sealed_text from api_key where kind = 'console' and partner_id = $1 and revoked_at is not null",
      [row.partner_id],
    )
    expect(kept).toEqual([{ sealed_text: null }])
  })
})
