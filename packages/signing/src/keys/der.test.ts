import { p256 } from '@noble/curves/nist.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDerSignature, writeDerSignature } from './der.ts'
import { hexToBytes } from '../base/encoding.ts'

const scalar = fc.bigInt({ min: 1n, max: p256.Point.Fn.ORDER - 1n })

test('every signature comes back from its DER form', () => {
  fc.assert(
    fc.property(scalar, scalar, (r, s) => {
      const raw = new p256.Signature(r, s).toBytes('compact')
      expect(readDerSignature(writeDerSignature(raw))).toEqual(raw)
    }),
  )
})

test('short integers are padded to 32 bytes each', () => {
  const raw = readDerSignature(hexToBytes('3006020101020102'))
  expect(raw).toEqual(
    Uint8Array.from({ length: 64 }, (_, at) => (at === 31 ? 1 : at === 63 ? 2 : 0)),
  )
})

test.each([
  ['3006020101020102ff', 'a byte after the sequence'],
  ['30060201010201', 'too short'],
  ['3106020101020102', 'another outer tag'],
  ['3006030101020102', 'another inner tag'],
  ['300702020001020102', 'a needless leading zero'],
  ['3006020181020102', 'a negative integer'],
  ['308106020101020102', 'a long-form length'],
  ['3006020001020102', 'an empty integer'],
  ['3006020101020302', 'an integer that runs past the end'],
  ['3007020101020102', 'a length that covers more than there is'],
])('%s is refused: %s', (hex) => {
  expect(readDerSignature(hexToBytes(hex))).toBeUndefined()
})

test('an integer of more than 32 bytes is well formed but no scalar', () => {
  expect(readDerSignature(hexToBytes(`302602210${'1'.padEnd(65, '0')}020101`))).toBe('OUT_OF_RANGE')
})
