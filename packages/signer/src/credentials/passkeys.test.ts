import { toBase64Url } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import {
  Authenticator,
  ed25519Key,
  FLAGS,
  rsaKey,
  type Deviation,
} from '../../test/authenticator.ts'
import { random, relyingParty } from '../../test/harness.ts'
import { vectorFile, type Vector } from '../../test/vectors.ts'
import { verifyAttestation } from './passkeys.ts'

type RegistrationVector = Vector & {
  rpId: string
  origin: string
  issuedChallenge: string
  attestation: Record<string, unknown>
  registrationResponseJSON?: unknown
  expected: { credentialPublicKeyCose: string; signCount: number; aaguid: string }
}
const { vectors } = vectorFile<{ vectors: RegistrationVector[] }>('webauthn-registration')

describe('published registrations', () => {
  test.each(vectors)('$id', async (vector) => {
    const { rpId, origin, issuedChallenge, expected } = vector
    const forms = [vector.attestation, vector.registrationResponseJSON].filter(Boolean)
    for (const form of forms) {
      const party = { rpId, origins: [origin] }
      const verified = await verifyAttestation(form, issuedChallenge, party)
      if (!vector.valid) {
        expect(verified).toEqual({ ok: false, failure: vector.reason })
        continue
      }
      if (!verified.ok) expect.fail(verified.failure)
      expect(toBase64Url(verified.value.publicKeyCose)).toBe(expected.credentialPublicKeyCose)
      expect(verified.value.credentialId).toBe(vector.attestation['credentialId'])
      expect(verified.value.signCount).toBe(expected.signCount)
      expect(verified.value.aaguid).toBe(expected.aaguid)
    }
  })
})

const challenge = toBase64Url(random(32))

test.each([
  ['ES256', undefined],
  ['EdDSA', ed25519Key()],
  ['RS256 of 2048 bits', rsaKey(2048)],
])('an honest %s passkey is registered', async (_name, key) => {
  const attestation = new Authenticator(key).attest(challenge)
  const verified = await verifyAttestation(attestation, challenge, relyingParty)
  expect(verified).toEqual({ ok: true, value: expect.objectContaining({ backedUp: true }) })
})

const ATTESTED = FLAGS | 0x40
const deviations: [string, Deviation][] = [
  ['type of an assertion', { clientData: { type: 'webauthn.get' } }],
  ['another challenge', { clientData: { challenge: toBase64Url(random(32)) } }],
  ['no challenge', { clientData: { challenge: undefined } }],
  ['another scheme', { clientData: { origin: 'http://app.example.com' } }],
  ['another port', { clientData: { origin: 'https://app.example.com:8443' } }],
  ['a subdomain', { clientData: { origin: 'https://a.app.example.com' } }],
  ['another page around it', { clientData: { crossOrigin: true } }],
  ['a top origin', { clientData: { topOrigin: 'https://evil.example' } }],
  ['a token binding', { clientData: { tokenBinding: { status: 'present', id: 'x' } } }],
  ['a member named twice', { clientDataText: (text) => text.replace('{', '{"origin":"x",') }],
  ['a byte-order mark', { clientDataText: (text) => `\uFEFF${text}` }],
  ['another relying party', { rpId: 'other.example.com' }],
  ['no user presence', { flags: ATTESTED & ~0x01 }],
  ['no user verification', { flags: ATTESTED & ~0x04 }],
  ['backed up without being eligible', { flags: ATTESTED & ~0x08 }],
  ['no attested data announced', { flags: FLAGS }],
  ['a credential id of no bytes', { credentialId: new Uint8Array() }],
  ['a credential id of 1024 bytes', { credentialId: random(1024) }],
  ['data cut short', { authenticatorData: (data) => data.slice(0, -1) }],
  ['data with a byte more', { authenticatorData: (data) => Uint8Array.of(...data, 0) }],
]

test.each(deviations)('a registration with %s is refused', async (_name, deviation) => {
  const authenticator = new Authenticator()
  const honest = await verifyAttestation(authenticator.attest(challenge), challenge, relyingParty)
  expect(honest.ok).toBe(true)
  const attestation = authenticator.attest(challenge, deviation)
  expect((await verifyAttestation(attestation, challenge, relyingParty)).ok).toBe(false)
})

test('an RSA key below 2048 bits is refused', async () => {
  const attestation = new Authenticator(rsaKey(1024)).attest(challenge)
  expect((await verifyAttestation(attestation, challenge, relyingParty)).ok).toBe(false)
})

test.each([
  ['nothing', undefined],
  ['a text', 'attestation'],
  ['an empty object', {}],
  ['members of other types', { credentialId: 1, clientDataJson: [], attestationObject: null }],
  ['a browser form without answer', { rawId: 'AA', response: {} }],
  [
    'the id of another credential',
    { ...new Authenticator().attest(challenge), credentialId: 'AAAA' },
  ],
])('%s in place of an attestation is refused', async (_name, value) => {
  expect(await verifyAttestation(value, challenge, relyingParty)).toEqual({
    ok: false,
    failure: 'MALFORMED_ATTESTATION',
  })
})

test('an attestation object with something after it is refused', async () => {
  const attestation = new Authenticator().attest(challenge)
  const object = Buffer.from(attestation.attestationObject, 'base64url')
  const attestationObject = toBase64Url(Uint8Array.of(...object, 0))
  const changed = { ...attestation, attestationObject }
  expect((await verifyAttestation(changed, challenge, relyingParty)).ok).toBe(false)
})
