import { expect, test } from 'vitest'
import { generateP256KeyPair } from '../stamps/api-key-stamp.ts'
import { hexToBytes } from '../base/encoding.ts'
import {
  compressKey,
  decompressKey,
  parseCompressedKey,
  parsePublicKey,
  parseUncompressedKey,
  publicKeyOf,
} from './public-key.ts'

const { privateKey, publicKey, publicKeyUncompressed } = generateP256KeyPair()
const invalid = { ok: false, failure: 'PUBLIC_KEY_INVALID' }

test('a key comes back from its other form', () => {
  expect(compressKey(publicKeyUncompressed)).toBe(publicKey)
  expect(decompressKey(publicKey)).toBe(publicKeyUncompressed)
  expect(publicKeyOf(hexToBytes(privateKey))).toBe(publicKey)
  expect(parsePublicKey(publicKeyUncompressed.toUpperCase())).toEqual({
    ok: true,
    value: publicKey,
  })
  expect(parsePublicKey(publicKey.toUpperCase())).toEqual({ ok: true, value: publicKey })
})

const offCurve = `${publicKeyUncompressed.slice(0, -2)}${publicKeyUncompressed.endsWith('00') ? '01' : '00'}`

test.each([
  ['empty', ''],
  ['the compressed form', publicKey],
  ['a 0x prefix', `0x${publicKeyUncompressed}`],
  ['upper case', publicKeyUncompressed.toUpperCase()],
  ['another prefix', publicKeyUncompressed.replace(/^04/, '06')],
  ['one byte less', publicKeyUncompressed.slice(0, -2)],
  ['one byte more', `${publicKeyUncompressed}00`],
  ['a point off the curve', offCurve],
  ['coordinates of zero', `04${'00'.repeat(64)}`],
])('an ephemeral key is refused for %s', (_, text) => {
  expect(parseUncompressedKey(text)).toEqual(invalid)
})

test.each([
  ['the uncompressed form', publicKeyUncompressed],
  ['another prefix', publicKey.replace(/^0[23]/, '05')],
  ['no point at this x', `02${'ff'.repeat(32)}`],
  ['upper case', `02${'AB'.repeat(32)}`],
])('a compressed key is refused for %s', (_, text) => {
  expect(parseCompressedKey(text)).toEqual(invalid)
})
