import { createHash } from 'node:crypto'
import { concat, fail, fromBase64Url, ok, utf8, utf8Text, type Result } from '@corridor/signing'
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import type { SignerFailure } from '../base/failures.ts'
import { hasRepeatedMember, membersOf, parseJson, type Json } from '../base/json.ts'
import { addMs, SECOND_MS } from '../base/time.ts'
import type { Tx } from '../vault/vault.ts'
import type { TrustedIssuer } from './oidc-issuers.ts'

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
  /** A text, if there is one. */
  nonce: string | undefined
  tokenHash: Uint8Array
}

const TOKEN_LENGTH_MAX = 8192
const ALGORITHMS = ['RS256', 'ES256']
/** Members by which a token would choose its own key, rules or form (guarantees.md 3.14). */
const REFUSED_HEADERS = ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64', 'cty', 'enc', 'zip']
const AGE_MAX_SECONDS = 600
const SKEW_SECONDS = 60
/** OpenID Connect Core 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/
const RETRY_SECONDS = 5

const refuse = (reason: OidcReason) => fail<SignerFailure>({ code: 'OIDC_TOKEN_INVALID', reason })

/**
 * Header, key, signature, issuer, audience and times of a token (signing-formats.md 5.2). The
 * issuer is one the partner allows, found before any key is asked for. Nonce and subject are the
 * caller's. PROVIDER_UNAVAILABLE: the keys could not be had, which is no fault of the token.
 */
export async function verifyOidcToken(
  token: string,
  issuers: readonly TrustedIssuer[],
  now: Date,
  skewSeconds = SKEW_SECONDS,
): Promise<Result<OidcClaims, SignerFailure>> {
  const named = readIssuer(token)
  if (!named) return refuse('TOKEN_SIGNATURE')
  const issuer = issuers.find((trusted) => trusted.issuer === named.issuer)
  if (!issuer) return refuse('ISSUER_MISMATCH')
  try {
    const { payload } = await jwtVerify(token, keysOrOutage(issuer.keys), {
      algorithms: ALGORITHMS,
      issuer: issuer.issuer,
      audience: [...issuer.audiences],
      currentDate: now,
      clockTolerance: skewSeconds,
      maxTokenAge: AGE_MAX_SECONDS,
      requiredClaims: ['iss', 'aud', 'sub', 'exp', 'iat'],
    })
    return readClaims(payload, issuer, oidcTokenHash(token))
  } catch (error) {
    if (error instanceof KeysUnavailable) {
      return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: RETRY_SECONDS })
    }
    return refuse(reasonOf(error))
  }
}

/**
 * Names a token for its one use. The signature stays outside: an ECDSA signature has a second form
 * that is as good, and the same content must not count twice.
 */
export function oidcTokenHash(token: string): Uint8Array {
  const signed = token.slice(0, Math.max(0, token.lastIndexOf('.')))
  return concat(createHash('sha256').update(utf8(signed)).digest())
}

/** Marks a token as spent; false when it was spent before. Those too old to pass are forgotten. */
export async function spendToken(tx: Tx, { tokenHash }: Pick<OidcClaims, 'tokenHash'>, now: Date) {
  await tx.deleteFrom('signer.used_oidc_token').where('expires_at', '<=', now).execute()
  // From here on the token's own age refuses it: issued a minute ahead at most, and as long late.
  const forgetAt = addMs(now, (AGE_MAX_SECONDS + 3 * SKEW_SECONDS) * SECOND_MS)
  const spent = await tx
    .insertInto('signer.used_oidc_token')
    .values({ token_hash: tokenHash, expires_at: forgetAt })
    .onConflict((clash) => clash.doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  return spent !== undefined
}

export const reusedToken = refuse('TOKEN_REUSED')

/** Whether a token was spent, without spending it. */
export async function isTokenSpent(tx: Tx, tokenHash: Uint8Array): Promise<boolean> {
  const row = await tx
    .selectFrom('signer.used_oidc_token')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The issuer that a sound compact JWS names, unverified: only good for choosing among allowed ones.
 * Undefined for text that another reader could read in another way.
 */
function readIssuer(token: string): { issuer: unknown } | undefined {
  if (token.length > TOKEN_LENGTH_MAX || !COMPACT.test(token)) return undefined
  const [head = '', body = '', signature = ''] = token.split('.')
  const [header, claims] = [readObject(head), readObject(body)]
  if (!header || !claims || !fromBase64Url(signature)) return undefined
  const { alg, typ = 'JWT', kid = '' } = header
  if (REFUSED_HEADERS.some((member) => member in header)) return undefined
  if (typeof alg !== 'string' || !ALGORITHMS.includes(alg)) return undefined
  // An access token, for one, says that it is something else (RFC 9068).
  if (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT') return undefined
  return typeof kid === 'string' ? { issuer: claims['iss'] } : undefined
}

/** The object of one part, which base64url, UTF-8 and JSON each write in one way. */
function readObject(part: string): Json | undefined {
  const bytes = fromBase64Url(part)
  const text = bytes && utf8Text(bytes)
  if (text === undefined) return undefined
  const value = parseJson(text)
  // Lists have no members that matter, nor have plain values.
  return value !== undefined && !hasRepeatedMember(text) ? membersOf(value) : undefined
}

/** What is left to check once jose has checked signature, issuer, audience and times. */
function readClaims(
  payload: JWTPayload,
  { issuer, audiences }: TrustedIssuer,
  tokenHash: Uint8Array,
): Result<OidcClaims, SignerFailure> {
  const { aud, sub: subject, exp, iat, nbf = 0 } = payload
  const audience = audienceOf(aud, payload['azp'], audiences)
  if (audience === undefined) return refuse('AUDIENCE_MISMATCH')
  const nonce = payload['nonce']
  if (typeof subject !== 'string' || !SUBJECT.test(subject)) return refuse('TOKEN_CLAIMS')
  if (![exp, iat, nbf].every(Number.isFinite)) return refuse('TOKEN_CLAIMS')
  if (nonce !== undefined && typeof nonce !== 'string') return refuse('TOKEN_CLAIMS')
  return ok({ issuer, audience, subject, nonce, tokenHash })
}

/**
 * The one audience that is ours; with several the authorised party must be ours
 * (guarantees.md 3.14). An authorised party that is named must be a client of the partner in any
 * case.
 */
function audienceOf(
  audience: string | string[] | undefined,
  authorisedParty: unknown,
  allowed: readonly string[],
): string | undefined {
  const named = typeof audience === 'string' ? [audience] : (audience ?? [])
  const party = allowed.find((allowedParty) => allowedParty === authorisedParty)
  if (authorisedParty !== undefined && party === undefined) return undefined
  if (named.length > 1) return party !== undefined && named.includes(party) ? party : undefined
  return allowed.find((allowedParty) => named.includes(allowedParty))
}

/** The key set could not be had. */
class KeysUnavailable extends Error {}

/** Keeps an outage of the provider apart from a token for which there is no key. */
function keysOrOutage(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JOSEError) throw error
      throw new KeysUnavailable('The keys could not be had.', { cause: error })
    }
  }
}

/** A `TypeError` is what jose throws for a key that is too weak or of another kind. */
function reasonOf(error: unknown): OidcReason {
  if (error instanceof errors.JWTExpired) return 'TOKEN_EXPIRED'
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud' ? 'AUDIENCE_MISMATCH' : 'TOKEN_CLAIMS'
  }
  if (error instanceof errors.JOSEError || error instanceof TypeError) return 'TOKEN_SIGNATURE'
  throw error
}
