import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCbor, readCborMap } from './cbor.ts'
import { hexToBytes } from '../base/encoding.ts'

// Examples of RFC 8949, appendix A.
test.each([
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['1903e8', 1000],
  ['1a000f4240', 1_000_000],
  ['1b000000e8d4a51000', 1_000_000_000_000],
  ['20', -1],
  ['3903e7', -1000],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['4401020304', Uint8Array.of(1, 2, 3, 4)],
  ['6449455446', 'IETF'],
  ['62c3bc', 'ü'],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  [
    'a201020304',
    new Map([
      [1, 2],
      [3, 4],
    ]),
  ],
  [
    'a26161016162820203',
    new Map<string, unknown>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
  ],
])('%s is read as RFC 8949 says', (hex, value) => {
  expect(readCbor(hexToBytes(hex))).toEqual({ value, end: hex.length / 2 })
})

test.each([
  ['', 'nothing'],
  ['1b7fffffffffffffff', 'an integer past 2^53'],
  ['5f42010243030405ff', 'an indefinite length'],
  ['c074323031332d30332d3231543230', 'a tag'],
  ['f97c00', 'a float'],
  ['f7', 'undefined'],
  ['44010203', 'a string cut short'],
  ['8201', 'an array cut short'],
  ['a201020103', 'a key twice'],
  ['a1f501', 'a key that is no text or number'],
  ['61ff', 'text that is not UTF-8'],
  ['8181818181818181818101', 'too much nesting'],
])('%s is refused: %s', (hex) => {
  expect(readCbor(hexToBytes(hex))).toBeUndefined()
})

test('a map with something after it is refused', () => {
  expect(readCborMap(hexToBytes('a10102'))).toEqual(new Map([[1, 2]]))
  expect(readCborMap(hexToBytes('a1010200'))).toBeUndefined()
  expect(readCborMap(hexToBytes('8101'))).toBeUndefined()
})

test('no bytes make the reader throw or read past the end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const read = readCbor(bytes)
      if (read) expect(read.end).toBeLessThanOrEqual(bytes.length)
    }),
    { numRuns: 2000 },
  )
})
