import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { generateP256KeyPair } from '../stamps/api-key-stamp.ts'
import { oidcNonceBytes, oidcNonceMatches, oidcNonceText } from './oidc-nonce.ts'

const { publicKey, publicKeyUncompressed: key } = generateP256KeyPair()
const hashed = (value: string | Buffer) => createHash('sha256').update(value)

test('the nonce commits to the text of the key or to its bytes, and both are accepted', () => {
  expect(oidcNonceText(key)).toBe(hashed(key).digest('hex'))
  expect(oidcNonceBytes(key)).toBe(hashed(Buffer.from(key, 'hex')).digest('hex'))
  expect(oidcNonceMatches(oidcNonceText(key), key)).toBe(true)
  expect(oidcNonceMatches(oidcNonceBytes(key), key)).toBe(true)
})

test('of a compressed key the text alone is hashed', () => {
  expect(oidcNonceMatches(oidcNonceText(publicKey), publicKey)).toBe(true)
  expect(oidcNonceMatches(oidcNonceBytes(publicKey), publicKey)).toBe(false)
  expect(oidcNonceMatches(oidcNonceText(key), publicKey)).toBe(false)
})

test.each([
  ['nothing', undefined],
  ['a list', [oidcNonceText(key)]],
  ['the compressed key', oidcNonceText(publicKey)],
  ['upper-case text', oidcNonceText(key.toUpperCase())],
  ['prefixed text', oidcNonceText(`0x${key}`)],
  ['an upper-case digest', oidcNonceText(key).toUpperCase()],
  ['a base64url digest', hashed(key).digest('base64url')],
  ['the key itself', key],
])('a nonce over %s does not match', (_, nonce) => {
  expect(oidcNonceMatches(nonce, key)).toBe(false)
})
