import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkSignCount, readAuthenticatorData } from './authenticator-data.ts'
import { concat, hexToBytes } from '../base/encoding.ts'

const header = (flags: number, count = 5) =>
  concat(new Uint8Array(32).fill(9), Uint8Array.of(flags, 0, 0, 0, count))
const credential = hexToBytes(`${'ab'.repeat(16)}0003010203a10102`)

test('flags and counter are read from their places', () => {
  const data = readAuthenticatorData(header(0x1d))
  expect(data.ok && data.value).toMatchObject({
    userPresent: true,
    userVerified: true,
    backupEligible: true,
    backedUp: true,
    signCount: 5,
  })
  expect(readAuthenticatorData(header(0x01))).toMatchObject({ value: { userVerified: false } })
})

test('a counter above 2^31 stays positive', () => {
  const data = concat(new Uint8Array(32), Uint8Array.of(1, 0xff, 0xff, 0xff, 0xff))
  expect(readAuthenticatorData(data)).toMatchObject({ value: { signCount: 4_294_967_295 } })
})

test('the attested credential is read with its key bytes as received', () => {
  const data = readAuthenticatorData(concat(header(0x41), credential))
  expect(data.ok && data.value.attested).toEqual({
    aaguid: 'abababab-abab-abab-abab-abababababab',
    credentialId: Uint8Array.of(1, 2, 3),
    publicKeyCose: hexToBytes('a10102'),
  })
})

test('data inside a larger buffer is read from its own start', () => {
  const pooled = concat(Uint8Array.of(1, 2, 3), header(0x05))
  expect(readAuthenticatorData(pooled.subarray(3))).toMatchObject({ value: { signCount: 5 } })
})

test.each([
  ['36 bytes', header(0x01).slice(0, 36)],
  ['a byte after the counter', concat(header(0x01), Uint8Array.of(0))],
  ['an announced credential that is missing', header(0x41)],
  ['a credential id that runs past the end', concat(header(0x41), credential.slice(0, 20))],
  ['a credential without key', concat(header(0x41), credential.slice(0, 21))],
  ['announced extensions that are missing', header(0x81)],
  ['a byte after the extensions', concat(header(0x81), hexToBytes('a1616101'), Uint8Array.of(0))],
])('authenticator data with %s is malformed', (_, data) => {
  expect(readAuthenticatorData(data)).toEqual({ ok: false, failure: 'MALFORMED_STAMP' })
})

test('announced extensions are accepted', () => {
  expect(readAuthenticatorData(concat(header(0x81), hexToBytes('a1616101'))).ok).toBe(true)
})

test('a counter must rise unless the authenticator does not count', () => {
  const count = fc.nat(0xffffffff)
  fc.assert(
    fc.property(count, count, (stored, received) => {
      const accepted = received > stored || (stored === 0 && received === 0)
      expect(checkSignCount(stored, received).ok).toBe(accepted)
    }),
  )
  expect(checkSignCount(0, 0)).toEqual({ ok: true, value: 0 })
  expect(checkSignCount(5, 5).ok).toBe(false)
  expect(checkSignCount(5, 0).ok).toBe(false)
})
