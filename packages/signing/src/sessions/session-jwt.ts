import { readJwt, writeJwt } from './jwt.ts'
import { parseCompressedKey } from '../keys/public-key.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** Claims of signing-formats.md 8.2; `exp` is epoch seconds, `public_key` compressed hex. */
export type SessionClaims = {
  exp: number
  public_key: string
  session_type: string
  user_id: string
  organization_id: string
}

export type TokenFailure = 'TOKEN_SIGNATURE' | 'TOKEN_CLAIMS' | 'TOKEN_EXPIRED'

/** A session token; unlike other tokens its input is hashed twice (signing-formats.md 8.2). */
export function signSessionJwt(claims: SessionClaims, privateKey: Uint8Array): string {
  const { exp, public_key, session_type, user_id, organization_id } = claims
  const ordered = { exp, public_key, session_type, user_id, organization_id }
  return writeJwt(ordered, privateKey, 'double')
}

/** The claims of a genuine session token that has not ended. */
export function verifySessionJwt(
  jwt: string,
  expected: { signerPublicKey: string; nowMs: number },
): Result<SessionClaims, TokenFailure> {
  const claims = readJwt(jwt, expected.signerPublicKey, 'double')
  if (!claims) return fail('TOKEN_SIGNATURE')
  const { exp, public_key, session_type, user_id, organization_id } = claims
  if (typeof exp !== 'number' || !Number.isSafeInteger(exp)) return fail('TOKEN_CLAIMS')
  if (typeof public_key !== 'string' || !parseCompressedKey(public_key).ok)
    return fail('TOKEN_CLAIMS')
  if (typeof session_type !== 'string' || typeof user_id !== 'string') return fail('TOKEN_CLAIMS')
  if (typeof organization_id !== 'string') return fail('TOKEN_CLAIMS')
  if (expected.nowMs >= exp * 1000) return fail('TOKEN_EXPIRED')
  return ok({ exp, public_key, session_type, user_id, organization_id })
}
