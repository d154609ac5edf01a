// Views of lists that members save, and what they call themselves.
import type { Role } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, refused, teamOf } from './support/people/team.ts'
import { sharedBff } from './support/process/bff.ts'

const bff = sharedBff({ ROLE: 'web' })
const { join, confirm } = teamOf(bff)

type Joins = (role: Role) => Promise<Person>

/** A team of its own, which people join. */
async function team(): Promise<Joins> {
  const partner = await bff.makePartner('Views')
  return (role) => join(role, { partner })
}

describe('saved views', () => {
  type View = { viewId: string; name: string; mayChange: boolean; isDefault: boolean }
  let joins: Joins
  let maker: Person
  let colleague: Person
  beforeAll(async () => {
    joins = await team()
    maker = await joins('operations')
    colleague = await joins('viewer')
  })
  const body = { query: { status: 'FAILED' }, hidden: [] }
  const create = async (who: Person, isShared: boolean, name = 'Failed today') =>
    (
      await who.browser.post('/bff/views', { list: 'Transfers', name, body, isShared })
    ).json() as View
  const seen = async ({ browser }: Person, list = 'Transfers') =>
    ((await browser.get(`/bff/views?list=${list}`)).json() as { data: View[] }).data

  test('200: own ones are seen by their maker alone, shared ones by the team, of their list', async () => {
    const [own, shared] = [await create(maker, false, 'Mine'), await create(maker, true, 'Ours')]
    expect((await seen(maker)).map(({ viewId }) => viewId)).toEqual([own.viewId, shared.viewId])
    expect(await seen(colleague)).toMatchObject([
      { viewId: shared.viewId, name: 'Ours', body, mayChange: false, isOwn: false },
    ])
    expect(await seen(maker, 'Wallets')).toEqual([])
    const stranger = await (await team())('owner')
    expect(await seen(stranger)).toEqual([])
    for (const [who, { viewId }, expected] of [
      [colleague, own, [404, 'RECORD_NOT_FOUND']],
      [colleague, shared, [403, 'VIEW_NOT_YOURS']],
      [stranger, shared, [404, 'RECORD_NOT_FOUND']],
    ] as const) {
      expect(refused(await who.browser.put(`/bff/views/${viewId}`, { name: 'x' }))).toEqual(
        expected,
      )
      expect(refused(await who.browser.remove(`/bff/views/${viewId}`))).toEqual(expected)
    }
  })

  test('200: an admin changes and deletes what is shared, never what is somebody’s own', async () => {
    const admin = await joins('admin')
    const [own, shared] = [await create(maker, false), await create(maker, true)]
    const renamed = await admin.browser.put(`/bff/views/${shared.viewId}`, { name: 'Late' })
    expect(renamed.json()).toMatchObject({ name: 'Late', body, isShared: true })
    expect((await admin.browser.remove(`/bff/views/${own.viewId}`)).status).toBe(404)
    expect((await admin.browser.remove(`/bff/views/${shared.viewId}`)).status).toBe(204)
  })

  test('a list opens with the default of each member, until the view is not theirs to see', async () => {
    const shared = await create(maker, true, 'Opens')
    const set = (who: Person, list: string, viewId: string | null) =>
      who.browser.put('/bff/views/default', { list, viewId })
    expect((await set(colleague, 'Wallets', shared.viewId)).status).toBe(404)
    expect((await set(colleague, 'Transfers', shared.viewId)).status).toBe(200)
    const isDefault = async (who: Person) =>
      (await seen(who)).find(({ viewId }) => viewId === shared.viewId)?.isDefault
    expect([await isDefault(colleague), await isDefault(maker)]).toEqual([true, false])
    await maker.browser.put(`/bff/views/${shared.viewId}`, { isShared: false })
    await maker.browser.put(`/bff/views/${shared.viewId}`, { isShared: true })
    expect(await isDefault(colleague)).toBe(false)
    await set(colleague, 'Transfers', shared.viewId)
    expect((await set(colleague, 'Transfers', null)).status).toBe(200)
    expect(await isDefault(colleague)).toBe(false)
  })

  test('400: too long; 409: more than a hundred', async () => {
    const many = await joins('operations')
    const send = (sent: object) => many.browser.post('/bff/views', sent)
    const view = { list: 'Transfers', name: 'x', body: {}, isShared: false }
    expect((await send({ ...view, body: { q: 'x'.repeat(17_000) } })).status).toBe(400)
    expect((await send({ ...view, name: '' })).status).toBe(400)
    for (let made = 0; made < 100; made += 1) expect((await send(view)).status).toBe(200)
    expect(refused(await send(view))).toEqual([409, 'VIEWS_FULL'])
  })
})

test('a member’s own name: confirmed by passkey, never by a stolen cookie alone', async () => {
  const own = await (await team())('viewer')
  const body = { name: 'Nora New' }
  expect(refused(await own.browser.put('/bff/team/name', body))).toEqual([
    403,
    'PRIMARY_AUTH_REQUIRED',
  ])
  await confirm(own, { method: 'PUT', path: '/team/name', body })
  expect((await own.browser.put('/bff/team/name', body)).json()).toEqual({ name: 'Nora New' })
  expect((await own.browser.get('/bff/session')).json()).toMatchObject({ member: body })
})
