import { sha256 } from '@noble/hashes/sha2.js'
import {
  bytesToHex,
  fromBase64Url,
  parseJsonObject,
  toBase64Url,
  utf8,
  utf8Text,
  type Bytes,
} from '../base/encoding.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { STAMP_LENGTH_MAX, type StampFailure } from './stamp-envelope.ts'

/**
 * The four members of a WebAuthn stamp, decoded (signing-formats.md 3.2). `credentialId` stays
 * base64url.
 */
export type WebauthnStamp = {
  credentialId: string
  authenticatorData: Bytes
  clientDataJson: Bytes
  /** DER for ECDSA, otherwise the algorithm's own form. */
  signature: Bytes
}

/** The same members as they travel, all base64url. */
export type WebauthnStampText = {
  authenticatorData: string
  clientDataJson: string
  credentialId: string
  signature: string
}

/** The part read of what `navigator.credentials.get` gives as JSON. */
export type AuthenticationResponseJson = {
  id: string
  response: { authenticatorData: string; clientDataJSON: string; signature: string }
}

export type WebauthnChallenge = { digestHex: string; bytes: Bytes; base64url: string }

/**
 * The challenge a passkey signs for a payload: the 64 ASCII characters of the digest's hex,
 * not the 32 digest bytes (signing-formats.md 3.1).
 */
export function webauthnChallenge(payload: string | Uint8Array): WebauthnChallenge {
  const digestHex = bytesToHex(sha256(typeof payload === 'string' ? utf8(payload) : payload))
  const bytes = utf8(digestHex)
  return { digestHex, bytes, base64url: toBase64Url(bytes) }
}

/** The stamp text: plain JSON, members in the public clients' order (signing-formats.md 3.2). */
export function encodeWebauthnStamp(stamp: WebauthnStampText): string {
  const { authenticatorData, clientDataJson, credentialId, signature } = stamp
  return JSON.stringify({ authenticatorData, clientDataJson, credentialId, signature })
}

/** The stamp text of a browser's assertion. */
export function stampFromAssertion(assertion: AuthenticationResponseJson): string {
  const { authenticatorData, clientDataJSON, signature } = assertion.response
  const members = { authenticatorData, clientDataJson: clientDataJSON, signature }
  return encodeWebauthnStamp({ ...members, credentialId: assertion.id })
}

/**
 * Reads a stamp (signing-formats.md 3.3.1): JSON text, or base64url of it, which older public
 * text described.
 */
export function parseWebauthnStamp(text: string): Result<WebauthnStamp, StampFailure> {
  if (text.length === 0 || text.length > STAMP_LENGTH_MAX) return fail('MALFORMED_STAMP')
  const json = text.startsWith('{') ? text : decodedText(text)
  const stamp = json === undefined ? undefined : parseJsonObject(json)
  if (!stamp) return fail('MALFORMED_STAMP')

  const credentialId = member(stamp['credentialId'])
  const authenticatorData = member(stamp['authenticatorData'])
  const clientDataJson = member(stamp['clientDataJson'])
  const signature = member(stamp['signature'])
  if (!credentialId || !authenticatorData || !clientDataJson || !signature) {
    return fail('MALFORMED_STAMP')
  }
  return ok({
    credentialId: toBase64Url(credentialId),
    authenticatorData,
    clientDataJson,
    signature,
  })
}

function decodedText(text: string): string | undefined {
  const bytes = fromBase64Url(text)
  return bytes && utf8Text(bytes)
}

function member(value: unknown): Bytes | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return fromBase64Url(value)
}
