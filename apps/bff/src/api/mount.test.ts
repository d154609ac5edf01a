import { partnerScopes } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { ownBff } from '../../test/support/process/bff.ts'
import { withClient } from '../db/server/server.ts'
import { aPerson } from '../../test/support/people/samples.ts'

const bff = ownBff()

const create = '/api/v1/xfer/entity/create'
const list = '/api/v1/xfer/entity'

describe('authentication', () => {
  test('200: both headers, the scheme name in any case, two keys of one partner', async () => {
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

describe('every answer carries request id, service time and limits', () => {
  test.each([
    ['GET', list, 200],
    ['GET', '/api/v1/xfer/utility/events/stream', 200],
    ['GET', '/api/v1/openapi.json', 200],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/metrics', 401],
    ['GET', '/docs', 200],
    ['POST', create, 400],
    ['GET', '/api/v1/nowhere', 404],
    ['GET', '/api/v2/xfer/entity', 404],
    ['DELETE', list, 405],
    ['POST', '/api/v1/openapi.json', 405],
  ])('%s %s: %i', async (method, path, status) => {
    const answer = await bff.instance.app.all.fetch(
      new Request(`http://localhost:8787${path}`, {
        method,
        headers: { 'x-api-token': bff.first.apiToken },
      }),
    )
    await answer.body?.cancel()
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    expect(answer.headers.get('x-service-time')).toMatch(/Z$/)
    for (const name of ['limit', 'remaining', 'reset'])
      expect(answer.headers.get(`ratelimit-${name}`)).toMatch(/^\d+$/)
    if (status === 405) expect(answer.headers.get('allow')).toBe('GET')
  })
})

test('the reference page runs its own scripts alone, sends to this origin, and is shown in no frame', async () => {
  const { headers } = await bff.send('/docs', { token: '' })
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  const of = (name: string) => policy?.split('; ').find((part) => part.startsWith(`${name} `))
  expect(of('script-src')).toMatch(/^script-src 'self' 'nonce-[^']+'$/)
  expect(of('connect-src')).toBe("connect-src 'self'")
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

  test('409: of fifty calls at once under one key one has its effect, the rest are asked to wait or replayed', async () => {
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

test('400: a key with a space or of 256 characters', async () => {
  for (const key of ['a b', 'x'.repeat(256), '""']) {
    const sent = aPerson({ email: 'keys@example.com' })
    const refused = await bff.post(create, sent, { 'idempotency-key': key })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'IDEMPOTENCY_KEY_INVALID'])
  }
})

describe('what is not the caller’s fault', () => {
  const alter = (statement: string) => withClient(bff.adminUrl, (admin) => admin.query(statement))

  test('500: a surprise says nothing of its insides', async () => {
    await alter('alter table entity rename to entity_gone')
    const failed = await bff.get(list)
    await alter('alter table entity_gone rename to entity')
    expect([failed.status, failed.body.error.code, failed.body.error.retryable]).toEqual([
      500,
      'INTERNAL',
      true,
    ])
    expect(JSON.stringify(failed.body)).not.toMatch(/entity_gone|relation|select/i)
  })

  test('503: the database does not answer in time; with Retry-After', async () => {
    const waiting = await withClient(bff.adminUrl, async (admin) => {
      await admin.query('begin; lock table entity in access exclusive mode')
      const answer = await bff.get(list)
      await admin.query('rollback')
      return answer
    })
    expect([waiting.status, waiting.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(waiting.headers.get('retry-after')).toBe('1')
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
