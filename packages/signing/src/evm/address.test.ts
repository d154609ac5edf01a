import * as fc from 'fast-check'
import { getAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { expect, test } from 'vitest'
import { bytesToHex } from '../base/encoding.ts'
import {
  addressFromBytes,
  addressOfPublicKey,
  isChecksumAddress,
  toChecksumAddress,
} from './address.ts'

test('the checksum spelling is the one viem writes, and only it is a checksum address', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const lower = `0x${bytesToHex(bytes)}` as const
      const spelled = getAddress(lower)
      expect(addressFromBytes(bytes)).toBe(spelled)
      expect(toChecksumAddress(spelled)).toBe(spelled)
      expect(isChecksumAddress(spelled)).toBe(true)
      expect(isChecksumAddress(lower)).toBe(lower === spelled)
    }),
  )
})

test('the address of a key is the one viem gives', () => {
  for (let round = 0; round < 10; round++) {
    const { secretKey } = secp256k1.keygen()
    const expected = privateKeyToAddress(`0x${bytesToHex(secretKey)}`)
    expect(addressOfPublicKey(secp256k1.getPublicKey(secretKey, false))).toBe(expected)
  }
})

test.each([
  '',
  '0x',
  `0x${'1'.repeat(39)}`,
  `0x${'g'.repeat(40)}`,
  '1'.repeat(40),
  `0X${'1'.repeat(40)}`,
])('%j is no address', (text) => {
  expect(isChecksumAddress(text)).toBe(false)
  expect(() => toChecksumAddress(text)).toThrow(TypeError)
})
