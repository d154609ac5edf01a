import { type Endpoint, isWithin, operations } from '@corridor/contract'
import { type Role, scopesOfRole } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../test/support/people/authenticator.ts'
import { ownBff } from '../../test/support/process/bff.ts'
import { createBrowser, enrol, type TestBrowser } from '../../test/support/people/browser.ts'
import { aPerson } from '../../test/support/people/samples.ts'
import { codeOf, origin, type Session } from '../../test/support/people/staff.ts'
import { withClient } from '../db/server/server.ts'
import { createConsoleKeys } from '../modules/access/keys/console-keys.ts'

const create = '/bff/api/v1/xfer/entity/create'
const bff = ownBff()
let owner: TestBrowser

beforeAll(async () => {
  owner = await member('owner')
})

async function member(role: Role, partner = bff.first): Promise<TestBrowser> {
  const link = await bff.access.createEnrolmentLink(partner.svcPartnerId, role)
  const browser = createBrowser(bff.instance.app.all)
  const url = link.ok ? link.value.enrolmentUrl : ''
  expect((await enrol(browser, createAuthenticator(origin), url)).status).toBe(200)
  return browser
}

const adminQuery = async (text: string, values: unknown[] = []) => {
  const url = bff.deps.db.urls.worker
  return (await withClient(url, (client) => client.query(text, values))).rows as Record<
    string,
    unknown
  >[]
}

describe('a member’s request', () => {
  test('is the partner’s own operation, done by the member', async () => {
    const made = await owner.post(create, aPerson({ email: 'by-member@example.com' }))
    expect(made.status).toBe(200)
    expect(made.headers.get('x-service-time')).toMatch(/Z$/)
    const { entityId } = (made.json() as { data: { entityId: string } }).data
    const seen = await bff.get(`/api/v1/xfer/entity/${entityId}`)
    expect(seen.status).toBe(200)
    const { memberId } = ((await owner.get('/bff/session')).json() as Session).member
    const rows = await adminQuery('select actor_type, actor_id from audit where object_id = $1', [
      entityId,
    ])
    expect(rows).toEqual([{ actor_type: 'partner_user', actor_id: memberId }])
  })

  test('reaches this partner alone, whatever key the browser sends along', async () => {
    const made = await bff.post(
      '/api/v1/xfer/entity/create',
      aPerson({ email: 'x@example.com' }),
      {},
      bff.second,
    )
    const path = `/bff/api/v1/xfer/entity/${made.body.data.entityId}`
    const { apiToken } = bff.second
    const spoofed = await owner.get(path, {
      'x-api-token': apiToken,
      authorization: `Bearer ${apiToken}`,
    })
    expect([spoofed.status, codeOf(spoofed)]).toEqual([404, 'ENTITY_NOT_FOUND'])
    const colleague = await member('viewer', bff.second)
    expect((await colleague.get(path)).status).toBe(200)
  })

  test('with an Idempotency-Key is done once', async () => {
    const person = aPerson({ email: 'once@example.com' })
    const answer = await owner.post(create, person, { 'idempotency-key': 'k1' })
    const two = await owner.post(create, person, { 'idempotency-key': 'k1' })
    expect(two.text).toBe(answer.text)
    expect(two.headers.get('idempotency-replayed')).toBe('true')
  })

  test('gets the partner API’s refusals as they are', async () => {
    const reply = await owner.post(create, { type: 'individual' })
    expect([reply.status, codeOf(reply)]).toEqual([400, 'FIELD_REQUIRED'])
    const broken = await owner.post(create, '{')
    expect([broken.status, codeOf(broken)]).toEqual([400, 'BODY_INVALID_JSON'])
  })
})

const all: Endpoint[] = Object.values(operations).flatMap((ofModule): Endpoint[] =>
  Object.values(ofModule),
)
const roles = Object.keys(scopesOfRole) as Role[]

describe.each(roles)('the role %s', (role) => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await member(role)
  })

  test('may do what its scopes say, and nothing else', async () => {
    for (const endpoint of all) {
      const { id, method, path, stream } = endpoint
      if (stream) continue
      const url = `/bff${path.replaceAll(/\{\w+\}/g, 'x')}`
      const reply = await browser.send(method, url, method === 'GET' ? undefined : '{}')
      const isAllowed = isWithin(endpoint, new Set(scopesOfRole[role]))
      const expected = isAllowed ? [id, false] : [id, true]
      expect([id, reply.status === 403 && codeOf(reply) === 'SCOPE_MISSING']).toEqual(expected)
    }
  })

  test('receives its permissions', async () => {
    const session = (await browser.get('/bff/session')).json() as Session
    expect(session.member.permissions).toEqual([...scopesOfRole[role]])
    expect(session.member.permissions).not.toContain('console:act')
  })
})

test.each([
  '/bff/api/v1/xfer/entity/%63reate',
  '/bff/api/v1/xfer/entity/..%2fcreate',
  '/bff/api/v1//xfer/entity/create',
])('no other spelling of a path does more than the role allows: %s', async (path) => {
  const viewer = await member('viewer')
  const before = await adminQuery('select count(*) from entity')
  const reply = await viewer.post(path, aPerson({ email: 'sly@example.com' }))
  expect([403, 404, 405]).toContain(reply.status)
  expect(await adminQuery('select count(*) from entity')).toEqual(before)
})

test('the console’s key is in no answer, and cannot be used by saying who acts', async () => {
  const [row] = await adminQuery('select id from partner where name = $1', ['First'])
  const key = (await createConsoleKeys(bff.deps).of(String(row?.['id']))) ?? ''
  expect(key).toMatch(/^cor_sandbox_/)
  const paths = [
    '/',
    '/bff/session',
    '/bff/preferences',
    '/bff/api/v1/xfer/entity',
    '/bff/api/v1/xfer/utility/webhook/events',
  ]
  for (const path of paths) {
    const reply = await owner.get(path)
    expect(reply.text + JSON.stringify([...reply.headers])).not.toContain(key)
  }
  const acting = await bff.send('/api/v1/xfer/entity', { headers: { 'x-acting-member': 'mem_x' } })
  expect(acting.status).toBe(400)
})

test('503 when the console’s key is refused; the member stays signed in', async () => {
  const browser = await member('owner', bff.second)
  const [row] = await adminQuery('select id from partner where name = $1', ['Second'])
  const revoke = 'update api_key set revoked_at = $2 where partner_id = $1 and kind = $3'
  await adminQuery(revoke, [row?.['id'], new Date(), 'console'])
  bff.deps.wake.notify('keys')
  const reply = await browser.get('/bff/api/v1/xfer/entity')
  expect([reply.status, codeOf(reply)]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  expect((await browser.get('/bff/session')).status).toBe(200)
  await adminQuery(revoke, [row?.['id'], null, 'console'])
  bff.deps.wake.notify('keys')
  expect((await browser.get('/bff/api/v1/xfer/entity')).status).toBe(200)
})

test('a page at the address instead of the name is sent to the name', async () => {
  const at = (url: string, accept: string) =>
    bff.instance.app.all.request(url, { headers: { accept } })
  const page = await at('http://127.0.0.1:8787/transfers?status=x', 'text/html')
  expect([page.status, page.headers.get('location')]).toEqual([307, `${origin}/transfers?status=x`])
  expect((await at('http://[::1]:8787/', 'text/html')).status).toBe(307)
  expect((await at('http://127.0.0.1:8787/api/v1/xfer/entity', 'application/json')).status).toBe(
    401,
  )
  expect((await at('http://localhost:8787/', 'text/html')).status).not.toBe(307)
})
