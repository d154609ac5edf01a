import { type Endpoint, ErrorBody, operations } from '@corridor/contract'
import { z } from '@hono/zod-openapi'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, type Got, sharedBff } from './support/process/bff.ts'

const bff = sharedBff()
let openApi: Promise<Got>
beforeAll(async () => {
  openApi = bff.get('/api/v1/openapi.json')
})

const all: [string, Endpoint][] = Object.values(operations).flatMap((ofModule) =>
  Object.values(ofModule).map((endpoint: Endpoint): [string, Endpoint] => [endpoint.id, endpoint]),
)
const writes = all.filter(([, endpoint]) => endpoint.method !== 'GET')
const reads = all.filter(([, endpoint]) => endpoint.method === 'GET' && !endpoint.stream)
const nobody = 'ent_01h455vb4pex5vsknk084sn02q'
const pathOf = ({ path }: Endpoint) =>
  path.replace('{svcPartnerId}', nobody.replace('ent', 'par')).replaceAll(/\{\w+\}/g, nobody)
/** What a body without its members is refused with. */
const withoutMembers = ({ membersRefusedAs = 400 }: Endpoint) => membersRefusedAs

/** The answer is declared: its status and code are in the record of the operation. */
function expectDeclared(endpoint: Endpoint, answer: { status: number; body: unknown }): string {
  const { error } = ErrorBody.parse(answer.body)
  expect(endpoint.failures).toContain(error.code)
  return error.code
}

describe.each(all)('%s', (_, endpoint) => {
  test('401: no key, an unknown key, a key that is none', async () => {
    const { method } = endpoint
    const missing = await bff.send(pathOf(endpoint), { method, token: '' })
    expect([missing.status, expectDeclared(endpoint, missing)]).toEqual([401, 'API_KEY_MISSING'])
    const wrong = await bff.send(pathOf(endpoint), { method, token: 'cor_sandbox_wrong' })
    expect([wrong.status, expectDeclared(endpoint, wrong)]).toEqual([401, 'API_KEY_INVALID'])
    expect(wrong.headers.get('x-request-id')).toMatch(/^req_/)
    expect(wrong.headers.get('x-service-time')).toMatch(/Z$/)
    expect(wrong.headers.get('ratelimit-limit')).toMatch(/^\d+$/)
  })

  test('403: a key without the scope', async () => {
    const token = await bff.issue(bff.first.svcPartnerId, [
      endpoint.scope === 'kyc:read' ? 'kyc:write' : 'kyc:read',
    ])
    const refused = await bff.send(pathOf(endpoint), { method: endpoint.method, token })
    expect([refused.status, expectDeclared(endpoint, refused)]).toEqual([403, 'SCOPE_MISSING'])
  })

  test('405: another method says which are allowed', async () => {
    const refused = await bff.send(pathOf(endpoint), { method: 'PATCH' })
    expect([refused.status, expectDeclared(endpoint, refused)]).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect(refused.headers.get('allow')).toContain(endpoint.method)
  })
})

const sender =
  (endpoint: Endpoint) =>
  (body: string, headers: Record<string, string> = {}) =>
    bff.send(pathOf(endpoint), { method: endpoint.method, body, headers })

describe.each(writes.filter(([, { body }]) => body))('%s', (_, endpoint) => {
  const sent = sender(endpoint)

  test.each([['{'], ['{"a":1,}'], ['nope'], [`${'['.repeat(40)}${']'.repeat(40)}`]])(
    '400: %s is no JSON',
    async (text) => {
      const refused = await sent(text)
      expect([refused.status, expectDeclared(endpoint, refused)]).toEqual([
        400,
        'BODY_INVALID_JSON',
      ])
    },
  )

  test.each([['[]'], ['"text"'], ['null'], ['7']])('400: %s is no object', async (text) => {
    const refused = await sent(text)
    expect(refused.status).toBe(400)
    expect(['FIELD_INVALID', 'FIELD_REQUIRED']).toContain(expectDeclared(endpoint, refused))
  })

  test('415: a body whose content type is not JSON', async () => {
    const refused = await sent('a=1', { 'content-type': 'application/x-www-form-urlencoded' })
    expect([refused.status, expectDeclared(endpoint, refused)]).toEqual([
      415,
      'CONTENT_TYPE_UNSUPPORTED',
    ])
  })
})

describe.each(writes)('%s', (_, endpoint) => {
  const sent = sender(endpoint)

  test('400: a key of 256 characters, or with a space', async () => {
    for (const key of ['x'.repeat(256), 'a b']) {
      const refused = await sent('{}', { 'idempotency-key': key })
      expect(refused.status).toBe(withoutMembers(endpoint))
      expectDeclared(endpoint, refused)
    }
  })

  test('413: a body above the limit', async () => {
    const refused = await sent(JSON.stringify({ a: 'x'.repeat(endpoint.bodyLimit ?? 256 * 1024) }))
    expect([refused.status, expectDeclared(endpoint, refused)]).toEqual([413, 'BODY_TOO_LARGE'])
  })
})

describe.each(reads)('%s', (_, endpoint) => {
  test('200, or 404 of a record, or 400 of a query: the answer is the declared one', async () => {
    const asks = endpoint.query?.safeParse({}).success === false
    const answer = await bff.get(pathOf(endpoint))
    if (answer.status === 200) endpoint.response.parse(answer.body)
    else
      expect([answer.status, expectDeclared(endpoint, answer)]).toEqual(
        asks ? [400, 'FIELD_REQUIRED'] : [404, expect.any(String)],
      )
  })
})

/** The answer is declared in the document itself: its status, and its code among those of the status. */
async function expectDocumented(endpoint: Endpoint, answer: { status: number; body: AnyBody }) {
  const { body: document } = await openApi
  const operation = document.paths[endpoint.path][endpoint.method.toLowerCase()]
  const { $ref } = operation.responses[answer.status] ?? {}
  const declared = document.components.responses[String($ref).split('/').at(-1) ?? '']
  const { code } = ErrorBody.parse(answer.body).error
  expect([endpoint.id, answer.status, declared?.description.split(', ')]).toEqual([
    endpoint.id,
    answer.status,
    expect.arrayContaining([code]),
  ])
  const { schema } = declared.content['application/json']
  expect(schema.properties.error.properties.code.enum).toContain(code)
  return code
}

const tooPrecise = '1.2345678901234567890123'

/** For each member a body that holds it alone, beside what distinguishes the body's variants. */
function bodiesOf(schema: unknown): string[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(bodiesOf)
  if (!(schema instanceof z.ZodObject)) return []
  const fixed = Object.entries(schema.shape).flatMap(([name, member]) =>
    member instanceof z.ZodLiteral ? [`"${name}":${JSON.stringify(member.value)},`] : [],
  )
  return Object.keys(schema.shape).map((name) => `{${fixed.join('')}"${name}":${tooPrecise}}`)
}

describe.each(all)('%s', (_, endpoint) => {
  const { method } = endpoint

  test('400: headers that only the console may send', async () => {
    for (const name of ['x-acting-member', 'x-acting-step-up']) {
      const refused = await bff.send(pathOf(endpoint), { method, headers: { [name]: nobody } })
      expect([refused.status, await expectDocumented(endpoint, refused)]).toEqual([
        400,
        'FIELD_INVALID',
      ])
    }
  })
})

describe.each(all.filter(([, { stream }]) => !stream))('%s', (_, endpoint) => {
  const { method, body } = endpoint

  test('400: a version that is none, where nothing else is wrong before', async () => {
    const sent = { method, headers: { 'if-match': 'yesterday' }, ...(body ? { body: '{}' } : {}) }
    const refused = await bff.send(pathOf(endpoint), sent)
    expect(refused.status).toBe(withoutMembers(endpoint))
    const isAsked =
      body?.safeParse({}).success === false || endpoint.query?.safeParse({}).success === false
    const code = await expectDocumented(endpoint, refused)
    if (!isAsked) expect(code).toBe('FIELD_INVALID')
  })
})

describe.each(all.filter(([, { body }]) => body))('%s', (_, endpoint) => {
  test('400: a number of more digits than a number carries, in the place of any member', async () => {
    const codes = new Set<string>()
    for (const text of [tooPrecise, ...bodiesOf(endpoint.body)]) {
      const refused = await bff.send(pathOf(endpoint), { method: endpoint.method, body: text })
      if (refused.status !== 200) codes.add(await expectDocumented(endpoint, refused))
    }
    expect(codes).toContain('AMOUNT_PRECISION')
  })
})

test('404: an unknown path', async () => {
  const answer = await bff.get('/api/v1/nothing/here')
  expect([answer.status, answer.body.error.code]).toEqual([404, 'PATH_NOT_FOUND'])
})

test('the OpenAPI document names every operation with its answers', async () => {
  const { body } = await openApi
  expect(body.openapi).toBe('3.1.0')
  for (const [id, endpoint] of all) {
    const operation = body.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    expect(operation?.operationId).toBe(id)
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '429', '500']),
    )
  }
})
