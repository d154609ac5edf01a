import { verifyP256 } from '../stamps/api-key-stamp.ts'
import { utf8 } from '../base/encoding.ts'
import { readJwt, writeJwt } from './jwt.ts'
import { parseCompressedKey } from '../keys/public-key.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { TokenFailure } from './session-jwt.ts'

/** Claims of signing-formats.md 8.1.3, all text; `exp` is epoch milliseconds. */
export type VerificationClaims = {
  id: string
  verification_type: string
  contact: string
  organization_id: string
  public_key: string
  exp: string
}

/** The login proof of signing-formats.md 8.1.4. */
export type ClientSignature = {
  publicKey: string
  scheme: string
  message: string
  signature: string
}

export const CLIENT_SIGNATURE_SCHEME = 'CLIENT_SIGNATURE_SCHEME_API_P256'

const EPOCH_MS = /^(?:0|[1-9]\d{0,15})$/
// Public clients read the claims with a plain base64 decoder, where these could give - or _.
const AWKWARD = /[^\u0020-\u007e]|[>?~]/

/** @throws {TypeError} on a claim that public clients could not read back. */
export function signVerificationToken(claims: VerificationClaims, privateKey: Uint8Array): string {
  const { id, verification_type, contact, organization_id, public_key, exp } = claims
  const ordered = { id, verification_type, contact, organization_id, public_key, exp }
  if (Object.values(ordered).some((claim) => AWKWARD.test(claim))) {
    throw new TypeError('Expected claims of plain ASCII.')
  }
  return writeJwt(ordered, privateKey, 'single')
}

/** The claims of a genuine verification token that has not ended (signing-formats.md 8.1.3). */
export function verifyVerificationToken(
  token: string,
  expected: { signerPublicKey: string; nowMs: number },
): Result<VerificationClaims, TokenFailure> {
  const claims = readJwt(token, expected.signerPublicKey, 'single')
  if (!claims) return fail('TOKEN_SIGNATURE')
  const { id, verification_type, contact, organization_id, public_key, exp } = claims
  if (typeof id !== 'string' || typeof verification_type !== 'string') return fail('TOKEN_CLAIMS')
  if (typeof contact !== 'string' || typeof organization_id !== 'string')
    return fail('TOKEN_CLAIMS')
  if (typeof public_key !== 'string' || !parseCompressedKey(public_key).ok)
    return fail('TOKEN_CLAIMS')
  if (typeof exp !== 'string' || !EPOCH_MS.test(exp)) return fail('TOKEN_CLAIMS')
  if (BigInt(expected.nowMs) >= BigInt(exp)) return fail('TOKEN_EXPIRED')
  return ok({ id, verification_type, contact, organization_id, public_key, exp })
}

/** The text a login signs, members in this order without spaces (signing-formats.md 8.1.4). */
export function loginMessage(login: { publicKey: string; tokenId: string }): string {
  const { publicKey, tokenId } = login
  return JSON.stringify({ login: { publicKey }, tokenId, type: 'USAGE_TYPE_LOGIN' })
}

/** That the holder of the token's key signed this very login (signing-formats.md 8.1.4). */
export function verifyClientSignature(
  client: ClientSignature,
  claims: VerificationClaims,
): Result<{ publicKey: string }, 'UNSUPPORTED_SCHEME' | 'SIGNATURE_MISMATCH'> {
  if (client.scheme !== CLIENT_SIGNATURE_SCHEME) return fail('UNSUPPORTED_SCHEME')
  const publicKey = claims.public_key
  if (client.publicKey !== publicKey) return fail('SIGNATURE_MISMATCH')
  const message = loginMessage({ publicKey, tokenId: claims.id })
  if (client.message !== message) return fail('SIGNATURE_MISMATCH')
  const verified = verifyP256(utf8(message), client.signature, publicKey)
  return verified ? ok({ publicKey }) : fail('SIGNATURE_MISMATCH')
}
