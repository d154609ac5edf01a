import { createHash } from 'node:crypto'
import { concat, fail, ok, utf8, type Result } from '@corridor/signing'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { SignerFailure } from '../base/failures.ts'
import type { OidcIssuer } from '../vault/ports.ts'
import { addMs, SECOND_MS } from '../base/time.ts'
import type { Tx } from '../vault/vault.ts'

export type OidcReason =
  | 'TOKEN_SIGNATURE'
  | 'TOKEN_CLAIMS'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_REUSED'
  | 'ISSUER_MISMATCH'
  | 'AUDIENCE_MISMATCH'
  | 'SUBJECT_MISMATCH'

/** What a verified token says. */
export type OidcClaims = {
  issuer: string
  audience: string
  subject: string
  nonce: unknown
  tokenHash: Uint8Array
  /** From here on the token's own age refuses it, so that it need not be remembered longer. */
  forgetAt: Date
}

const ALGORITHMS = ['RS256', 'ES256']
/** Members that would let a token choose its own key or rules (guarantees 3.14). */
const REFUSED_HEADERS = ['jwk', 'jku', 'x5u', 'x5c', 'crit']
const AGE_MAX_SECONDS = 600

const refuse = (reason: OidcReason) => fail<SignerFailure>({ code: 'OIDC_TOKEN_INVALID', reason })

/**
 * Header, key, signature, issuer, audience and times of a token (signing-formats 5.2). The issuer is
 * one the partner allows, found before any key is asked for. Nonce and subject are the caller's.
 */
export async function verifyOidcToken(
  token: string,
  issuers: readonly OidcIssuer[],
  now: Date,
  skewSeconds = 60,
): Promise<Result<OidcClaims, SignerFailure>> {
  const shape = readShape(token)
  if (!shape) return refuse('TOKEN_SIGNATURE')
  const issuer = issuers.find((issuer) => issuer.issuer === shape.issuer)
  if (!issuer) return refuse('ISSUER_MISMATCH')

  try {
    const { payload } = await jwtVerify(token, issuer.keys, {
      algorithms: ALGORITHMS,
      issuer: issuer.issuer,
      audience: [...issuer.audiences],
      currentDate: now,
      clockTolerance: skewSeconds,
      maxTokenAge: AGE_MAX_SECONDS,
      requiredClaims: ['iss', 'aud', 'sub', 'exp', 'iat'],
    })
    const audience = audienceOf(payload.aud, payload['azp'], issuer.audiences)
    if (audience === undefined) return refuse('AUDIENCE_MISMATCH')
    if (typeof payload.sub !== 'string' || payload.sub === '') return refuse('TOKEN_CLAIMS')
    return ok({
      issuer: issuer.issuer,
      audience,
      subject: payload.sub,
      nonce: payload['nonce'],
      tokenHash: concat(createHash('sha256').update(utf8(token)).digest()),
      forgetAt: addMs(now, (AGE_MAX_SECONDS + 2 * skewSeconds) * SECOND_MS),
    })
  } catch (error) {
    const reason = reasonOf(error)
    // Anything else is the key set that could not be had, which is no fault of the token.
    if (!reason) throw error
    return refuse(reason)
  }
}

/** Marks a token as spent; false when it was spent before. Expired ones are forgotten. */
export async function spendToken(tx: Tx, claims: OidcClaims, now: Date): Promise<boolean> {
  await tx.deleteFrom('signer.used_oidc_token').where('expires_at', '<=', now).execute()
  const spent = await tx
    .insertInto('signer.used_oidc_token')
    .values({ token_hash: claims.tokenHash, expires_at: claims.forgetAt })
    .onConflict((clash) => clash.doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  return spent !== undefined
}

/** The issuer a well-formed token names, unverified: only good for choosing among allowed ones. */
function readShape(token: string): { issuer: unknown } | undefined {
  try {
    const header: Record<string, unknown> = { ...decodeProtectedHeader(token) }
    if (REFUSED_HEADERS.some((member) => member in header)) return undefined
    if (!ALGORITHMS.some((algorithm) => algorithm === header['alg'])) return undefined
    return { issuer: decodeJwt(token).iss }
  } catch {
    return undefined
  }
}

/** The one audience that is ours; with several the authorised party must be ours (guarantees 3.14). */
function audienceOf(
  audience: string | string[] | undefined,
  authorisedParty: unknown,
  allowed: readonly string[],
): string | undefined {
  const named = typeof audience === 'string' ? [audience] : (audience ?? [])
  if (named.length > 1)
    return allowed.find(
      (allowedParty) => allowedParty === authorisedParty && named.includes(allowedParty),
    )
  return allowed.find((allowedParty) => named.includes(allowedParty))
}

function reasonOf(error: unknown): OidcReason | undefined {
  if (error instanceof errors.JWTExpired) return 'TOKEN_EXPIRED'
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud' ? 'AUDIENCE_MISMATCH' : 'TOKEN_CLAIMS'
  }
  return unsoundToken.some((kind) => error instanceof kind) ? 'TOKEN_SIGNATURE' : undefined
}

const unsoundToken = [
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]
