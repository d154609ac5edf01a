import {
  readAuthenticatorData,
  checkAuthenticatorData,
  type AuthenticatorData,
  type AttestedCredential,
} from './authenticator-data.ts'
import { readCborMap } from './cbor.ts'
import { checkClientData } from './client-data.ts'
import { readCoseKey } from './cose.ts'
import { equalBytes, fromBase64Url, toBase64Url } from '../base/encoding.ts'
import { fail, ok, type Result } from '../base/result.ts'

/**
 * How a passkey's creation travels (signing-formats.md 4). All but the transports are base64url.
 */
export type Attestation = {
  credentialId: string
  clientDataJson: string
  attestationObject: string
  transports: AttestationTransport[]
}

const TRANSPORTS = {
  internal: 'AUTHENTICATOR_TRANSPORT_INTERNAL',
  usb: 'AUTHENTICATOR_TRANSPORT_USB',
  nfc: 'AUTHENTICATOR_TRANSPORT_NFC',
  ble: 'AUTHENTICATOR_TRANSPORT_BLE',
  hybrid: 'AUTHENTICATOR_TRANSPORT_HYBRID',
} as const
export type BrowserTransport = keyof typeof TRANSPORTS
export type AttestationTransport = (typeof TRANSPORTS)[BrowserTransport]

/** The part read of what `navigator.credentials.create` gives as JSON. */
export type RegistrationResponseJson = {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}

/** What the server-side verifier of the browser form expects. */
export type MappedRegistrationResponse = RegistrationResponseJson & {
  response: { transports: BrowserTransport[] }
  clientExtensionResults: Record<string, never>
}

/** COSE algorithms offered at registration: ES256, EdDSA, RS256 (signing-formats.md 4). */
export const REGISTRATION_ALGORITHMS: readonly number[] = [-7, -8, -257]

export type AttestationFailure =
  | 'MALFORMED_ATTESTATION'
  | 'TYPE_MISMATCH'
  | 'CHALLENGE_MISMATCH'
  | 'ORIGIN_MISMATCH'
  | 'RP_ID_MISMATCH'
  | 'USER_PRESENCE_MISSING'
  | 'USER_VERIFICATION_MISSING'
  | 'UNSUPPORTED_ALGORITHM'

/** What is stored of a new passkey. */
export type RegisteredCredential = Omit<AttestedCredential, 'credentialId'> & {
  credentialId: string
  algorithm: number
  signCount: number
  backupEligible: boolean
  backedUp: boolean
  transports: BrowserTransport[]
}

/** The public form of a browser's answer. Transports the public form has no name for are left out. */
export function attestationFromRegistration(registration: RegistrationResponseJson): Attestation {
  const { clientDataJSON, attestationObject, transports = [] } = registration.response
  return {
    credentialId: registration.rawId,
    clientDataJson: clientDataJSON,
    attestationObject,
    transports: transports.filter(isBrowserTransport).map((transport) => TRANSPORTS[transport]),
  }
}

/** The browser's form of a public attestation. */
export function registrationFromAttestation(attestation: Attestation): MappedRegistrationResponse {
  return {
    id: attestation.credentialId,
    rawId: attestation.credentialId,
    type: 'public-key',
    response: {
      clientDataJSON: attestation.clientDataJson,
      attestationObject: attestation.attestationObject,
      transports: browserTransports(attestation.transports),
    },
    clientExtensionResults: {},
  }
}

/**
 * Every check of a registration that needs no signature, since attestation is `none`
 * (signing-formats.md 4). `challenge` is the base64url value that prepare issued.
 */
export function checkAttestation(
  attestation: Attestation,
  expected: {
    challenge: string
    origins: readonly string[]
    rpId: string
    requireUserVerification: boolean
  },
): Result<RegisteredCredential, AttestationFailure> {
  const clientDataJson = fromBase64Url(attestation.clientDataJson)
  if (!clientDataJson) return fail('MALFORMED_ATTESTATION')
  const clientData = checkClientData(clientDataJson, { ...expected, type: 'webauthn.create' })
  if (!clientData.ok) {
    const { failure } = clientData
    return fail(failure === 'MALFORMED_STAMP' ? 'MALFORMED_ATTESTATION' : failure)
  }
  const data = readAttestationObject(attestation.attestationObject)
  const id = fromBase64Url(attestation.credentialId)
  if (!data?.attested || !id) return fail('MALFORMED_ATTESTATION')
  if (!equalBytes(data.attested.credentialId, id)) return fail('MALFORMED_ATTESTATION')

  const checked = checkAuthenticatorData(data, expected)
  if (!checked.ok) return checked
  const key = readCoseKey(data.attested.publicKeyCose)
  if (!key.ok) return key
  return ok(registeredCredential(data, data.attested, key.value.algorithm, attestation.transports))
}

function registeredCredential(
  data: AuthenticatorData,
  attested: AttestedCredential,
  algorithm: number,
  transports: readonly AttestationTransport[],
): RegisteredCredential {
  return {
    credentialId: toBase64Url(attested.credentialId),
    publicKeyCose: attested.publicKeyCose,
    aaguid: attested.aaguid,
    algorithm,
    signCount: data.signCount,
    backupEligible: data.backupEligible,
    backedUp: data.backedUp,
    transports: browserTransports(transports),
  }
}

function readAttestationObject(text: string): AuthenticatorData | undefined {
  const bytes = fromBase64Url(text)
  const object = bytes && readCborMap(bytes)
  const authData = object?.get('authData')
  if (object?.get('fmt') !== 'none' || !(authData instanceof Uint8Array)) return undefined
  const data = readAuthenticatorData(authData)
  return data.ok ? data.value : undefined
}

function browserTransports(transports: readonly AttestationTransport[]): BrowserTransport[] {
  return Object.keys(TRANSPORTS)
    .filter(isBrowserTransport)
    .filter((transport) => transports.includes(TRANSPORTS[transport]))
}

function isBrowserTransport(text: string): text is BrowserTransport {
  return Object.hasOwn(TRANSPORTS, text)
}
