import { bs58check, uint8ArrayToHexString } from '@turnkey/encoding'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  base58check,
  bytesToHex,
  equalBytes,
  fromBase64,
  fromBase64Url,
  hexToBytes,
  isHex,
  parseJsonObject,
  toBase64,
  toBase64Url,
  utf8,
  utf8Text,
} from './encoding.ts'

const anyBytes = fc.uint8Array({ maxLength: 200 })

test('bytes come back from every text form', () => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      expect(hexToBytes(bytesToHex(bytes))).toEqual(bytes)
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
      expect(base58check.decode(base58check.encode(bytes))).toEqual(bytes)
    }),
  )
})

test('text forms are those of the platform and of the public clients', () => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      const buffer = Buffer.from(bytes)
      expect(bytesToHex(bytes)).toBe(uint8ArrayToHexString(bytes))
      expect(toBase64Url(bytes)).toBe(buffer.toString('base64url'))
      expect(fromBase64Url(buffer.toString('base64'))).toEqual(bytes)
      expect(base58check.encode(bytes)).toBe(bs58check.encode(bytes))
    }),
  )
})

test.each(['AB', 'a', '0xab', 'zz', ' ab', 'ab\n'])('%j is no hex', (text) => {
  expect(isHex(text)).toBe(false)
  expect(() => hexToBytes(text)).toThrow(TypeError)
})

test('hex of another length than asked for is refused', () => {
  expect(isHex('abcd', 2)).toBe(true)
  expect(isHex('abcd', 3)).toBe(false)
  expect(() => hexToBytes('abcd', 32)).toThrow(TypeError)
})

test.each(['A', 'AA===', 'A A', 'A*', 'AB==x', 'AAAAA'])('%j is no base64url', (text) => {
  expect(fromBase64Url(text)).toBeUndefined()
})

test('a byte-order mark is neither added nor dropped', () => {
  const marked = '\uFEFF{"a":1}'
  expect(utf8(marked)).toHaveLength(10)
  expect(utf8Text(utf8(marked))).toBe(marked)
  expect(utf8('{"a":1}')).toHaveLength(7)
})

test('bytes that are not UTF-8 have no text', () => {
  expect(utf8Text(Uint8Array.of(0xff, 0xfe))).toBeUndefined()
})

test.each(['[1]', 'null', '1', '"a"', '{', ''])('%j is no JSON object', (text) => {
  expect(parseJsonObject(text)).toBeUndefined()
})

test('bytes are equal exactly when each of them is', () => {
  fc.assert(
    fc.property(anyBytes, anyBytes, (left, right) => {
      expect(equalBytes(left, right)).toBe(bytesToHex(left) === bytesToHex(right))
      expect(equalBytes(left, left.slice())).toBe(true)
    }),
  )
})
