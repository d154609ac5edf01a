import {
  attestationFromRegistration,
  checkAttestation,
  fail,
  fromBase64Url,
  registrationFromAttestation,
  REGISTRATION_ALGORITHMS,
  type Attestation,
  type AttestationFailure,
  type RegisteredCredential,
  type Result,
} from '@corridor/signing'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { itemsOf, membersOf } from '../base/json.ts'
import type { RelyingParty } from '../vault/ports.ts'
import type { Credential } from '../database/tables.ts'
import { clientDataOddity } from './webauthn.ts'

export type PasskeyView = {
  authenticatorId: string
  name: string
  credentialId: string
  aaguid: string
  transports: string[]
  backedUp: boolean
  createdAt: string
  lastUsedAt?: string
  status: 'ACTIVE' | 'DELETED'
}

/**
 * The new passkey of an attestation in the public or the browser's form, checked against the
 * challenge that prepare issued (signing-formats.md 4). Our own checks come first for their
 * reasons; the library is a second opinion on the same bytes.
 */
export async function verifyAttestation(
  value: unknown,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<Result<RegisteredCredential, AttestationFailure>> {
  const attestation = readAttestation(value)
  if (!attestation) return fail('MALFORMED_ATTESTATION')
  const { rpId, origins } = relyingParty
  const expected = { challenge, rpId, origins, requireUserVerification: true }
  const checked = checkAttestation(attestation, expected)
  if (!checked.ok) return checked

  const { backedUp, backupEligible } = checked.value
  const clientDataJson = fromBase64Url(attestation.clientDataJson) ?? new Uint8Array()
  if (clientDataOddity(clientDataJson)) return fail('MALFORMED_ATTESTATION')
  if (backedUp && !backupEligible) return fail('MALFORMED_ATTESTATION')
  return (await isAgreed(attestation, expected)) ? checked : fail('MALFORMED_ATTESTATION')
}

async function isAgreed(
  attestation: Attestation,
  expected: { challenge: string; rpId: string; origins: readonly string[] },
): Promise<boolean> {
  try {
    const { verified } = await verifyRegistrationResponse({
      response: registrationFromAttestation(attestation),
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...REGISTRATION_ALGORITHMS],
    })
    return verified
  } catch {
    return false
  }
}

/** Both forms as the public one; `response` distinguishes the browser's. */
function readAttestation(value: unknown): Attestation | undefined {
  const outer = membersOf(value)
  if ('response' in outer) {
    const { clientDataJSON, attestationObject, transports } = membersOf(outer['response'])
    const { rawId } = outer
    if (typeof rawId !== 'string' || typeof clientDataJSON !== 'string') return undefined
    if (typeof attestationObject !== 'string') return undefined
    const response = { clientDataJSON, attestationObject, transports: textsOf(transports) }
    return attestationFromRegistration({ id: rawId, rawId, type: 'public-key', response })
  }
  const { credentialId, clientDataJson, attestationObject, transports } = outer
  if (typeof credentialId !== 'string' || typeof clientDataJson !== 'string') return undefined
  if (typeof attestationObject !== 'string') return undefined
  return {
    credentialId,
    clientDataJson,
    attestationObject,
    transports: textsOf(transports).filter(isPublicTransport),
  }
}

function isPublicTransport(text: string): text is Attestation['transports'][number] {
  return /^AUTHENTICATOR_TRANSPORT_(INTERNAL|USB|NFC|BLE|HYBRID)$/.test(text)
}

function textsOf(value: unknown): string[] {
  return itemsOf(value).filter((item) => typeof item === 'string')
}

/** A passkey as others see it; undefined for other records. */
export function passkeyView(record: Credential): PasskeyView | undefined {
  if (record.kind !== 'PASSKEY') return undefined
  return {
    authenticatorId: record.credential_id,
    name: record.name ?? '',
    credentialId: record.webauthn_id ?? '',
    aaguid: record.aaguid ?? '',
    transports: record.transports ?? [],
    backedUp: record.backed_up ?? false,
    createdAt: record.created_at.toISOString(),
    ...(record.last_used_at && { lastUsedAt: record.last_used_at.toISOString() }),
    status: record.status === 'ACTIVE' ? 'ACTIVE' : 'DELETED',
  }
}
