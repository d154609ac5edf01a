import { partnerScopes } from '@corridor/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bff, startBff } from '../../test/support/bff.ts'
import { aPerson } from '../../test/support/samples.ts'

let bff: Bff
beforeAll(async () => {
  bff = await startBff()
})
afterAll(() => bff.close())

const create = '/api/v1/xfer/entity/create'
const list = '/api/v1/xfer/entity'

describe('authentication', () => {
  test('200: both headers, the scheme word in any case, two keys of one partner', async () => {
    const { apiToken, svcPartnerId } = bff.first
    const second = await bff.issue(svcPartnerId, partnerScopes)
    for (const headers of [
      { 'X-API-TOKEN': apiToken },
      { authorization: `Bearer ${apiToken}` },
      { authorization: `bEARER ${apiToken}` },
      { 'x-api-token': apiToken, authorization: `Bearer ${second}` },
    ])
      expect((await bff.send(list, { token: '', headers })).status).toBe(200)
  })

  test('400: acting headers belong to the console key alone', async () => {
    const refused = await bff.send(list, { headers: { 'x-acting-member': 'mem_x' } })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
  })

  test('401: keys of different partners, a revoked and an expired key', async () => {
    const both = await bff.send(list, {
      headers: { authorization: `Bearer ${bff.second.apiToken}` },
    })
    expect([both.status, both.body.error.code]).toEqual([401, 'AUTH_AMBIGUOUS'])
    const { body } = await bff.get('/api/v1/sandbox/clock')
    const soon = new Date(new Date(body.data.now).getTime() + 60_000)
    const short = await bff.issue(bff.first.svcPartnerId, partnerScopes, soon)
    expect((await bff.send(list, { token: short })).status).toBe(200)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 61 })
    const expired = await bff.send(list, { token: short })
    expect([expired.status, expired.body.error.code]).toEqual([401, 'API_KEY_EXPIRED'])
  })
})

describe('idempotency', () => {
  test('200: a repeat is answered with the kept answer, byte for byte', async () => {
    const sent = aPerson({ email: 'key@example.com' })
    const first = await bff.post(create, sent, { 'idempotency-key': 'k1' })
    const again = await bff.post(create, sent, { 'idempotency-key': '"k1"' })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.body).toEqual(first.body)
  })

  test('200: the same key of another partner or another path is another key', async () => {
    const other = await bff.post(
      create,
      aPerson({ email: 'other@example.com' }),
      { 'idempotency-key': 'k1' },
      bff.second,
    )
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([200, null])
    const mined = await bff.post(
      '/api/v1/sandbox/chain/mine',
      { blocks: 1 },
      { 'idempotency-key': 'k1' },
    )
    expect([mined.status, mined.headers.get('idempotency-replayed')]).toEqual([200, null])
  })

  test('409: of fifty calls at once under one key one has its effect, the rest are told to wait or replayed', async () => {
    const sent = aPerson({ email: 'storm@example.com' })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bff.post(create, sent, { 'idempotency-key': 'storm' })),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(new Set(made.map(({ body }) => body.data.entityId)).size).toBe(1)
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      expect([refused.status, refused.body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
      expect(refused.headers.get('retry-after')).toBe('1')
    }
  })

  test('409: a refusal by state is kept, a refusal of the form leaves the key free', async () => {
    await bff.post(create, aPerson({ email: 'taken@example.com' }))
    const refused = await bff.post(create, aPerson({ email: 'taken@example.com' }), {
      'idempotency-key': 'k2',
    })
    const again = await bff.post(create, aPerson({ email: 'taken@example.com' }), {
      'idempotency-key': 'k2',
    })
    expect([refused.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([
      409,
      409,
      'true',
    ])
    const wrong = await bff.post(create, { type: 'individual' }, { 'idempotency-key': 'k3' })
    const right = await bff.post(create, aPerson({ email: 'free@example.com' }), {
      'idempotency-key': 'k3',
    })
    expect([wrong.status, right.status]).toEqual([400, 200])
  })

  test('422: the same key with another body does nothing', async () => {
    const refused = await bff.post(create, aPerson({ email: 'changed@example.com' }), {
      'idempotency-key': 'k1',
    })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    const found = await bff.get(`${list}?q=changed@example.com`)
    expect(found.body.data).toEqual([])
  })

  test('200: a key is free again after seven days of service time', async () => {
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 7 * 86_400 + 1 })
    const again = await bff.post(create, aPerson({ email: 'week@example.com' }), {
      'idempotency-key': 'k1',
    })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
  })
})

describe('amounts in JSON', () => {
  const faucet = (amount: string) =>
    bff.send('/api/v1/sandbox/chain/faucet', {
      method: 'POST',
      body: `{"address":"0x000000000000000000000000000000000000dEaD","jurisdictionId":"jur_x","amount":${amount}}`,
    })

  test.each([
    ['1e400'],
    ['1234567890.1234567'],
    ['0.1234567890123456789'],
    ['100000000000000000001'],
  ])('400: %s says more than a JSON number carries', async (amount) => {
    const refused = await faucet(amount)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'AMOUNT_PRECISION'])
  })

  test.each([['0'], ['-1'], ['-0'], ['"5"'], ['null']])('400: %s is no amount', async (amount) => {
    const refused = await faucet(amount)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
  })
})
