import { p256 } from '@noble/curves/nist.js'
import {
  bytesToHex,
  fail,
  oidcNonceMatches,
  ok,
  sealCredentialBundle,
  type Result,
} from '@corridor/signing'
import { appendAudit } from '../vault/audit.ts'
import { activation } from './auth-methods.ts'
import { withSecret } from '../base/bytes.ts'
import { lockEntity, saveCredentials, type LockedEntity } from './credentials.ts'
import type { SignerFailure } from '../base/failures.ts'
import { spendToken, verifyOidcToken, type OidcClaims } from './oidc.ts'
import { checkCode, consumeCode } from './otp.ts'
import { isTargetKeyUsed, readTargetKey, takeTargetKey } from '../vault/target-key.ts'
import type { Credential } from '../database/tables.ts'
import { addMs, SECOND_MS } from '../base/time.ts'
import { serviceNow, type Tx, type Vault } from '../vault/vault.ts'

/** From creation, not sliding (interface specification, part 5). */
const SESSION_MS = 900 * SECOND_MS
const SESSIONS_MAX = 10

export type OpenSession = { entityId: string; targetPublicKey: string } & (
  | { otpId: string; otpCode: string }
  | { oidcToken: string }
)
export type OpenedSession = {
  sessionId: string
  /** The session's private key, sealed to the target key (signing-formats 6). */
  credentialBundle: string
  /** Compressed hex. */
  sessionPublicKey: string
  createdAt: string
  expiresAt: string
  authId: string
  /** This session proved control of an e-mail address or telephone number for the first time. */
  authActivated: boolean
  /** Methods that still waited for their first code, and that its activation has ended. */
  endedAuthIds: string[]
  /** Sessions that it has ended: the oldest beyond ten. */
  revokedSessionIds: string[]
}

/**
 * A session for whoever proves control of a primary method. Code or token, target key and session
 * are spent and made in one transaction; a refused call spends nothing but a wrong try.
 */
export async function openSession(
  vault: Vault,
  input: OpenSession,
): Promise<Result<OpenedSession, SignerFailure>> {
  const targetKey = readTargetKey(input.targetPublicKey)
  if (!targetKey.ok) return targetKey
  const token = 'oidcToken' in input ? await readToken(vault, input) : undefined
  if (token && !token.ok) return token

  return vault.inTransaction(async (tx) => {
    const entity = await lockEntity(vault, tx, input.entityId, 'update')
    if (!entity) return fail({ code: token ? 'OIDC_TOKEN_INVALID' : 'OTP_INVALID' })
    if (await isTargetKeyUsed(tx, targetKey.value)) {
      return fail({ code: 'PUBLIC_KEY_INVALID', reason: 'KEY_REUSED' })
    }
    const proven = await proveMethod(vault, tx, entity, input, token?.value)
    if (!proven.ok) return proven
    if (token && !(await spendToken(tx, token.value, entity.now))) return reusedToken
    const taken = await takeTargetKey(tx, targetKey.value, entity)
    if (!taken.ok) return taken
    if ('otpId' in input) await consumeCode(tx, input.otpId)
    return ok(await createSession(vault, tx, entity, proven.value, targetKey.value))
  })
}

const reusedToken = fail<SignerFailure>({ code: 'OIDC_TOKEN_INVALID', reason: 'TOKEN_REUSED' })

/** Verified before the transaction: the issuer's keys may have to be fetched. */
async function readToken(
  vault: Vault,
  input: { entityId: string; oidcToken: string },
): Promise<Result<OidcClaims, SignerFailure>> {
  const { partnerId, now } = await vault.inTransaction(async (tx) => {
    const entity = await lockEntity(vault, tx, input.entityId, 'share')
    return { partnerId: entity?.partnerId, now: await serviceNow(tx) }
  })
  if (partnerId === undefined) return fail({ code: 'OIDC_TOKEN_INVALID' })
  return verifyOidcToken(input.oidcToken, await vault.oidcIssuers(partnerId), now)
}

/** The live method a code or token belongs to. */
async function proveMethod(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  input: OpenSession,
  claims: OidcClaims | undefined,
): Promise<Result<Credential, SignerFailure>> {
  if (claims) return methodOfToken(entity, claims, input.targetPublicKey)
  if (!('otpId' in input)) return fail({ code: 'OTP_INVALID' })
  const { entityId, now } = entity
  const { otpId, otpCode } = input
  const code = await checkCode(vault, tx, { entityId, otpId, otpCode, now })
  if (!code.ok) return code
  const { credential_id, contact } = code.value
  const method = entity.live.find(
    (credential) => credential.credential_id === credential_id && credential.contact === contact,
  )
  return method ? ok(method) : fail({ code: 'OTP_INVALID' })
}

function methodOfToken(
  entity: LockedEntity,
  claims: OidcClaims,
  targetPublicKey: string,
): Result<Credential, SignerFailure> {
  const methods = entity.live.filter((credential) => credential.kind === 'OAUTH')
  const refuse = (reason: string) => fail({ code: 'OIDC_TOKEN_INVALID', reason } as const)
  const ofIssuer = methods.filter((method) => method.issuer === claims.issuer)
  if (ofIssuer.length === 0) return refuse('ISSUER_MISMATCH')
  const ofAudience = ofIssuer.filter((method) => method.audience === claims.audience)
  if (ofAudience.length === 0) return refuse('AUDIENCE_MISMATCH')
  const method = ofAudience.find(({ subject }) => subject === claims.subject)
  if (!method) return refuse('SUBJECT_MISMATCH')
  return oidcNonceMatches(claims.nonce, targetPublicKey)
    ? ok(method)
    : fail({ code: 'OIDC_NONCE_MISMATCH', reason: 'NONCE_MISMATCH' })
}

async function createSession(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  method: Credential,
  targetPublicKey: string,
): Promise<OpenedSession> {
  const sessionId = vault.ids('ses')
  const expiresAt = addMs(entity.now, SESSION_MS)
  const { publicKey, credentialBundle } = await withSecret(
    p256.utils.randomSecretKey(vault.random(48)),
    async (scalar) => ({
      publicKey: p256.getPublicKey(scalar, true),
      credentialBundle: await sealCredentialBundle({
        recipientPublicKey: targetPublicKey,
        plaintext: scalar,
      }),
    }),
  )
  const authActivated = method.status === 'PENDING_VERIFICATION'
  const ended = endedSessions(entity)
  const activated = authActivated ? activation(entity, method) : []
  await saveCredentials(vault, tx, entity, {
    add: [
      {
        credential_id: sessionId,
        kind: 'SESSION',
        tier: 'PRIMARY',
        status: 'ACTIVE',
        parent_id: method.credential_id,
        public_key: publicKey,
        expires_at: expiresAt,
      },
    ],
    status: [...ended, ...activated],
  })
  entity.auditEnd = await appendAudit(vault, tx, entity, {
    action: 'SESSION',
    outcome: 'OPENED',
    credentialId: sessionId,
  })
  return {
    sessionId,
    credentialBundle,
    sessionPublicKey: bytesToHex(publicKey),
    createdAt: entity.now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    authId: method.credential_id,
    authActivated,
    endedAuthIds: revokedOf(activated),
    revokedSessionIds: revokedOf(ended),
  }
}

const revokedOf = (changes: readonly { credential: Credential; to: string }[]): string[] =>
  changes.filter(({ to }) => to === 'REVOKED').map(({ credential }) => credential.credential_id)

/** Sessions that are over, and the oldest beyond what may run beside a new one. */
function endedSessions(entity: LockedEntity) {
  const sessions = entity.live.filter((credential) => credential.kind === 'SESSION')
  const over = sessions.filter((session) => session.expires_at && entity.now >= session.expires_at)
  const running = sessions.filter((session) => !over.includes(session))
  const surplus = running.slice(0, Math.max(0, running.length + 1 - SESSIONS_MAX))
  return [
    ...over.map((credential) => ({ credential, to: 'EXPIRED' as const })),
    ...surplus.map((credential) => ({ credential, to: 'REVOKED' as const })),
  ]
}
