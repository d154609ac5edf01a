import { createPrivateKey, sign } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  generateP256KeyPair,
  parseApiKeyStamp,
  stampWithApiKey,
  stampWithCryptoKey,
  verifyApiKeyStamp,
  verifyP256,
} from './api-key-stamp.ts'
import { bytesToHex, hexToBytes, toBase64Url, utf8 } from '../base/encoding.ts'
import { compressKey } from '../keys/public-key.ts'

test('a stamp verifies over its own payload and over no other', () => {
  const key = generateP256KeyPair()
  fc.assert(
    fc.property(fc.string(), fc.string(), (payload, other) => {
      const stamp = parseApiKeyStamp(stampWithApiKey(payload, key))
      if (!stamp.ok) throw new Error(stamp.failure)
      expect(verifyApiKeyStamp(utf8(payload), stamp.value)).toBe(true)
      if (other !== payload) expect(verifyApiKeyStamp(utf8(other), stamp.value)).toBe(false)
    }),
    { numRuns: 20 },
  )
})

test('the same payload and key give the same stamp', () => {
  const key = generateP256KeyPair()
  expect(stampWithApiKey('{"a":1}', key)).toBe(stampWithApiKey('{"a":1}', key))
})

test('a pair that does not belong together is not used', () => {
  const { publicKey } = generateP256KeyPair()
  const { privateKey } = generateP256KeyPair()
  expect(() => stampWithApiKey('{}', { publicKey, privateKey })).toThrow('pair')
})

test('a key that cannot be read out stamps', async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  const publicKey = compressKey(bytesToHex(new Uint8Array(raw)))
  const text = await stampWithCryptoKey('{"a":1}', { publicKey, privateKey: pair.privateKey })
  const stamp = parseApiKeyStamp(text)
  expect(stamp.ok && stamp.value.publicKey).toBe(publicKey)
  expect(stamp.ok && verifyApiKeyStamp(utf8('{"a":1}'), stamp.value)).toBe(true)
})

test('high and low S are both accepted', () => {
  const { privateKey, publicKey, publicKeyUncompressed } = generateP256KeyPair()
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: toBase64Url(hexToBytes(privateKey)),
      x: toBase64Url(hexToBytes(publicKeyUncompressed.slice(2, 66))),
      y: toBase64Url(hexToBytes(publicKeyUncompressed.slice(66))),
    },
  })
  for (let round = 0; round < 20; round++) {
    const message = utf8(`message ${round}`)
    const signature = bytesToHex(sign('sha256', message, key))
    expect(verifyP256(message, signature, publicKey)).toBe(true)
  }
})

const stampOf = (members: unknown) => toBase64Url(utf8(JSON.stringify(members)))
const scheme = 'SIGNATURE_SCHEME_TK_API_P256'
const { publicKey } = generateP256KeyPair()
const signature = '3006020101020102'

test.each([
  ['an array', stampOf([]), 'MALFORMED_STAMP'],
  ['a number for the key', stampOf({ publicKey: 1, scheme, signature }), 'MALFORMED_STAMP'],
  [
    'more than 4096 characters',
    stampOf({ publicKey, scheme, signature, more: 'x'.repeat(4096) }),
    'MALFORMED_STAMP',
  ],
  ['another scheme', stampOf({ publicKey, scheme: 'P256', signature }), 'UNSUPPORTED_SCHEME'],
  [
    'an unknown scheme before a bad key',
    stampOf({ publicKey: '', scheme: '', signature }),
    'UNSUPPORTED_SCHEME',
  ],
  [
    'a bad key before a bad signature',
    stampOf({ publicKey: '02', scheme, signature: '' }),
    'MALFORMED_KEY',
  ],
  [
    'a prefix on the key',
    stampOf({ publicKey: `0x${publicKey}`, scheme, signature }),
    'MALFORMED_KEY',
  ],
  [
    'a prefix on the signature',
    stampOf({ publicKey, scheme, signature: `0x${signature}` }),
    'MALFORMED_SIGNATURE',
  ],
])('a stamp with %s is refused', (_, text, failure) => {
  expect(parseApiKeyStamp(text)).toEqual({ ok: false, failure })
})

test('members may stand in any order beside others', () => {
  const text = stampOf({ signature, extra: true, scheme, publicKey })
  expect(parseApiKeyStamp(text)).toEqual({ ok: true, value: { publicKey, scheme, signature } })
})
