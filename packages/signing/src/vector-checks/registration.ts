import {
  attestationFromRegistration,
  checkAttestation,
  registrationFromAttestation,
  type Attestation,
  type RegistrationResponseJson,
} from '../webauthn/attestation.ts'
import { uncompressedKeyOfCose } from '../webauthn/cose.ts'
import { toBase64Url } from '../base/encoding.ts'
import { differing, judged, type Differences, type Vector } from './compare.ts'

export type RegistrationVector = Vector & {
  rpId: string
  origin: string
  issuedChallenge: string
  requireUserVerification: boolean
  attestation: Attestation
  registrationResponseJSON?: RegistrationResponseJson
  expected?: {
    credentialPublicKeyCose: string
    credentialPublicKeyUncompressedHex: string
    signCount: number
    aaguid: string
  }
}

/**
 * The checks of signing-formats.md 4, and the mapping between the browser's and the public form.
 */
export function checkRegistration(vector: RegistrationVector): Differences {
  const { attestation, expected, registrationResponseJSON: browserForm } = vector
  const outcome = checkAttestation(attestation, {
    challenge: vector.issuedChallenge,
    origins: [vector.origin],
    rpId: vector.rpId,
    requireUserVerification: vector.requireUserVerification,
  })
  const differences = judged(vector, outcome, 'exact')
  const mapped = browserForm ?? registrationFromAttestation(attestation)
  const again = attestationFromRegistration(mapped)
  differences.push(...differing('mapping', JSON.stringify(again), JSON.stringify(attestation)))
  if (!outcome.ok || !expected) return differences

  const { publicKeyCose, signCount, aaguid, credentialId } = outcome.value
  const uncompressed = uncompressedKeyOfCose(publicKeyCose)
  return [
    ...differences,
    ...differing('id', credentialId, attestation.credentialId),
    ...differing('key', toBase64Url(publicKeyCose), expected.credentialPublicKeyCose),
    ...differing('point', uncompressed, expected.credentialPublicKeyUncompressedHex),
    ...differing('count', signCount, expected.signCount),
    ...differing('aaguid', aaguid, expected.aaguid),
  ]
}
