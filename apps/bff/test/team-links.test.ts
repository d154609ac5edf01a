// Who invites whom, and what becomes of links when the access of their maker ends.
import { beforeAll, expect, test } from 'vitest'
import { createAuthenticator } from './support/people/authenticator.ts'
import { type AskedToCreate, createBrowser, enrol } from './support/people/browser.ts'
import { origin } from './support/people/staff.ts'
import { type Person, refused, teamOf } from './support/people/team.ts'
import { ownBff } from './support/process/bff.ts'

const bff = ownBff()
const { join, view, end, invite, confirm, rows, mailTo } = teamOf(bff)
let owner: Person
beforeAll(async () => {
  owner = await join('owner', { name: 'Olga Owner', email: 'olga-links@example.com' })
})

type Made = { enrolmentUrl: string; role: string; expiresAt: string }
const comesIn = (url: string) =>
  enrol(createBrowser(bff.instance.app.all), createAuthenticator(origin), url)
const openOf = async ({ memberId }: Person) =>
  (await view(owner)).links.filter(({ madeBy }) => madeBy === memberId)

test('200: owners and admins invite; the link names them, and lets one person in', async () => {
  const admin = await join('admin', { name: 'Anna Admin' })
  const made = await invite(admin, { role: 'viewer', email: 'Guest@example.com' })
  expect(made.status).toBe(200)
  expect(await openOf(admin)).toMatchObject([{ role: 'viewer', email: 'guest@example.com' }])
  await expect
    .poll(() => mailTo('olga-links@example.com'))
    .toContain('Anna Admin invited somebody to your team')
  const { enrolmentUrl } = made.json() as Made
  expect((await comesIn(enrolmentUrl)).status).toBe(200)
  expect(await openOf(admin)).toEqual([])
  expect((await comesIn(enrolmentUrl)).status).toBe(404)
})

test('the link of the operator names nobody', async () => {
  await bff.access.createEnrolmentLink(bff.first.svcPartnerId, 'compliance')
  const { links } = await view(owner)
  expect(links.find(({ role }) => role === 'compliance')).toMatchObject({ madeBy: null })
})

test('403: a cookie, a viewer and an admin who wants another owner make none, and end none', async () => {
  const [admin, viewer] = [await join('admin'), await join('viewer')]
  const alone = await owner.browser.post('/bff/team/links', { role: 'viewer' })
  expect(refused(alone)).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
  expect(refused(await invite(viewer, { role: 'viewer' }))).toEqual([403, 'TEAM_ROLE_NEEDED'])
  expect(refused(await invite(admin, { role: 'owner' }))).toEqual([403, 'OWNER_NEEDED'])
  await invite(owner, { role: 'owner' })
  const [link] = await openOf(owner)
  const path = `/team/links/${link?.linkId}`
  expect(refused(await end(viewer, path))).toEqual([403, 'TEAM_ROLE_NEEDED'])
  expect(refused(await end(admin, path))).toEqual([403, 'OWNER_NEEDED'])
  expect((await view(viewer)).links).toEqual([])
  const stranger = await join('owner', { partner: bff.second })
  expect(refused(await end(stranger, path))).toEqual([404, 'RECORD_NOT_FOUND'])
  expect((await end(owner, path)).status).toBe(200)
  expect(refused(await end(owner, path))).toEqual([404, 'RECORD_NOT_FOUND'])
})

test('a link that was ended lets nobody in, not even who has begun', async () => {
  const { enrolmentUrl } = (await invite(owner, { role: 'viewer' })).json() as Made
  const [link] = await openOf(owner)
  expect((await end(owner, `/team/links/${link?.linkId}`)).status).toBe(200)
  expect((await comesIn(enrolmentUrl)).status).toBe(404)
})

test('the links of a member who is removed, or who recovers, end with it', async () => {
  const removed = await join('admin')
  const first = (await invite(removed, { role: 'viewer' })).json() as Made
  await end(owner, `/team/members/${removed.memberId}`)
  expect((await comesIn(first.enrolmentUrl)).status).toBe(404)
  expect(await openOf(removed)).toEqual([])
  const robbed = await join('admin')
  const second = (await invite(robbed, { role: 'viewer' })).json() as Made
  const asked = await robbed.browser.post('/bff/recovery/options', {
    code: robbed.recoveryCodes[0],
  })
  const { challengeId, ...options } = asked.json() as AskedToCreate
  const attestation = createAuthenticator(origin).create(options)
  await robbed.browser.post('/bff/recovery/finish', { challengeId, attestation })
  expect((await comesIn(second.enrolmentUrl)).status).toBe(404)
})

test('of a removal and a link at the same time no link is left', async () => {
  const admin = await join('admin')
  const body = { role: 'viewer' } as const
  await confirm(admin, { method: 'POST', path: '/team/links', body })
  const path = `/team/members/${admin.memberId}`
  await confirm(owner, { method: 'DELETE', path })
  await Promise.all([
    admin.browser.post('/bff/team/links', body),
    owner.browser.remove(`/bff${path}`),
  ])
  const left = await rows(
    `select 1 from enrolment_link l join member m on m.id = l.issued_by
      where m.removed_at is not null and l.ended_at is null and l.used_at is null`,
    [],
  )
  expect(left).toEqual([])
})

test('who recovers access while a thief invites somebody leaves no link', async () => {
  const robbed = await join('admin')
  const body = { role: 'viewer' } as const
  await confirm(robbed, { method: 'POST', path: '/team/links', body })
  const asked = await createBrowser(bff.instance.app.all).post('/bff/recovery/options', {
    code: robbed.recoveryCodes[0],
  })
  const { challengeId, ...options } = asked.json() as AskedToCreate
  const attestation = createAuthenticator(origin).create(options)
  await Promise.all([
    createBrowser(bff.instance.app.all).post('/bff/recovery/finish', { challengeId, attestation }),
    robbed.browser.post('/bff/team/links', body),
  ])
  expect(await openOf(robbed)).toEqual([])
})
