import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import type { FetchOutcome } from '../../ports/outbound.ts'
import { createKeySets } from './key-sets.ts'

const issuer = 'https://id.example.com/tenant'
const minute = 60_000

type Key = { jwk: JWK; header: { alg: string; kid: string }; token: string }

async function makeKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const header = { alg: 'ES256', kid }
  const token = await new SignJWT({}).setProtectedHeader(header).sign(privateKey)
  return { jwk: { ...(await exportJWK(publicKey)), kid }, header, token }
}
const [first, two, stranger] = await Promise.all([makeKey('1'), makeKey('2'), makeKey('3')])

/** An issuer whose answers the test sets, and a clock that it moves. */
function lab() {
  const state = { now: 0, keys: [first.jwk] as unknown, maxAge: undefined as number | undefined }
  const answers = new Map<string, FetchOutcome>()
  const asked: string[] = []
  const warnings: object[] = []
  let hold: Promise<void> = Promise.resolve()
  const discovery = `${issuer}/.well-known/openid-configuration`
  const json = (value: unknown): FetchOutcome => ({
    kind: 'answered',
    status: 200,
    body: new TextEncoder().encode(JSON.stringify(value)),
    maxAgeSeconds: state.maxAge,
  })
  const get = async (url: string): Promise<FetchOutcome> => {
    asked.push(url)
    await hold
    const set = answers.get(url)
    if (set) return set
    return url === discovery
      ? json({ issuer, jwks_uri: 'https://keys.example.com/jwks' })
      : json({ keys: state.keys })
  }
  const keysOf = createKeySets({
    outbound: { get },
    clock: () => state.now,
    log: { warn: (facts: object) => void warnings.push(facts) } as never,
  })
  return {
    state,
    asked,
    warnings,
    json,
    answers,
    discovery,
    setDown: () => answers.set(discovery, { kind: 'failed', reason: 'CONNECT', message: 'Down.' }),
    setUp: () => answers.delete(discovery),
    holdFor: (work: Promise<void>) => {
      hold = work
    },
    keysOf,
    /** Rounds of discovery and key set. */
    rounds: () => asked.filter((url) => url === discovery).length,
    find: ({ header, token }: Key) => {
      const [protectedHeader = '', payload = '', signature = ''] = token.split('.')
      const flat = { protected: protectedHeader, payload, signature }
      return Promise.resolve(keysOf(issuer)(header, flat)).then(
        () => 'found' as const,
        (error: Error & { code?: string }) => error.code ?? 'unavailable',
      )
    },
  }
}

test('nothing is fetched before a key is asked for, and one round serves all who ask', async () => {
  const { asked, find, discovery } = lab()
  expect(asked).toEqual([])
  const found = await Promise.all(Array.from({ length: 50 }, () => find(first)))
  expect(new Set(found)).toEqual(new Set(['found']))
  expect(asked).toEqual([discovery, 'https://keys.example.com/jwks'])
})

test('an issuer with a slash at its end has its document at the same place', async () => {
  const { asked, keysOf } = lab()
  const ask = keysOf('https://id.example.com/')(first.header, { payload: '', signature: '' })
  await expect(ask).rejects.toThrow('names another issuer')
  expect(asked).toEqual(['https://id.example.com/.well-known/openid-configuration'])
})

test('a key set is good for ten minutes, or for as long as it says, within bounds', async () => {
  for (const [maxAge, lifeMinutes] of [
    [undefined, 10],
    [86_400, 10],
    [180, 3],
    [0, 1],
  ] as const) {
    const { state, find, rounds } = lab()
    state.maxAge = maxAge
    await find(first)
    state.now = lifeMinutes * minute - 1
    expect(await find(first)).toBe('found')
    expect(rounds()).toBe(1)
    state.now += 1
    expect(await find(first)).toBe('found')
    expect(rounds()).toBe(2)
  }
})

test('a new key works at once, the old one ends with its set', async () => {
  const { state, find, rounds } = lab()
  await find(first)
  state.now = 30_000
  state.keys = [two.jwk]
  expect(await find(two)).toBe('found')
  expect(rounds()).toBe(2)
  expect(await find(first)).toBe('ERR_JWKS_NO_MATCHING_KEY')
})

test('a flood of unknown keys leads to one fetch in thirty seconds', async () => {
  const { state, find, rounds } = lab()
  await find(first)
  for (state.now = 1_000; state.now <= 60_000; state.now += 1_000) {
    const found = await Promise.all([find(stranger), find(stranger), find(first)])
    expect(found).toEqual(['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_NO_MATCHING_KEY', 'found'])
  }
  expect(rounds()).toBe(3)
})

test('whoever shows the new key while it is being fetched waits for it', async () => {
  const { state, find, holdFor } = lab()
  await find(first)
  state.now = 30_000
  state.keys = [two.jwk]
  const { promise, resolve } = Promise.withResolvers<void>()
  holdFor(promise)
  const both = Promise.all([find(two), find(two)])
  resolve()
  expect(await both).toEqual(['found', 'found'])
})

test('an issuer that is down is trusted by what it had for an hour, and no longer', async () => {
  const { state, find, setDown, setUp, warnings } = lab()
  await find(first)
  setDown()
  state.now = 60 * minute - 1
  expect(await find(first)).toBe('found')
  expect(warnings).toMatchObject([{ issuer, isStale: true }])
  // What is not known cannot be called wrong meanwhile.
  expect(await find(two)).toBe('unavailable')
  state.now += 1
  expect(await find(first)).toBe('unavailable')
  setUp()
  state.now += 30_000
  expect(await find(first)).toBe('found')
})

test('one that never answered is asked again after five seconds, not with every token', async () => {
  const { state, find, rounds, setDown, setUp } = lab()
  setDown()
  for (const now of [0, 1, 4_999]) {
    state.now = now
    expect(await find(first)).toBe('unavailable')
  }
  expect(rounds()).toBe(1)
  setUp()
  state.now = 5_000
  expect(await find(first)).toBe('found')
})

test('a set without keys is a set: what it had is trusted no more', async () => {
  const { state, find } = lab()
  await find(first)
  state.keys = []
  state.now = 10 * minute
  expect(await find(first)).toBe('ERR_JWKS_NO_MATCHING_KEY')
})

const discoveries: [string, unknown][] = [
  ['another issuer', { issuer: 'https://id.example.com', jwks_uri: 'https://a.example/' }],
  ['the issuer with a slash', { issuer: `${issuer}/`, jwks_uri: 'https://a.example/' }],
  ['no issuer', { jwks_uri: 'https://a.example/' }],
  ['a list of issuers', { issuer: [issuer], jwks_uri: 'https://a.example/' }],
  ['no address of keys', { issuer }],
  ['an address that is no text', { issuer, jwks_uri: 5 }],
  ['plain http', { issuer, jwks_uri: 'http://a.example/' }],
  ['a file', { issuer, jwks_uri: 'file:///etc/passwd' }],
  ['a data address', { issuer, jwks_uri: 'data:application/json,{}' }],
  ['a list', [{ issuer }]],
  ['nothing', null],
]
test.each(discoveries)('a discovery document with %s leads nowhere', async (_what, document) => {
  const { answers, json, discovery, find, asked } = lab()
  answers.set(discovery, json(document))
  expect(await find(first)).toBe('unavailable')
  expect(asked).toEqual([discovery])
})

test.each([
  ['a redirect', { status: 302 }],
  ['an error', { status: 500 }],
  ['no content', { status: 204 }],
  ['bytes that are no text', { body: Uint8Array.of(0xff, 0xfe) }],
  ['half a text', { body: new TextEncoder().encode('{"keys":[') }],
  ['no list of keys', { body: new TextEncoder().encode('{"keys":{}}') }],
])('a key set that is %s is none', async (_what, change) => {
  const { answers, json, find } = lab()
  const sound = json({ keys: [first.jwk] })
  answers.set('https://keys.example.com/jwks', { ...sound, ...change })
  expect(await find(first)).toBe('unavailable')
})

test('one issuer’s keys are not another’s', async () => {
  const { keysOf, find, answers, json } = lab()
  expect(await find(first)).toBe('found')
  const other = 'https://other.example.com'
  const document = { issuer: other, jwks_uri: 'https://other.example.com/keys' }
  answers.set(`${other}/.well-known/openid-configuration`, json(document))
  answers.set('https://other.example.com/keys', json({ keys: [two.jwk] }))
  const ask = keysOf(other)(first.header, { payload: '', signature: '' })
  await expect(ask).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
})
