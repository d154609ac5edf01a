// What was called with a partner's keys, for how long it is kept, and who is notified that a key ends.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { type Acting, aMember } from '../../../../test/support/people/acting.ts'
import { keySite } from '../../../../test/support/people/keys.ts'
import { ownBff } from '../../../../test/support/process/bff.ts'

const bff = ownBff()
const log = '/api/v1/partner/requests'
let owner: Acting
let developer: Acting
beforeAll(async () => {
  owner = await aMember(bff, 'owner')
  developer = await aMember(bff, 'developer')
})
const { issued, issuedWithReads, from, here, advance, callsOf } = keySite(bff, () => owner)

describe('keys.requests', () => {
  test('200: what a program called, by each filter; not what the dashboard did', async () => {
    const key = await issued({ scopes: ['entities:read', 'entities:write'] })
    const email = 'ada.canary@example.com'
    const sent = { firstName: 'Ada', email, entityType: 'INDIVIDUAL' }
    const post = await bff.send('/api/v1/xfer/entity/create', {
      method: 'POST',
      body: sent,
      token: key.apiToken,
      headers: { 'idempotency-key': 'once' },
    })
    await bff.send(`/api/v1/xfer/entity/email/${email}?x=${email}`, { token: key.apiToken })
    await bff.send('/api/v1/nowhere', { token: key.apiToken })
    const calls = await callsOf(key.keyId)
    expect(calls.map(({ status, operation }) => [status, operation])).toEqual([
      [404, 'entities.readByEmail'],
      [post.status, 'entities.create'],
    ])
    const [byEmail, made] = calls
    expect(byEmail).toMatchObject({ path: '/api/v1/xfer/entity/email/••••', status: 404 })
    expect(made).toMatchObject({
      requestId: post.headers.get('x-request-id'),
      method: 'POST',
      operation: 'entities.create',
      status: post.status,
      idempotencyKey: 'once',
      replayed: false,
    })
    const { data } = (await owner.get(`${log}/${made.requestId}`)).body
    expect(data.requestBody).toMatchObject({
      firstName: '••••',
      email: '••••',
      entityType: 'INDIVIDUAL',
    })
    const other = (await owner.get(`${log}/${byEmail.requestId}`)).body.data
    expect(JSON.stringify([data, other])).not.toContain('canary')
    for (const more of ['&status=404', '&code=ENTITY_NOT_FOUND', '&method=GET', '&path=/email/'])
      expect([more, (await callsOf(key.keyId, more)).map((call) => call.requestId)]).toEqual([
        more,
        [byEmail.requestId],
      ])
    expect(await callsOf(key.keyId, `&requestId=${made.requestId}`)).toHaveLength(1)
    expect(await callsOf(key.keyId, '&operation=entities.create')).toHaveLength(1)
    expect(await callsOf(key.keyId, '&address=203.0.113.1')).toEqual([])
    expect(await callsOf(key.keyId, '&to=2020-01-01T00:00:00Z')).toEqual([])
    expect(await callsOf(key.keyId, '&limit=1')).toHaveLength(1)
    await developer.get('/api/v1/xfer/entity')
    const operations = (await callsOf(key.keyId)).map((call) => call.operation)
    expect(operations).toHaveLength(2)
  })

  test('200: reads that succeed only for 24 hours after a member asks for them', async () => {
    const key = await issued({ expiresAt: null })
    const operations = async () => (await callsOf(key.keyId)).map(({ operation }) => operation)
    await from(here, key.apiToken)
    expect(await operations()).toEqual([])
    const on = await owner.send('PUT', `/api/v1/partner/keys/${key.keyId}`, { logReads: true })
    expect(Date.parse(on.body.data.readsLoggedUntil)).toBeGreaterThan(0)
    await from(here, key.apiToken)
    expect(await operations()).toEqual(['entities.list'])
    await advance('24 hours')
    await from(here, key.apiToken)
    expect(await operations()).toHaveLength(1)
    const { body } = await owner.get(`/api/v1/partner/keys/${key.keyId}`)
    expect(body.data.readsLoggedUntil).toBeNull()
    await owner.send('PUT', `/api/v1/partner/keys/${key.keyId}`, { logReads: true })
    await owner.send('PUT', `/api/v1/partner/keys/${key.keyId}`, { logReads: false })
    await from(here, key.apiToken)
    expect(await operations()).toHaveLength(1)
  })

  test('keys.request 400, 403, 404: a filter that is none; by who may not; another partner’s call', async () => {
    const key = await issuedWithReads()
    await from(here, key.apiToken)
    const [call] = await callsOf(key.keyId)
    expect(codeOf(await owner.get(`${log}?status=9xx`))).toEqual([400, 'FIELD_INVALID'])
    expect(codeOf(await owner.get(`${log}?cursor=x`))).toEqual([400, 'CURSOR_INVALID'])
    expect(codeOf(await (await aMember(bff, 'viewer')).get(log))).toEqual([403, 'SCOPE_MISSING'])
    const stranger = await aMember(bff, 'owner', bff.second)
    expect(codeOf(await stranger.get(`${log}/${call.requestId}`))).toEqual([
      404,
      'RECORD_NOT_FOUND',
    ])
    expect((await stranger.get(`${log}?keyId=${key.keyId}`)).body.data).toEqual([])
    expect(codeOf(await owner.get(`${log}/req_x`))).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('are deleted after the days of the settings, and no earlier', async () => {
    const key = await issuedWithReads({ expiresAt: null })
    await from(here, key.apiToken)
    await callsOf(key.keyId)
    await advance('29 days')
    expect(await callsOf(key.keyId)).toHaveLength(1)
    await advance('25 hours')
    await expect.poll(async () => (await callsOf(key.keyId)).length, { interval: 50 }).toBe(0)
  })
})

test('a key that ends within 30 days is announced once', async () => {
  const soon = await issued({ expiresAt: null })
  await bff.deps.db.asWorker((tx) =>
    sql`update api_key set expires_at = service_now() + interval '40 days' where name = 'Nightly'
      and lookup = ${soon.prefix.split('_')[2]}`.execute(tx),
  )
  const notices = () =>
    bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('notification')
        .select(['subject_id', 'selectors'])
        .where('cause', 'like', 'key-ending:%')
        .where('subject_id', '=', soon.keyId)
        .execute(),
    )
  expect(await notices()).toEqual([])
  await advance('11 days')
  await expect.poll(async () => (await notices()).length, { interval: 50 }).toBe(1)
  expect((await notices())[0]?.selectors).toEqual(['role:owner', 'role:admin', 'role:developer'])
})

test('what waits is written when the process stops', async () => {
  const key = await issuedWithReads()
  await from(here, key.apiToken)
  await bff.instance.app.requestLog.close()
  const kept = await bff.deps.db.asWorker((tx) =>
    tx.selectFrom('request_log').select('id').where('address', '=', here).execute(),
  )
  expect(kept.length).toBeGreaterThan(0)
})
