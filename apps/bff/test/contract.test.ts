import {
  type Endpoint,
  ErrorBody,
  operations,
  readsVersion,
  allowedScopes,
} from '@corridor/contract'
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
      allowedScopes(endpoint).includes('kyc:read') ? 'kyc:write' : 'kyc:read',
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

type Json = {
  type?: string
  const?: unknown
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  $ref?: string
  $defs?: Record<string, Json>
}
/** A place in a body: what may stand there, and a body with the number there and nothing else but constants. */
type Place = { path: string[]; takes: string; text: string }

/** Every place of a body's schema, from its JSON Schema, which shares no code with the contract's own reading. */
function placesOf(schema: Json, defs = schema.$defs ?? {}, within: string[] = []): Place[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    const named = within.includes(name) ? undefined : defs[name]
    return named ? placesOf(named, defs, [...within, name]) : []
  }
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  // Which of several branches the answer speaks of is not stated here.
  if (branches)
    return branches
      .flatMap((branch) => placesOf(branch, defs, within))
      .map((place) => (branches.length > 1 ? { ...place, takes: 'anything' } : place))
  if (schema.type === 'object' && schema.properties) {
    const { properties } = schema
    const fixed = (except: string) =>
      Object.entries(properties)
        .filter(([name, member]) => name !== except && member.const !== undefined)
        .map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member.const)},`)
    return Object.entries(properties).flatMap(([name, member]) =>
      placesOf(member, defs, within).map(({ path, takes, text }) => ({
        path: [name, ...path],
        takes,
        text: `{${fixed(name).join('')}${JSON.stringify(name)}:${text}}`,
      })),
    )
  }
  if (schema.type === 'array' && schema.items)
    return placesOf(schema.items, defs, within).map(({ path, takes, text }) => ({
      path: ['0', ...path],
      takes,
      text: `[${text}]`,
    }))
  return [{ path: [], takes: schema.type ?? 'anything', text: tooPrecise }]
}

describe.each(all)('%s', (_, endpoint) => {
  const { method } = endpoint

  test('400: headers that only the console may send', async () => {
    for (const name of ['x-acting-member', 'x-acting-scopes', 'x-acting-step-up']) {
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

  test('If-Match is read where a version can differ, and nowhere else', async () => {
    const ask = (headers: Record<string, string> = {}) =>
      bff.send(pathOf(endpoint), { method, headers, ...(body ? { body: '{}' } : {}) })
    const plain = await ask()
    const refused = await ask({ 'if-match': 'yesterday' })
    const about = JSON.stringify(refused.body.error?.details ?? [])
    const { body: document } = await openApi
    const { parameters = [] } = document.paths[endpoint.path][method.toLowerCase()]
    const nameOf = ({ name, $ref }: { name?: string; $ref?: string }) =>
      name ?? document.components.parameters[$ref?.split('/').at(-1) ?? ''].name
    const isDeclared = parameters.some((given: object) => nameOf(given) === 'if-match')
    expect([endpoint.id, isDeclared]).toEqual([endpoint.id, readsVersion(endpoint)])
    if (!readsVersion(endpoint)) {
      expect([refused.status, refused.body.error?.code]).toEqual([
        plain.status,
        plain.body.error?.code,
      ])
      expect(about).not.toContain('if-match')
      return
    }
    const isAsked = body?.safeParse({}).success === false
    const code = await expectDocumented(endpoint, refused)
    if (!isAsked) expect([code, about.includes('if-match')]).toEqual(['FIELD_INVALID', true])
  })
})

describe.each(all.filter(([, { body }]) => body))('%s', (_, endpoint) => {
  test('400: a number of more digits than one carries, declared and given where a number may stand', async () => {
    const { body = z.never(), method } = endpoint
    const schema = z.toJSONSchema(body, {
      io: 'input',
      unrepresentable: 'any',
      reused: 'inline',
      cycles: 'ref',
    })
    const every = placesOf(schema as Json)
    // A tree of branches has a thousand places; the first of them stand for the others.
    const branches = every.filter(({ takes }) => takes === 'anything').slice(0, 10)
    const places = [...every.filter(({ takes }) => takes !== 'anything'), ...branches]
    for (const { path, takes, text } of places) {
      const answer = await bff.send(pathOf(endpoint), { method, body: text })
      const given = answer.body.error?.details.find(
        (detail: { path: string }) => detail.path === path.join('.'),
      )?.code
      const isNumber = takes === 'number' || takes === 'integer'
      if (isNumber) expect([path, given]).toEqual([path, 'AMOUNT_PRECISION'])
      else if (takes !== 'anything' && takes !== 'object')
        expect([path, given]).not.toEqual([path, 'AMOUNT_PRECISION'])
      if (answer.status !== 200) await expectDocumented(endpoint, answer)
    }
    const whole = await bff.send(pathOf(endpoint), { method, body: tooPrecise })
    // A body that may be empty is taken: what it does not name is passed over.
    if (whole.status !== 200)
      expect(await expectDocumented(endpoint, whole)).not.toBe('AMOUNT_PRECISION')
    const hasPlace = places.some(({ takes }) => takes === 'number' || takes === 'integer')
    if (hasPlace) expect(endpoint.failures).toContain('AMOUNT_PRECISION')
  })
})

const deprecated = all.filter(([, endpoint]) => endpoint.deprecated)
test.each(deprecated)(
  '%s says since when it is deprecated, when it goes and what to use',
  async (_, endpoint) => {
    const { method } = endpoint
    const { headers } = await bff.send(pathOf(endpoint), { method })
    const { since = '', sunset = '', successor = '' } = endpoint.deprecated ?? {}
    expect(headers.get('deprecation')).toBe(`@${Date.parse(since) / 1000}`)
    expect(Date.parse(headers.get('sunset') ?? '')).toBe(Date.parse(sunset))
    expect(headers.get('link')).toBe(`<${successor}>; rel="successor-version"`)
  },
)

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
