import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concat, equalBytes, utf8, type Bytes } from '../base/encoding.ts'
import { readCbor } from './cbor.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** The new credential inside the authenticator data of a registration. */
export type AttestedCredential = {
  /** UUID text. */
  aaguid: string
  credentialId: Bytes
  /** COSE key bytes exactly as received. */
  publicKeyCose: Bytes
}

export type AuthenticatorData = {
  rpIdHash: Bytes
  userPresent: boolean
  userVerified: boolean
  backupEligible: boolean
  backedUp: boolean
  signCount: number
  attested?: AttestedCredential
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const ATTESTED = 0x40
const EXTENSIONS = 0x80
const HEADER_LENGTH = 37
const CREDENTIAL_ID_LENGTH_MAX = 1023

/**
 * `rpIdHash (32) | flags (1) | signCount (4)`, then the attested credential and the extensions
 * the flags announce, and nothing after (signing-formats.md 3.3.4).
 */
export function readAuthenticatorData(
  data: Uint8Array,
): Result<AuthenticatorData, 'MALFORMED_STAMP'> {
  const flags = data[32]
  if (flags === undefined || data.length < HEADER_LENGTH) return fail('MALFORMED_STAMP')

  const attested = flags & ATTESTED ? readAttested(data) : undefined
  if (flags & ATTESTED && !attested) return fail('MALFORMED_STAMP')
  const extensionsStart = attested?.end ?? HEADER_LENGTH
  const end = flags & EXTENSIONS ? readCbor(data, extensionsStart)?.end : extensionsStart
  if (end !== data.length) return fail('MALFORMED_STAMP')

  return ok({
    rpIdHash: concat(data.subarray(0, 32)),
    userPresent: (flags & USER_PRESENT) !== 0,
    userVerified: (flags & USER_VERIFIED) !== 0,
    backupEligible: (flags & BACKUP_ELIGIBLE) !== 0,
    backedUp: (flags & BACKED_UP) !== 0,
    signCount: new DataView(data.buffer, data.byteOffset).getUint32(33),
    ...(attested && { attested: attested.credential }),
  })
}

/** Relying party and flags (signing-formats.md 3.3 steps 4 and 5). */
export function checkAuthenticatorData(
  data: AuthenticatorData,
  expected: { rpId: string; requireUserVerification: boolean },
): Result<
  AuthenticatorData,
  'RP_ID_MISMATCH' | 'USER_PRESENCE_MISSING' | 'USER_VERIFICATION_MISSING'
> {
  if (!equalBytes(data.rpIdHash, sha256(utf8(expected.rpId)))) return fail('RP_ID_MISMATCH')
  if (!data.userPresent) return fail('USER_PRESENCE_MISSING')
  if (expected.requireUserVerification && !data.userVerified)
    return fail('USER_VERIFICATION_MISSING')
  return ok(data)
}

/**
 * Both zero: the authenticator does not count. Otherwise strictly rising
 * (signing-formats.md 3.3.7).
 */
export function checkSignCount(
  stored: number,
  received: number,
): Result<number, 'COUNTER_REGRESSION'> {
  if (stored === 0 && received === 0) return ok(0)
  return received > stored ? ok(received) : fail('COUNTER_REGRESSION')
}

function readAttested(data: Uint8Array) {
  const idStart = HEADER_LENGTH + 18
  if (data.length < idStart) return undefined
  const idLength = new DataView(data.buffer, data.byteOffset).getUint16(HEADER_LENGTH + 16)
  const keyStart = idStart + idLength
  if (idLength === 0 || idLength > CREDENTIAL_ID_LENGTH_MAX || keyStart >= data.length)
    return undefined

  const key = readCbor(data, keyStart)
  if (!key) return undefined
  const credential = {
    aaguid: uuid(data.subarray(HEADER_LENGTH, HEADER_LENGTH + 16)),
    credentialId: concat(data.subarray(idStart, keyStart)),
    publicKeyCose: concat(data.subarray(keyStart, key.end)),
  }
  return { credential, end: key.end }
}

function uuid(bytes: Uint8Array): string {
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
