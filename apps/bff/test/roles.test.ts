// Roles of a partner's own: who makes and gives them, and that nothing of the role before counts.
import { type Endpoint, isWithin, operations, type Scope } from '@corridor/contract'
import { formatId, parseId, partnerScopes, type RoleName, scopesOfRole } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from './support/people/authenticator.ts'
import { createBrowser, enrol, type Reply, signIn } from './support/people/browser.ts'
import { origin, type Session } from './support/people/staff.ts'
import { type Person, refused, teamOf } from './support/people/team.ts'
import { ownBff } from './support/process/bff.ts'

const bff = ownBff()
const { join, view, own, confirm, end, invite, rows, mailTo } = teamOf(bff)
let owner: Person
let admin: Person
beforeAll(async () => {
  owner = await join('owner', { name: 'Olga Owner', email: 'olga-roles@example.com' })
  admin = await join('admin', { name: 'Anna Admin' })
})

type Draft = { name: string; scopes: string[] }
let count = 0
const draftOf = (...scopes: string[]): Draft => ({ name: `Role ${(count += 1)}`, scopes })

/** As the page does it: the passkey for exactly this request, then the request. */
async function send(person: Person, method: 'POST' | 'PUT', path: string, body: unknown) {
  await confirm(person, { method, path, body })
  return method === 'PUT'
    ? person.browser.put(`/bff${path}`, body)
    : person.browser.post(`/bff${path}`, body)
}
const make = (person: Person, draft: Draft) => send(person, 'POST', '/team/roles', draft)
async function made(...scopes: string[]): Promise<RoleName> {
  const reply = await make(owner, draftOf(...scopes))
  expect(reply.status).toBe(200)
  return (reply.json() as { roleId: RoleName }).roleId
}
const rewrite = (person: Person, roleId: string, draft: Draft) =>
  send(person, 'PUT', `/team/roles/${roleId}`, draft)
const give = (person: Person, whose: { memberId: string }, role: string) =>
  send(person, 'PUT', `/team/members/${whose.memberId}/role`, { role })
const listed = async ({ browser }: Person) =>
  (await browser.get('/bff/team/roles')).json() as { roles: (Draft & { roleId: string })[] }
const sessionOf = async ({ browser }: Person) =>
  (await browser.get('/bff/session')).json() as Session

/** A member with a role of the partner's own, who came in by an invitation. */
async function joinAs(role: RoleName): Promise<Person> {
  const reply = await invite(owner, { role })
  const { enrolmentUrl } = reply.json() as { enrolmentUrl: string }
  const browser = createBrowser(bff.instance.app.all)
  const authenticator = createAuthenticator(origin)
  const { recoveryCodes, session } = (await enrol(browser, authenticator, enrolmentUrl)).json() as {
    recoveryCodes: string[]
    session: Session
  }
  return { browser, authenticator, recoveryCodes, memberId: session.member.memberId, email: '' }
}

const transfers = '/bff/api/v1/xfer/transaction/transfers'
const entities = '/bff/api/v1/xfer/entity'

describe('a role', () => {
  test('200: is made, read by everybody of the team, renamed and deleted; the others are notified', async () => {
    const draft = { name: 'Night desk', scopes: ['transfers:approve', 'transfers:read'] }
    const reply = await make(owner, draft)
    const { roleId } = reply.json() as { roleId: string }
    expect(roleId).toMatch(/^role_[0-9a-z]{26}$/)
    const viewer = await join('viewer')
    expect((await listed(viewer)).roles).toContainEqual({
      roleId,
      name: 'Night desk',
      scopes: ['transfers:read', 'transfers:approve'],
    })
    const renamed = { ...draft, name: 'Day desk' }
    expect((await rewrite(admin, roleId, renamed)).status).toBe(200)
    await expect
      .poll(() => mailTo('olga-roles@example.com'))
      .toContain('Anna Admin changed the role Day desk')
    expect((await end(owner, `/team/roles/${roleId}`)).status).toBe(200)
    expect(refused(await end(owner, `/team/roles/${roleId}`))).toEqual([404, 'RECORD_NOT_FOUND'])
    const audited = await rows('select action from audit where object_id = $1 order by id', [
      roleId,
    ])
    expect(audited.map(({ action }) => action)).toEqual([
      'role.create',
      'role.change',
      'role.delete',
    ])
  })

  test('400 and 409: needs a name of its own and scopes that there are, never console:act', async () => {
    const draft = draftOf('kyc:read')
    expect((await make(owner, draft)).status).toBe(200)
    const again = await make(owner, { ...draft, name: draft.name.toUpperCase() })
    expect(refused(again)).toEqual([409, 'ROLE_NAME_TAKEN'])
    for (const bad of [
      draftOf(),
      draftOf('console:act'),
      { name: '', scopes: ['kyc:read'] },
      { ...draftOf('kyc:read'), managesTeam: true },
    ])
      expect(refused(await owner.browser.post('/bff/team/roles', bad))).toEqual([
        400,
        'FIELD_INVALID',
      ])
  })

  test('403: by a cookie alone, by a viewer, by a role of one’s own, and by an admin beyond theirs', async () => {
    const role = await made('transfers:read', 'kyc:read')
    const person = await join('viewer')
    const alone = [
      owner.browser.post('/bff/team/roles', draftOf('kyc:read')),
      owner.browser.put(`/bff/team/roles/${role}`, draftOf('kyc:read')),
      owner.browser.remove(`/bff/team/roles/${role}`),
      owner.browser.put(`/bff/team/members/${person.memberId}/role`, { role }),
      owner.browser.post(`/bff/team/members/${person.memberId}/recovery`),
    ]
    for (const reply of await Promise.all(alone))
      expect(refused(reply)).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
    const needed = [403, 'TEAM_ROLE_NEEDED']
    for (const low of [person, await joinAs(role)]) {
      expect(refused(await make(low, draftOf('kyc:read')))).toEqual(needed)
      expect(refused(await rewrite(low, role, draftOf('kyc:read')))).toEqual(needed)
      expect(refused(await end(low, `/team/roles/${role}`))).toEqual(needed)
      expect(refused(await give(low, person, 'owner'))).toEqual(needed)
      expect(refused(await invite(low, { role }))).toEqual(needed)
      expect((await view(low)).manages).toBe(false)
    }
    const beyond = [403, 'SCOPE_NOT_YOURS']
    expect(refused(await make(admin, draftOf('transfers:approve')))).toEqual(beyond)
    const wider = draftOf('transfers:read', 'transfers:write')
    expect(refused(await rewrite(admin, role, wider))).toEqual(beyond)
    expect(refused(await give(admin, person, 'treasury'))).toEqual(beyond)
    expect(refused(await invite(admin, { role: 'operations' }))).toEqual(beyond)
    expect(refused(await give(admin, person, 'owner'))).toEqual([403, 'OWNER_NEEDED'])
    expect(refused(await give(admin, owner, 'viewer'))).toEqual([403, 'OWNER_NEEDED'])
  })

  test('404: of another partner, or none', async () => {
    const stranger = await join('owner', { partner: bff.second })
    const role = await made('kyc:read')
    const colleague = await join('viewer')
    const mine = await join('viewer', { partner: bff.second })
    const missing = [404, 'RECORD_NOT_FOUND']
    expect((await listed(stranger)).roles).toEqual([])
    expect(refused(await rewrite(stranger, role, draftOf('kyc:read')))).toEqual(missing)
    expect(refused(await end(stranger, `/team/roles/${role}`))).toEqual(missing)
    expect(refused(await give(stranger, colleague, 'viewer'))).toEqual(missing)
    expect(refused(await give(stranger, mine, role))).toEqual(missing)
    expect(refused(await invite(stranger, { role }))).toEqual(missing)
    const begun = await send(stranger, 'POST', `/team/members/${colleague.memberId}/recovery`, {})
    expect(refused(begun)).toEqual(missing)
  })

  test('409: is not deleted while somebody has it, is invited to it, or the policy names it', async () => {
    const role = await made('transfers:read', 'transfers:approve')
    const holder = await joinAs(role)
    const { name } = await own(holder)
    await invite(owner, { role, email: 'soon@example.com' })
    const policy = {
      rules: [
        {
          id: 'night',
          name: 'Night',
          on: ['transfers.execute'],
          when: { all: [] },
          then: { approvals: [{ from: [`role:${role}`], count: 1 }], expiresInMs: 3_600_000 },
        },
      ],
      otherwise: 'allow',
    }
    const path = '/api/v1/partner/policy'
    await confirm(owner, { method: 'PUT', path, body: policy })
    expect((await owner.browser.put(`/bff${path}`, policy)).status).toBe(200)
    const reply = await end(owner, `/team/roles/${role}`)
    expect(refused(reply)).toEqual([409, 'ROLE_IN_USE'])
    const { error } = reply.json() as { error: { details: { message: string }[] } }
    expect(error.details.map(({ message }) => message)).toEqual([
      name,
      'the invitation of soon@example.com',
      'the approval policy',
    ])
    const unknown = formatId('role', bff.deps.ids.uuid())
    const other = JSON.parse(JSON.stringify(policy).replace(role, unknown)) as typeof policy
    await confirm(owner, { method: 'PUT', path, body: other })
    expect(refused(await owner.browser.put(`/bff${path}`, other))).toEqual([400, 'FIELD_INVALID'])
    const plain = { rules: [], otherwise: 'allow' }
    await confirm(owner, { method: 'PUT', path, body: plain })
    await owner.browser.put(`/bff${path}`, plain)
  })
})

const all: Endpoint[] = Object.values(operations)
  .flatMap((ofModule): Endpoint[] => Object.values(ofModule))
  .filter(({ stream }) => !stream)

describe('a member with a role of the partner’s own', () => {
  // Each scope is once in a role that has it, and once in one that lacks it.
  const halves = [0, 1].map((half) => partnerScopes.filter((_, at) => at % 2 === half))
  test.each([...halves, ['audit:read'] as Scope[]].map((scopes) => [scopes.join(' '), scopes]))(
    'may call what its scopes say, of every operation, and nothing else: %s',
    async (_, scopes) => {
      const { browser } = await joinAs(await made(...scopes))
      for (const endpoint of all) {
        const { id, method, path } = endpoint
        const url = `/bff${path.replaceAll(/\{\w+\}/g, 'x')}`
        const reply = await browser.send(method, url, method === 'GET' ? undefined : '{}')
        const isRefused = reply.status === 403 && refused(reply)[1] === 'SCOPE_MISSING'
        expect([id, isRefused]).toEqual([id, !isWithin(endpoint, new Set(scopes))])
      }
    },
  )

  test('may do what its scopes say, and what is added, after signing in again', async () => {
    const role = await made('transfers:read')
    const person = await joinAs(role)
    const session = await sessionOf(person)
    expect(session.member).toMatchObject({ role, permissions: ['transfers:read'] })
    expect((await person.browser.get(transfers)).status).toBe(200)
    expect(refused(await person.browser.get(entities))).toEqual([403, 'SCOPE_MISSING'])
    const wider = draftOf('transfers:read', 'entities:read')
    expect((await rewrite(owner, role, wider)).status).toBe(200)
    expect(refused(await person.browser.get(transfers))).toEqual([401, 'STAFF_SESSION_ENDED'])
    await signIn(person.browser, person.authenticator)
    expect((await person.browser.get(entities)).status).toBe(200)
    // A new name alone ends nothing.
    expect((await rewrite(owner, role, { ...wider, name: 'Other name' })).status).toBe(200)
    expect((await person.browser.get(entities)).status).toBe(200)
  })

  test('what was signed in, confirmed, invited and issued in the role before is worth nothing', async () => {
    const person = await join('admin', { name: 'Dora Demoted', email: 'dora@example.com' })
    const invited = (await invite(person, { role: 'viewer' })).json() as { enrolmentUrl: string }
    const keyOf = (scopes: readonly string[]) =>
      bff.access.issueKey(bff.first.svcPartnerId, {
        name: scopes.join(),
        scopes: scopes as never,
        member: person.memberId,
      })
    const wide = await keyOf(['kyc:write'])
    const narrow = await keyOf(['kyc:read'])
    const path = '/team/name'
    await confirm(person, { method: 'PUT', path, body: { name: 'Late' } })
    expect((await give(owner, person, 'viewer')).status).toBe(200)
    const late = await person.browser.put(`/bff${path}`, { name: 'Late' })
    expect(refused(late)).toEqual([401, 'STAFF_SESSION_ENDED'])
    const link = await enrol(
      createBrowser(bff.instance.app.all),
      createAuthenticator(origin),
      invited.enrolmentUrl,
    )
    expect(link.status).toBe(404)
    for (const [key, status] of [
      [wide, 401],
      [narrow, 200],
    ] as const) {
      const token = key.ok ? key.value.apiToken : ''
      await expect
        .poll(async () => (await bff.send('/api/v1/xfer/entity', { token })).status)
        .toBe(status === 200 ? 403 : status)
    }
    await expect.poll(() => mailTo('dora@example.com')).toContain('Dora Demoted is now viewer')
    await signIn(person.browser, person.authenticator)
    expect((await sessionOf(person)).member.permissions).toEqual([...scopesOfRole.viewer])
  })

  test('of 1,000 uses of a session from before the change, none is let in', async () => {
    const person = await join('treasury')
    expect((await give(owner, person, 'viewer')).status).toBe(200)
    const replies: Reply[] = []
    for (let round = 0; round < 20; round += 1)
      replies.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, () => person.browser.get('/bff/session')),
        )),
      )
    expect(replies).toHaveLength(1000)
    expect(replies.filter(({ status }) => status !== 401)).toEqual([])
  })

  test('nothing after the answer of the change is let in, whatever was under way', async () => {
    const person = await join('admin')
    let isAnswered = false
    const late: number[] = []
    const hammer = Array.from({ length: 8 }, async () => {
      for (let round = 0; round < 10; round += 1) {
        const wasAnswered = isAnswered
        const { status } = await person.browser.get('/bff/team')
        if (wasAnswered) late.push(status)
      }
    })
    const changed = give(owner, person, 'viewer').then((reply) => {
      isAnswered = true
      return reply
    })
    expect((await changed).status).toBe(200)
    await Promise.all(hammer)
    late.push((await person.browser.get('/bff/team')).status)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  test('of two owners who make each other viewers at the same moment, one stays an owner', async () => {
    const partner = await bff.makePartner('Duel')
    const item = await join('owner', { partner })
    const other = await join('owner', { partner })
    const asked = (whose: Person) => ({
      method: 'PUT',
      path: `/team/members/${whose.memberId}/role`,
      body: { role: 'viewer' },
    })
    await confirm(item, asked(other))
    await confirm(other, asked(item))
    const replies = await Promise.all([
      item.browser.put(`/bff${asked(other).path}`, { role: 'viewer' }),
      other.browser.put(`/bff${asked(item).path}`, { role: 'viewer' }),
    ])
    // The slower one finds that their session, or its confirmation, is over.
    const late = replies.filter(({ status }) => status !== 200).map(({ status }) => status)
    expect([[401], [403]]).toContainEqual(late)
    const left = await rows('select role from member where partner_id = $1 order by role', [
      parseId('par', partner.svcPartnerId),
    ])
    expect(left.map(({ role }) => role)).toEqual(['owner', 'viewer'])
  })

  test('the last owner stays, and an event names the new role', async () => {
    const partner = await bff.makePartner('Lonely')
    const lone = await join('owner', { partner })
    expect(refused(await give(lone, lone, 'admin'))).toEqual([409, 'LAST_OWNER'])
    const colleague = await join('viewer', { partner })
    expect((await give(lone, colleague, 'compliance')).status).toBe(200)
    const published = await rows(
      `select object from event where partner_id = $1 and status = 'role_changed'`,
      [parseId('par', partner.svcPartnerId)],
    )
    expect(published).toMatchObject([
      { object: { memberId: colleague.memberId, role: 'compliance' } },
    ])
  })
})
