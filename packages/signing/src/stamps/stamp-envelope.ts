import { fromBase64Url, parseJsonObject, utf8Text } from '../base/encoding.ts'
import { fail, ok, type Result } from '../base/result.ts'

/**
 * Reason codes of a refused stamp (signing-formats.md 2.2 and 3.3). A caller outside sees
 * SIGNATURE_INVALID.
 */
export type StampFailure =
  | 'MALFORMED_STAMP'
  | 'UNSUPPORTED_SCHEME'
  | 'MALFORMED_KEY'
  | 'MALFORMED_SIGNATURE'
  | 'UNKNOWN_KEY'
  | 'KEY_REVOKED'
  | 'SESSION_EXPIRED'
  | 'SIGNATURE_MISMATCH'
  | 'UNKNOWN_CREDENTIAL'
  | 'TYPE_MISMATCH'
  | 'CHALLENGE_MISMATCH'
  | 'ORIGIN_MISMATCH'
  | 'RP_ID_MISMATCH'
  | 'USER_PRESENCE_MISSING'
  | 'USER_VERIFICATION_MISSING'
  | 'COUNTER_REGRESSION'

/** Longest stamp text read; a genuine one is below 800 characters (signing-formats.md 2.2.1). */
export const STAMP_LENGTH_MAX = 4096

export type StampEnvelope = { publicKey: string; scheme: string; signature: string }

/** The three string members of an X-Stamp value (signing-formats.md 2.2 steps 1 and 2). */
export function readStampEnvelope(text: string): Result<StampEnvelope, StampFailure> {
  if (text.length === 0 || text.length > STAMP_LENGTH_MAX) return fail('MALFORMED_STAMP')
  const bytes = fromBase64Url(text)
  const json = bytes && utf8Text(bytes)
  const stamp = json === undefined ? undefined : parseJsonObject(json)
  if (!stamp) return fail('MALFORMED_STAMP')

  const { publicKey, scheme, signature } = stamp
  if (typeof publicKey !== 'string' || typeof scheme !== 'string') return fail('MALFORMED_STAMP')
  if (typeof signature !== 'string') return fail('MALFORMED_STAMP')
  return ok({ publicKey, scheme, signature })
}
