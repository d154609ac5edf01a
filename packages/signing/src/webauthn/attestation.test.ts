import type { RegistrationResponseJSON } from '@simplewebauthn/browser'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { describe, expect, test } from 'vitest'
import {
  attestationFromRegistration,
  checkAttestation,
  REGISTRATION_ALGORITHMS,
  registrationFromAttestation,
} from './attestation.ts'
import { fromBase64Url, toBase64Url, utf8 } from '../base/encoding.ts'
import { readVectors } from '../testing/read-vectors.ts'
import type { RegistrationVector } from '../vector-checks/registration.ts'
import type { WebauthnVector } from '../vector-checks/stamps.ts'
import { webauthnChallenge, type WebauthnStampText } from '../stamps/webauthn-stamp.ts'

const { vectors } = readVectors<RegistrationVector>('webauthn-registration')
const [first] = vectors
if (!first) throw new Error('The file has no entries.')
const expectedOf = (vector: RegistrationVector) => ({
  challenge: vector.issuedChallenge,
  origins: [vector.origin],
  rpId: vector.rpId,
  requireUserVerification: vector.requireUserVerification,
})

describe.each(vectors.filter((vector) => vector.valid))('$id in the browser form', (vector) => {
  test('is accepted by the public server library with the same result', async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: registrationFromAttestation(vector.attestation),
      expectedChallenge: vector.issuedChallenge,
      expectedOrigin: vector.origin,
      expectedRPID: vector.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...REGISTRATION_ALGORITHMS],
    })
    const ours = checkAttestation(vector.attestation, expectedOf(vector))
    if (!ours.ok || !registrationInfo) throw new Error('refused')
    expect(verified).toBe(true)
    const { credential, aaguid, credentialBackedUp } = registrationInfo
    expect({
      id: ours.value.credentialId,
      publicKey: toBase64Url(ours.value.publicKeyCose),
      counter: ours.value.signCount,
      transports: ours.value.transports.toSorted(),
    }).toEqual({
      ...credential,
      publicKey: toBase64Url(credential.publicKey),
      transports: (credential.transports ?? []).toSorted(),
    })
    expect(ours.value).toMatchObject({ aaguid, backedUp: credentialBackedUp })
  })
})

const stamps = readVectors<WebauthnVector>('stamp-webauthn').vectors
test.each(stamps.filter((vector) => vector.valid))(
  '$id: the challenge is what the public server library expects',
  async (vector) => {
    // The file's texts are trusted test data.
    const stamp = JSON.parse(vector.headerValue) as WebauthnStampText
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: stamp.credentialId,
        rawId: stamp.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: stamp.authenticatorData,
          clientDataJSON: stamp.clientDataJson,
          signature: stamp.signature,
        },
      },
      expectedChallenge: webauthnChallenge(vector.payload).base64url,
      expectedOrigin: vector.origin,
      expectedRPID: vector.rpId,
      requireUserVerification: vector.requireUserVerification,
      credential: {
        id: vector.credentialId,
        publicKey: fromBase64Url(vector.credentialPublicKeyCose) ?? new Uint8Array(),
        counter: vector.storedSignCount,
      },
    })
    expect(verified).toBe(true)
  },
)

test('the answer of the public browser library is taken as it is', () => {
  const captured = vectors.find((vector) => vector.registrationResponseJSON)
  const registration = captured?.registrationResponseJSON as RegistrationResponseJSON
  expect(attestationFromRegistration(registration)).toEqual(captured?.attestation)
})

test('transports without a public name are left out', () => {
  const registration = registrationFromAttestation(first.attestation)
  const transports = ['smart-card', 'cable', 'usb', 'hybrid', 'toString']
  const response = { ...registration.response, transports }
  expect(attestationFromRegistration({ ...registration, response }).transports).toEqual([
    'AUTHENTICATOR_TRANSPORT_USB',
    'AUTHENTICATOR_TRANSPORT_HYBRID',
  ])
})

test.each([
  [
    'another credential id than the one attested',
    { credentialId: 'AAAA' },
    'MALFORMED_ATTESTATION',
  ],
  [
    'client data that is no JSON',
    { clientDataJson: toBase64Url(utf8('x')) },
    'MALFORMED_ATTESTATION',
  ],
  ['client data that is no base64url', { clientDataJson: '*' }, 'MALFORMED_ATTESTATION'],
  ['an attestation object that is no CBOR', { attestationObject: 'AQID' }, 'MALFORMED_ATTESTATION'],
  [
    'an attestation format other than none',
    {
      attestationObject: first.attestation.attestationObject.replace(
        /^o2NmbXRkbm9uZ/,
        'o2NmbXRkbm9uY',
      ),
    },
    'MALFORMED_ATTESTATION',
  ],
])('a registration with %s is refused', (_, change, failure) => {
  const attestation = { ...first.attestation, ...change }
  expect(attestation).not.toEqual(first.attestation)
  expect(checkAttestation(attestation, expectedOf(first))).toEqual({ ok: false, failure })
})
