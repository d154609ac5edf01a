import { fromBase64Url, parseWebauthnStamp, utf8 } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import { Authenticator, ed25519Key, rsaKey } from '../../test/authenticator.ts'
import { stampMutations } from '../../test/mutations.ts'
import { relyingParty } from '../../test/harness.ts'
import { vectorFile, type Vector } from '../../test/vectors.ts'
import { verifyAssertion } from './webauthn.ts'

type StampVector = Vector & {
  payload: string
  rpId: string
  origin: string
  requireUserVerification: boolean
  storedSignCount: number
  credentialId: string
  credentialPublicKeyCose: string
  authenticatorDataHex: string
  headerValue: string
  expected?: { newSignCount: number }
}
const { vectors } = vectorFile<{ vectors: StampVector[] }>('stamp-webauthn')

describe('published stamps', () => {
  test.each(vectors)('$id', (vector) => {
    expect(verifyVector(vector)).toEqual(
      vector.valid
        ? { ok: true, value: expect.objectContaining({ signCount: vector.expected?.newSignCount }) }
        : { ok: false, failure: vector.reason },
    )
  })
})

function verifyVector(vector: StampVector) {
  const stamp = parseWebauthnStamp(vector.headerValue)
  if (!stamp.ok) return stamp
  if (vector.id === 'bad-unknown-credential') return { ok: false, failure: 'UNKNOWN_CREDENTIAL' }
  const flags = stamp.value.authenticatorData[32] ?? 0
  const passkey = {
    publicKeyCose: fromBase64Url(vector.credentialPublicKeyCose) ?? new Uint8Array(),
    signCount: vector.storedSignCount,
    backupEligible: (flags & 0x08) !== 0,
  }
  const { rpId, origin, requireUserVerification } = vector
  const policy = { rpId, origins: [origin], requireUserVerification }
  return verifyAssertion(utf8(vector.payload), stamp.value, passkey, policy)
}

const payload = '{"type":"ACTIVITY_TYPE_CREATE_WALLET"}'

function verify(authenticator: Authenticator, text: string, signCount = 0, backupEligible = true) {
  const stamp = parseWebauthnStamp(text)
  if (!stamp.ok) return stamp
  const passkey = { publicKeyCose: authenticator.cose, signCount, backupEligible }
  const policy = { ...relyingParty, requireUserVerification: true }
  return verifyAssertion(utf8(payload), stamp.value, passkey, policy)
}

test.each([
  ['ES256', undefined],
  ['EdDSA', ed25519Key()],
  ['RS256', rsaKey(2048)],
])('an honest %s passkey is accepted', (_name, key) => {
  const authenticator = new Authenticator(key)
  expect(verify(authenticator, authenticator.stamp(payload)).ok).toBe(true)
})

// guarantees.md 3.8: every single deviation is refused, though its signature is sound.
test.each(stampMutations)('a stamp with %s is refused', (_name, deviation) => {
  const authenticator = new Authenticator()
  authenticator.signCount = 8
  expect(verify(authenticator, authenticator.stamp(payload), 7).ok).toBe(true)
  expect(verify(authenticator, authenticator.stamp(payload, deviation), 7).ok).toBe(false)
})

test('a stamp by another key of the same id is refused', () => {
  const [registered, other] = [new Authenticator(), new Authenticator()]
  const stamp = other.stamp(payload, { credentialId: registered.credentialId })
  expect(verify(registered, stamp)).toEqual({ ok: false, failure: 'SIGNATURE_MISMATCH' })
})

test('a passkey bound to its device is accepted, and never as backed up', () => {
  const authenticator = new Authenticator()
  const bound = authenticator.stamp(payload, { flags: 0x05 })
  expect(verify(authenticator, bound, 0, false).ok).toBe(true)
  const contradiction = authenticator.stamp(payload, { flags: 0x15 })
  expect(verify(authenticator, contradiction, 0, false).ok).toBe(false)
})

test('members the service does not know are ignored', () => {
  const authenticator = new Authenticator()
  const clientData = { other_keys_can_be_added_here: 'do not compare', nested: { type: 'x' } }
  expect(verify(authenticator, authenticator.stamp(payload, { clientData })).ok).toBe(true)
})
