// A colleague who lost every passkey comes back by a link and a mailed code; who made the link does not.
import { beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from './support/people/authenticator.ts'
import { createBrowser, enrol, type Reply, signIn } from './support/people/browser.ts'
import { origin } from './support/people/staff.ts'
import { type Person, refused, teamOf } from './support/people/team.ts'
import { ownBff } from './support/process/bff.ts'

const bff = ownBff()
const { join, view, own, confirm, end, invite, rows, mailTo } = teamOf(bff)
let owner: Person
beforeAll(async () => {
  owner = await join('owner', { name: 'Olga Owner', email: 'olga-recovers@example.com' })
})

let count = 0
const lost = (role: 'viewer' | 'treasury' | 'owner' | 'admin' = 'treasury') =>
  join(role, { name: 'Lena Lost', email: `lena-${(count += 1)}@example.com` })

async function begin(by: Person, { memberId }: { memberId: string }): Promise<Reply> {
  const path = `/team/members/${memberId}/recovery`
  await confirm(by, { method: 'POST', path, body: {} })
  return by.browser.post(`/bff${path}`, {})
}
async function begun(by: Person, whose: Person): Promise<string> {
  const reply = await begin(by, whose)
  expect(reply.status).toBe(200)
  return pathOf((reply.json() as { recoveryUrl: string }).recoveryUrl)
}
const pathOf = (url: string) => `/bff/recovery/links/${url.split('/').at(-1) ?? ''}`
const stranger = () => createBrowser(bff.instance.app.all)

/** Has a code mailed, and reads it as the colleague does. */
async function mailed(path: string, { email }: Person): Promise<string> {
  const reply = await stranger().post(`${path}/code`, {})
  expect(reply.status).toBe(200)
  const { body } = await bff.get(`/api/v1/sandbox/outbox?to=${encodeURIComponent(email)}`)
  const codes = body.data.flatMap(({ code }: { code?: string }) => code ?? [])
  return codes[0] ?? ''
}
const options = (path: string, code: string) => stranger().post(`${path}/options`, { code })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

async function finish(path: string, asked: Reply, authenticator = createAuthenticator(origin)) {
  const { challengeId, ...creation } = asked.json() as { challengeId: string }
  const attestation = authenticator.create(creation as never)
  const browser = stranger()
  const reply = await browser.post(`${path}/finish`, { challengeId, attestation })
  return { reply, browser, authenticator }
}

const invalid = [401, 'RECOVERY_MAIL_CODE_INVALID']
const gone = [404, 'RECOVERY_LINK_INVALID']

test('a colleague comes back as the same member; everything from before is over', async () => {
  const admin = await join('admin', { name: 'Anna Admin' })
  const person = await lost('viewer')
  const invitesBefore = person.recoveryCodes[0]
  const path = await begun(admin, person)
  expect((await person.browser.get('/bff/session')).status).toBe(401)
  expect((await signIn(person.browser, person.authenticator)).status).toBe(401)
  const spent = await stranger().post('/bff/recovery/options', { code: invitesBefore })
  expect(refused(spent)).toEqual([401, 'RECOVERY_CODE_INVALID'])
  await expect
    .poll(() => mailTo('olga-recovers@example.com'))
    .toContain('Anna Admin began to recover access for Lena Lost')

  const seen = await stranger().get(path)
  expect(seen.json()).toMatchObject({ name: 'Lena Lost', sentTo: 'l••••@example.com' })
  const code = await mailed(path, person)
  const { reply, browser, authenticator } = await finish(path, await options(path, code))
  expect(reply.status).toBe(200)
  const { recoveryCodes } = reply.json() as { recoveryCodes: string[] }
  expect(recoveryCodes).toHaveLength(10)
  const back = await own({ ...person, browser })
  expect(back).toMatchObject({ memberId: person.memberId, role: 'viewer', recoveryCodesLeft: 10 })
  expect(back.passkeys).toHaveLength(1)
  expect((await signIn(stranger(), authenticator)).status).toBe(200)
  expect((await signIn(stranger(), person.authenticator)).status).toBe(401)
  await expect
    .poll(() => mailTo('olga-recovers@example.com'))
    .toContain('Lena Lost recovered access')
  const audited = await rows(
    `select action, actor_id from audit where object_id = $1 and action like 'member.reco%' order by id`,
    [person.memberId],
  )
  expect(audited).toEqual([
    { action: 'member.recovery_begin', actor_id: admin.memberId },
    { action: 'member.recover', actor_id: person.memberId },
  ])
  expect(refused(await stranger().get(path))).toEqual(gone)
  expect(refused(await options(path, code))).toEqual(gone)
})

describe('the link alone', () => {
  test('lets nobody in, not even who made it: the code is mailed, counted and good once', async () => {
    const person = await lost()
    const path = await begun(owner, person)
    expect(refused(await options(path, '123456'))).toEqual(invalid)
    const first = await mailed(path, person)
    for (let tries = 0; tries < 3; tries += 1)
      expect(refused(await options(path, wrong(first)))).toEqual(invalid)
    // The right one comes too late.
    expect(refused(await options(path, first))).toEqual(invalid)
    const second = await mailed(path, person)
    if (second !== first) expect(refused(await options(path, first))).toEqual(invalid)
    const asked = await options(path, second)
    expect(asked.status).toBe(200)
    expect(refused(await options(path, second))).toEqual(invalid)
    // An answer to it is good once, for this link, and not for another one.
    const other = await begun(owner, await lost())
    expect(refused((await finish(other, asked)).reply)).toEqual([400, 'CHALLENGE_INVALID'])
    expect(refused((await finish(path, asked)).reply)).toEqual([400, 'CHALLENGE_INVALID'])
  })

  test('a code runs out after ten minutes, and five are all', async () => {
    const person = await lost()
    const path = await begun(owner, person)
    const code = await mailed(path, person)
    await rows(
      `update enrolment_link set code_expires_at = now() - interval '1 second' where recovers is not null and used_at is null and ended_at is null returning id`,
      [],
    )
    expect(refused(await options(path, code))).toEqual(invalid)
    for (let sent = 1; sent < 5; sent += 1) await mailed(path, person)
    const sixth = await stranger().post(`${path}/code`, {})
    expect(refused(sixth)).toEqual([409, 'RECOVERY_CODES_SPENT'])
    expect(refused(await stranger().post(`${path}/options`, { code: 'abcdef' }))).toEqual([
      400,
      'FIELD_INVALID',
    ])
  })

  test('of a link that two use at the same moment, one lets in', async () => {
    const person = await lost()
    const path = await begun(owner, person)
    const item = await options(path, await mailed(path, person))
    const other = await options(path, await mailed(path, person))
    const replies = await Promise.all([finish(path, item), finish(path, other)])
    expect(replies.map(({ reply }) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const [found] = await rows(
      `select count(*)::int as passkeys from member_passkey p join member m on m.id = p.member_id where m.email = $1`,
      [person.email],
    )
    expect(found).toEqual({ passkeys: 1 })
  })
})

test('an older link ends by a new one, by its maker’s removal, by the colleague’s, and by hand', async () => {
  const admin = await join('admin')
  const person = await lost()
  const older = await begun(admin, person)
  const asked = await options(older, await mailed(older, person))
  const newer = await begun(admin, person)
  expect(refused((await finish(older, asked)).reply)).toEqual(gone)
  expect((await stranger().get(newer)).status).toBe(200)
  await end(owner, `/team/members/${admin.memberId}`)
  expect(refused(await stranger().get(newer))).toEqual(gone)

  const byHand = await begun(owner, person)
  const { links } = await view(owner)
  const link = links.find(({ recovers }) => recovers === person.memberId)
  expect((await end(owner, `/team/links/${link?.linkId}`)).status).toBe(200)
  expect(refused(await stranger().get(byHand))).toEqual(gone)

  const last = await begun(owner, person)
  const ready = await options(last, await mailed(last, person))
  await end(owner, `/team/members/${person.memberId}`)
  expect(refused((await finish(last, ready)).reply)).toEqual(gone)
})

test('403 and 409: who begins no recovery, and of whom none is begun', async () => {
  const admin = await join('admin', { email: 'shared@example.com' })
  const viewer = await join('viewer')
  const person = await lost()
  expect(refused(await begin(viewer, person))).toEqual([403, 'TEAM_ROLE_NEEDED'])
  expect(refused(await begin(admin, await lost('owner')))).toEqual([403, 'OWNER_NEEDED'])
  expect(refused(await begin(owner, owner))).toEqual([409, 'OWN_RECOVERY'])
  const needed = [409, 'RECOVERY_ADDRESS_NEEDED']
  expect(refused(await begin(owner, viewer))).toEqual(needed)
  // Whoever invited them may have named an address of their own.
  const planted = await join('viewer', { email: 'Shared@example.com' })
  expect(refused(await begin(admin, planted))).toEqual(needed)
  for (const item of [viewer, person, planted])
    expect((await item.browser.get('/bff/session')).status).toBe(200)
})

test('neither kind of link passes for the other', async () => {
  const reply = await invite(owner, { role: 'viewer' })
  const { enrolmentUrl } = reply.json() as { enrolmentUrl: string }
  expect(refused(await stranger().get(pathOf(enrolmentUrl)))).toEqual(gone)
  const path = await begun(owner, await lost())
  const asInvitation = await enrol(stranger(), createAuthenticator(origin), path)
  expect(refused(asInvitation)).toEqual([404, 'ENROLMENT_LINK_INVALID'])
})
