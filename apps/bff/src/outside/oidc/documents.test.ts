import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { readKeys } from './documents.ts'

const read = (keys: unknown) => readKeys(new TextEncoder().encode(JSON.stringify({ keys })))
const rsa = (modulusLength: number): JsonWebKey =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
const ec = (namedCurve: string): JsonWebKey =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })

const strong = rsa(2048)
const curve = ec('P-256')

test('keys that sign are kept, with what is public of them and needed', () => {
  const secret = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const withPrivatePart = { ...secret.export({ format: 'jwk' }), kid: 'c' }
  const found = read([
    { ...strong, kid: 'a', alg: 'RS256', use: 'sig', x5c: ['…'], x5t: '…' },
    { ...curve, kid: 'b', key_ops: ['verify'] },
    withPrivatePart,
    curve,
  ])
  expect(found?.map(({ kid, alg }) => [kid, alg])).toEqual([
    ['a', 'RS256'],
    ['b', 'ES256'],
    ['c', 'ES256'],
    [undefined, 'ES256'],
  ])
  expect(found?.flatMap((key) => Object.keys(key))).not.toContain('d')
  expect(found?.flatMap((key) => Object.keys(key))).not.toContain('x5c')
})

const zeroes = Buffer.concat([Buffer.alloc(128), Buffer.from(rsa(1024).n ?? '', 'base64url')])
test.each<[string, unknown]>([
  ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0', kid: 'a' }],
  ['a key for encryption', { ...strong, use: 'enc' }],
  ['a key with another operation', { ...curve, key_ops: ['encrypt'] }],
  ['operations that are no list', { ...curve, key_ops: 'verify' }],
  ['a key of 1024 bits', rsa(1024)],
  ['a key of 2040 bits', rsa(2040)],
  ['a short key behind zero bytes', { ...strong, n: zeroes.toString('base64url') }],
  ['an exponent of one', { ...strong, e: 'AQ' }],
  ['no exponent', { ...strong, e: '' }],
  ['a key for another algorithm', { ...strong, alg: 'PS256' }],
  ['another curve', ec('P-384')],
  ['the curve of wallets', ec('secp256k1')],
  ['a curve for another algorithm', { ...curve, alg: 'ECDH-ES' }],
  ['half a point', { ...curve, y: undefined }],
  ['an Edwards key', { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }],
  ['a text', 'key'],
  ['nothing', null],
  ['a list', [curve]],
])('%s is left out, the others stay', (_what, key) => {
  expect(read([key, { ...curve, kid: 'kept' }])?.map(({ kid }) => kid)).toEqual(['kept'])
})

test('more than a hundred keys are no key set', () => {
  expect(read(Array.from({ length: 100 }, () => curve))).toHaveLength(100)
  expect(read(Array.from({ length: 101 }, () => curve))).toBeUndefined()
})
