// Keys that a partner's own people issue: by whom, from where and until when they work; and what was called with them.
import { parseId, scopesOfRole } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import { setTerms } from '../../../test/support/money/ordinary.ts'
import { type Acting, aMember, waitingIn } from '../../../test/support/people/acting.ts'
import { keySite } from '../../../test/support/people/keys.ts'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'
import { withClient } from '../../db/server/server.ts'

const proxy = '10.9.0.0/16'
const bff = sharedBff({ TRUSTED_PROXY: proxy })
const path = '/api/v1/partner/keys'
let owner: Acting
let admin: Acting
let developer: Acting
beforeAll(async () => {
  owner = await aMember(bff, 'owner')
  admin = await aMember(bff, 'admin')
  developer = await aMember(bff, 'developer')
})

const { wanted, issued, issuedWithReads, from, here, reads, advance, callsOf } = keySite(
  bff,
  () => owner,
)

describe('keys.create', () => {
  test('200: by a member, with scopes of theirs; shown once, for a year, audited without its text', async () => {
    const key = await issued({ addresses: ['203.0.113.0/24', '2001:DB8::/32'] })
    expect(key).toMatchObject({
      status: 'ACTIVE',
      issuedBy: { memberId: owner.memberId, removed: false },
      issuedTo: null,
      addresses: ['203.0.113.0/24', '2001:db8::/32'],
      lastUsedAt: null,
    })
    const days = (Date.parse(key.expiresAt) - Date.parse(key.createdAt)) / 86_400_000
    expect(Math.round(days)).toBe(365)
    const read = await owner.get(`${path}/${key.keyId}`)
    expect(JSON.stringify(read.body)).not.toContain(key.apiToken)
    const rows = await withClient(bff.adminUrl, (client) =>
      client.query('select action, actor_id, after::text from audit where object_id = $1', [
        key.keyId,
      ]),
    )
    expect(rows.rows).toMatchObject([{ action: 'api_key.issued', actor_id: owner.memberId }])
    expect(rows.rows[0].after).toContain('203.0.113.0/24')
    expect(rows.rows[0].after).not.toContain(key.apiToken.split('_')[3])
  })

  test('200: for ever where that is asked; for me, it acts as me and ends with me', async () => {
    const leaving = await aMember(bff, 'developer')
    const key = await issued(
      { expiresAt: null, issuedTo: 'me', scopes: ['entities:read'] },
      leaving,
    )
    expect(key).toMatchObject({ expiresAt: null, issuedTo: { memberId: leaving.memberId } })
    const other = await issued({ scopes: ['entities:read'] }, leaving)
    await leaving.remove()
    const listed = await owner.get(`${path}?issuedBy=${leaving.memberId}`)
    expect(listed.body.data.map((body: AnyBody) => body.keyId)).toEqual([other.keyId, key.keyId])
    expect(listed.body.data[0].issuedBy.removed).toBe(true)
    expect(codeOf(await leaving.post(path, wanted))).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
  })

  test('200: the same Idempotency-Key again is another key: no answer with a text is kept', async () => {
    const headers = { 'idempotency-key': 'k-1' }
    const answer = await owner.send('POST', path, wanted, headers)
    const two = await owner.send('POST', path, wanted, headers)
    expect(two.headers.get('idempotency-replayed')).toBeNull()
    expect(two.body.data.keyId).not.toBe(answer.body.data.keyId)
    const kept = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('idempotency_key').select('key').where('key', '=', 'k-1').execute(),
    )
    expect(kept).toEqual([])
  })

  test('400: no name, unknown scopes, networks that are none, too many, a time that has passed', async () => {
    const bad = [
      { name: '' },
      { scopes: [] },
      { scopes: ['console:act'] },
      { scopes: ['everything'] },
      { addresses: ['203.0.113.0/33'] },
      { addresses: ['example.com'] },
      { addresses: ['::ffff:203.0.113.7'] },
      { addresses: Array.from({ length: 51 }, (_, i) => `203.0.113.${i}`) },
      { expiresAt: '2020-01-01T00:00:00Z' },
      { issuedTo: 'mem_1' },
    ]
    for (const more of bad)
      expect([more, ...codeOf(await owner.post(path, { ...wanted, ...more }))]).toEqual([
        more,
        400,
        'FIELD_INVALID',
      ])
  })

  test('403: more than the role gives now, whatever the request says that it gives', async () => {
    const demoted = await aMember(bff, 'owner')
    const key = await issued({ scopes: ['transfers:write'] }, demoted)
    await demoted.change({ role: 'developer' })
    const asBefore = { 'x-acting-scopes': scopesOfRole.owner.join(' ') }
    const body = { ...wanted, scopes: ['transfers:write'] }
    const refused = [403, 'SCOPE_MISSING']
    expect(codeOf(await demoted.send('POST', path, body, asBefore))).toEqual(refused)
    const rotated = demoted.send('POST', `${path}/${key.keyId}/rotate`, {}, asBefore)
    expect(codeOf(await rotated)).toEqual(refused)
  })

  test('403: by a program, whatever it may do; without a passkey; by who may not; more than one’s own', async () => {
    const all = { method: 'POST', body: wanted }
    const refused = [403, 'PRIMARY_AUTH_REQUIRED']
    expect(codeOf(await bff.send(path, all))).toEqual(refused)
    const bare = await owner.send('POST', path, wanted, {
      'x-acting-step-up': '2020-01-01T00:00:00Z',
    })
    expect(codeOf(bare)).toEqual(refused)
    for (const role of ['viewer', 'operations', 'treasury', 'compliance'] as const)
      expect(codeOf(await (await aMember(bff, role)).post(path, wanted))).toEqual([
        403,
        'SCOPE_MISSING',
      ])
    const more = { ...wanted, scopes: ['transfers:write'] }
    for (const item of [admin, developer])
      expect(codeOf(await item.post(path, more))).toEqual([403, 'SCOPE_MISSING'])
    expect((await owner.post(path, more)).status).toBe(200)
  })
})

describe('keys.update', () => {
  test('200: the list of addresses is in effect at once, cached or not, in either header', async () => {
    const { keyId, apiToken } = await issued({ addresses: ['203.0.113.0/24', '2001:db8:1::/48'] })
    const is = async (address: string, more: AnyBody = {}) => {
      const { status, body } = await from(address, apiToken, more)
      return status === 200 ? 200 : body.error.code
    }
    expect(await is('203.0.113.9')).toBe(200)
    expect(await is('::ffff:203.0.113.9')).toBe(200)
    expect(await is('2001:db8:1:2::3')).toBe(200)
    expect(await is('198.51.100.7')).toBe('IP_NOT_ALLOWED')
    expect(await is('2001:db8:2::3')).toBe('IP_NOT_ALLOWED')
    // Only a proxy of the settings says for whom it asks.
    expect(await is('198.51.100.7', { forwarded: '203.0.113.9' })).toBe('IP_NOT_ALLOWED')
    expect(await is('10.9.1.1', { forwarded: '203.0.113.9' })).toBe(200)
    expect(await is('10.9.1.1', { forwarded: '203.0.113.9, 198.51.100.7' })).toBe('IP_NOT_ALLOWED')
    const free = await issued()
    const bearer = { headers: { authorization: `Bearer ${apiToken}`, 'x-api-token': '' } }
    expect(await is('198.51.100.7', bearer)).toBe('IP_NOT_ALLOWED')
    const beside = { headers: { authorization: `Bearer ${free.apiToken}` } }
    expect(await is('198.51.100.7', beside)).toBe('IP_NOT_ALLOWED')
    expect((await from('198.51.100.7', apiToken)).status).toBe(403)
    // A request that no network brought is on no list.
    expect(codeOf(await bff.send('/api/v1/xfer/entity', { token: apiToken }))).toEqual([
      403,
      'IP_NOT_ALLOWED',
    ])
    const changed = await owner.send('PUT', `${path}/${keyId}`, { addresses: ['198.51.100.7'] })
    expect(changed.body.data).toMatchObject({ addresses: ['198.51.100.7'], version: 2 })
    await expect.poll(() => is('203.0.113.9'), { interval: 20 }).toBe('IP_NOT_ALLOWED')
    expect(await is('198.51.100.7')).toBe(200)
    await owner.send('PUT', `${path}/${keyId}`, { addresses: [], name: 'Everywhere' })
    await expect.poll(() => is('203.0.113.9'), { interval: 20 }).toBe(200)
  })

  test('403, 404, 409, 422: of more than one’s own, unknown or another partner’s, changed meanwhile, ended', async () => {
    const strong = await issued({ scopes: ['transfers:write'] })
    const change = { addresses: [] }
    for (const item of [admin, developer])
      expect(codeOf(await item.send('PUT', `${path}/${strong.keyId}`, change))).toEqual([
        403,
        'SCOPE_MISSING',
      ])
    const mine = await issued({ scopes: ['entities:read'], issuedTo: 'me' }, developer)
    for (const [method, rest] of [
      ['PUT', ''],
      ['POST', '/rotate'],
    ] as const)
      expect(codeOf(await owner.send(method, `${path}/${mine.keyId}${rest}`, change))).toEqual([
        403,
        'PRIMARY_AUTH_REQUIRED',
      ])
    const stale = { 'if-match': '"7"' }
    expect(codeOf(await owner.send('PUT', `${path}/${strong.keyId}`, change, stale))).toEqual([
      409,
      'VERSION_CONFLICT',
    ])
    const stranger = await aMember(bff, 'owner', bff.second)
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PUT', '', change],
      ['POST', '/rotate', {}],
      ['DELETE', '', undefined],
    ] as const) {
      const foreign = await stranger.send(method, `${path}/${strong.keyId}${rest}`, body)
      expect(codeOf(foreign)).toEqual([404, 'RECORD_NOT_FOUND'])
      expect(codeOf(await owner.send(method, `${path}/key_x${rest}`, body))).toEqual([
        404,
        'RECORD_NOT_FOUND',
      ])
    }
    await owner.send('DELETE', `${path}/${strong.keyId}`)
    for (const [method, rest, body] of [
      ['PUT', '', change],
      ['POST', '/rotate', {}],
      ['DELETE', '', undefined],
    ] as const)
      expect(codeOf(await owner.send(method, `${path}/${strong.keyId}${rest}`, body))).toEqual([
        422,
        'ILLEGAL_TRANSITION',
      ])
  })
})

describe('keys.rotate', () => {
  test('200: both work for the overlap, by the service’s clock; the list and the scopes stay', async () => {
    const old = await issued({ addresses: [`${here}/32`] })
    const { body } = await owner.post(`${path}/${old.keyId}/rotate`, { overlapHours: 2 })
    const next = body.data
    expect(next).toMatchObject({
      predecessorId: old.keyId,
      scopes: old.scopes,
      addresses: old.addresses,
    })
    expect((await owner.get(`${path}/${old.keyId}`)).body.data).toMatchObject({
      status: 'ROTATED',
      successorId: next.keyId,
    })
    expect([await reads(old.apiToken), await reads(next.apiToken)]).toEqual([200, 200])
    await advance('119 minutes')
    expect([await reads(old.apiToken), await reads(next.apiToken)]).toEqual([200, 200])
    expect(codeOf(await owner.post(`${path}/${old.keyId}/rotate`, {}))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
    const longer = { expiresAt: '2999-01-01T00:00:00Z' }
    expect(codeOf(await owner.send('PUT', `${path}/${old.keyId}`, longer))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
    await advance('61 seconds')
    expect([await reads(old.apiToken), await reads(next.apiToken)]).toEqual([
      'API_KEY_EXPIRED',
      200,
    ])
    const at = await owner.post(`${path}/${next.keyId}/rotate`, { overlapHours: 0 })
    expect(at.status).toBe(200)
    await expect.poll(() => reads(next.apiToken), { interval: 20 }).toBe('API_KEY_EXPIRED')
  })

  test('400, 403: an overlap of more than a week; by a program, with its own key too', async () => {
    const key = await issued({ scopes: ['keys:read', 'keys:write'] })
    const at = `${path}/${key.keyId}/rotate`
    expect(codeOf(await owner.post(at, { overlapHours: 169 }))).toEqual([400, 'FIELD_INVALID'])
    for (const token of [key.apiToken, bff.first.apiToken])
      for (const [method, url, body] of [
        ['POST', at, {}],
        ['PUT', `${path}/${key.keyId}`, { addresses: [] }],
      ] as const)
        expect(codeOf(await bff.send(url, { method, body, token }))).toEqual([
          403,
          'PRIMARY_AUTH_REQUIRED',
        ])
  })
})

describe('keys.revoke', () => {
  test('200: a leaked key is refused at once, and what is tried with it afterwards is in the log', async () => {
    const key = await issuedWithReads()
    await from('203.0.113.5', key.apiToken)
    await from('203.0.113.5', key.apiToken, { url: '/api/v1/xfer/entity/ent_x' })
    await callsOf(key.keyId)
    const { use } = (await owner.get(`${path}/${key.keyId}`)).body.data
    expect(use).toMatchObject({ lastHour: 2, lastDay: 2 })
    expect(use.callers).toEqual([
      expect.objectContaining({ address: '203.0.113.5', operation: 'entities.read', refused: 1 }),
      expect.objectContaining({ address: '203.0.113.5', operation: 'entities.list', calls: 1 }),
    ])
    const revoked = await owner.send('DELETE', `${path}/${key.keyId}`)
    expect(revoked.body.data).toMatchObject({ status: 'REVOKED', lastUsedFrom: '203.0.113.5' })
    await expect.poll(async () => (await from('198.51.100.9', key.apiToken)).status).toBe(401)
    const calls = await callsOf(key.keyId, '&status=4xx&code=API_KEY_REVOKED')
    expect(calls[0]).toMatchObject({
      status: 401,
      code: 'API_KEY_REVOKED',
      address: '198.51.100.9',
      operation: 'entities.list',
      keyName: 'Nightly',
    })
  })

  test('200, 403: a developer ends a stronger key; a program its own alone', async () => {
    const strong = await issued({ scopes: ['transfers:write'] })
    expect((await developer.send('DELETE', `${path}/${strong.keyId}`)).status).toBe(200)
    const [first, other] = [await issued({ scopes: ['keys:write'] }), await issued()]
    const end = (keyId: string) =>
      bff.send(`${path}/${keyId}`, { method: 'DELETE', token: first.apiToken })
    expect(codeOf(await end(other.keyId))).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
    expect((await end(first.keyId)).status).toBe(200)
    await expect.poll(() => reads(first.apiToken), { interval: 20 }).toBe('API_KEY_REVOKED')
  })
})

describe('keys.list', () => {
  test('200: newest first, in pages; neither the console’s key nor another partner’s', async () => {
    await issued({ name: 'Last' })
    const first = await owner.get(`${path}?limit=2`)
    expect(first.body.data[0].name).toBe('Last')
    const second = await owner.get(`${path}?limit=2&cursor=${first.body.pagination.nextCursor}`)
    expect(second.status).toBe(200)
    const all = (await owner.get(`${path}?limit=200`)).body.data
    expect(all.map(({ name }: AnyBody) => name)).not.toContain('Console')
    const stranger = await aMember(bff, 'owner', bff.second)
    const foreign = (await stranger.get(`${path}?limit=200`)).body.data
    const ids = new Set(all.map(({ keyId }: AnyBody) => keyId))
    expect(foreign.some(({ keyId }: AnyBody) => ids.has(keyId))).toBe(false)
    expect(codeOf(await (await aMember(bff, 'viewer')).get(path))).toEqual([403, 'SCOPE_MISSING'])
  })

  test('keys.read: the app reads no hash and no sealed text, and adds no console key', async () => {
    const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
    const asApp = (text: string) =>
      bff.deps.db.withPartner(partnerId, (tx) => sql.raw(text).execute(tx))
    for (const column of ['secret_hash', 'sealed_text'])
      await expect(asApp(`select ${column} from api_key`)).rejects.toThrow('permission denied')
    const { rows } = await asApp("select id from api_key where kind = 'console'")
    expect(rows).toEqual([])
    await expect(asApp("update api_key set scopes = '{}'")).rejects.toThrow('permission denied')
  })
})

test('who issued a program’s key does not approve what it asks for; another member does', async () => {
  const token = (await issued({ scopes: ['webhooks:write'] })).apiToken
  await setTerms(bff, { approvalAbove: 0 })
  const body = { webhookUrl: 'https://hooks.example.com/keys' }
  const asked = await bff.send('/api/v1/partner/registerPartnerWebhook', {
    method: 'PUT',
    body,
    token,
  })
  expect(codeOf(asked)).toEqual([422, 'APPROVAL_REQUIRED'])
  const own = await owner.decide(waitingIn(asked), 'APPROVED')
  expect(codeOf(own)).toEqual([403, 'MAKER_CANNOT_APPROVE'])
  const other = await (await aMember(bff, 'owner')).decide(waitingIn(asked), 'APPROVED')
  expect(other.body.data?.status).toBe('EXECUTED')
  await setTerms(bff, {})
})
