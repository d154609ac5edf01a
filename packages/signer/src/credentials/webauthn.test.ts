import { fromBase64Url, parseWebauthnStamp, utf8 } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import {
  Authenticator,
  ed25519Key,
  FLAGS,
  rsaKey,
  type Deviation,
} from '../../test/authenticator.ts'
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

// Guarantees 3.8: every single deviation is refused, though its signature is sound.
const deviations: [string, Deviation][] = [
  ['type of a registration', { clientData: { type: 'webauthn.create' } }],
  ['no type', { clientData: { type: undefined } }],
  ['challenge of another action', { clientData: { challenge: 'AAAA' } }],
  ['empty challenge', { clientData: { challenge: '' } }],
  ['no challenge', { clientData: { challenge: undefined } }],
  ['origin of another scheme', { clientData: { origin: 'http://app.example.com' } }],
  ['origin of another port', { clientData: { origin: 'https://app.example.com:444' } }],
  ['origin with a slash', { clientData: { origin: 'https://app.example.com/' } }],
  ['origin of a subdomain', { clientData: { origin: 'https://x.app.example.com' } }],
  ['origin of the parent domain', { clientData: { origin: 'https://example.com' } }],
  ['origin in upper case', { clientData: { origin: 'https://APP.example.com' } }],
  ['look-alike origin', { clientData: { origin: 'https://app.examp1e.com' } }],
  ['origin that is no text', { clientData: { origin: ['https://app.example.com'] } }],
  ['no origin', { clientData: { origin: undefined } }],
  ['another page around it', { clientData: { crossOrigin: true } }],
  ['a top origin', { clientData: { topOrigin: 'https://app.example.com' } }],
  ['a token binding', { clientData: { tokenBinding: { status: 'supported' } } }],
  ['a member named twice', { clientDataText: (text) => text.replace('{', '{"type":"x",') }],
  [
    'a member named twice in another spelling',
    { clientDataText: (text) => text.replace('{', '{"\\u0074ype":"x",') },
  ],
  ['a byte-order mark', { clientDataText: (text) => `\uFEFF${text}` }],
  ['client data that is no JSON', { clientDataText: (text) => text.slice(1) }],
  ['client data that is a list', { clientDataText: (text) => `[${text}]` }],
  ['another relying party', { rpId: 'example.com' }],
  ['no user presence', { flags: FLAGS & ~0x01 }],
  ['no user verification', { flags: FLAGS & ~0x04 }],
  ['no flags', { flags: 0 }],
  ['backed up without being eligible', { flags: FLAGS & ~0x08 }],
  ['backup eligibility that changed', { flags: 0x05 }],
  ['attested data announced and absent', { flags: FLAGS | 0x40 }],
  ['extensions announced and absent', { flags: FLAGS | 0x80 }],
  ['data cut short', { authenticatorData: (data) => data.slice(0, 36) }],
  ['data with a byte more', { authenticatorData: (data) => Uint8Array.of(...data, 0) }],
  ['no data', { authenticatorData: () => new Uint8Array() }],
  ['a bit of the signature', { signature: (bytes) => flip(bytes, bytes.length - 1) }],
  ['a byte after the signature', { signature: (bytes) => Uint8Array.of(...bytes, 0) }],
  ['half a signature', { signature: (bytes) => bytes.slice(0, 30) }],
  ['an empty signature', { signature: () => new Uint8Array() }],
  ['a raw signature', { signature: () => new Uint8Array(64).fill(1) }],
  ['a counter of zero after seven', { signCount: 0 }],
  ['a counter that stands still', { signCount: 7 }],
  ['a counter that fell', { signCount: 6 }],
]

test.each(deviations)('a stamp with %s is refused', (_name, deviation) => {
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

function flip(bytes: Uint8Array, index: number): Uint8Array {
  const changed = bytes.slice()
  changed[index] = (changed[index] ?? 0) ^ 1
  return changed
}
