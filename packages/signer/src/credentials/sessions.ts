import { p256 } from '@noble/curves/nist.js'
import {
  bytesToHex,
  decompressKey,
  fail,
  hexToBytes,
  oidcNonceMatches,
  ok,
  sealCredentialBundle,
  signSessionJwt,
  type Result,
} from '@corridor/signing'
import { appendAudit } from '../vault/audit.ts'
import { activation } from './auth-methods.ts'
import { withSecret } from '../base/bytes.ts'
import { lockEntity, saveCredentials, type LockedEntity } from './credentials.ts'
import { answerOnce } from './ended-codes.ts'
import type { SignerFailure } from '../base/failures.ts'
import { trustedIssuers } from './oidc-issuers.ts'
import { spendToken, verifyOidcToken, type OidcClaims } from './oidc.ts'
import { checkCode, consumeCode, endedCode, type GivenCode } from './otp.ts'
import { withBundleSigner } from '../vault/bundle-key.ts'
import {
  isKeyTaken,
  isTargetKeyUsed,
  readSessionKey,
  readTargetKey,
  takeTargetKey,
} from '../vault/target-key.ts'
import type { Credential } from '../database/tables.ts'
import { addMs, SECOND_MS } from '../base/time.ts'
import { checkToken, consumeToken, type GivenToken } from './verification.ts'
import { serviceNow, type Tx, type Vault } from '../vault/vault.ts'

/** From creation, not sliding (interface-specification.md 5). */
const SESSION_MS = 900 * SECOND_MS
const SESSIONS_MAX = 10

/** `targetPublicKey`: what the session's key is sealed to. `publicKey`: the client's own, compressed. */
type GivenKey = { targetPublicKey: string } | { publicKey: string }
type Proof = GivenCode | GivenToken | { oidcToken: string }
export type OpenSession = { entityId: string } & GivenKey & Proof
export type OpenedSession = {
  sessionId: string
  /** The session's private key, sealed to the target key (signing-formats.md 6). */
  credentialBundle?: string
  /** In its place where the client has the private key: whose session it is, signed (8.2). */
  sessionToken?: string
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

/** The client's key as both forms are compared, uncompressed; `own` where it is to be the session's. */
type ClientKey = { target: string; own?: string }

/**
 * A session for whoever proves control of a primary method. Code or token, target key and session
 * are spent and made in one transaction; a refused call spends nothing but a wrong try.
 * @throws {CredentialsTampered}
 */
export async function openSession(
  vault: Vault,
  input: OpenSession,
): Promise<Result<OpenedSession, SignerFailure>> {
  const key = readKey(input)
  if (!key.ok) return key
  const token = 'oidcToken' in input ? await readToken(vault, input) : undefined
  if (token && !token.ok) return token
  const work = (tx: Tx) => openOnce(vault, tx, input, { key: key.value, claims: token?.value })
  return 'otpId' in input ? answerOnce(vault, input, work) : vault.inTransaction(work)
}

type Checked = { key: ClientKey; claims: OidcClaims | undefined }

async function openOnce(
  vault: Vault,
  tx: Tx,
  input: OpenSession,
  { key, claims }: Checked,
): Promise<Result<OpenedSession, SignerFailure>> {
  const entity = await lockEntity(vault, tx, input.entityId, 'update')
  if (!entity) return claims ? fail({ code: 'OIDC_TOKEN_INVALID' }) : endedCode
  const isUsed = key.own ? isKeyTaken(tx, key.own) : isTargetKeyUsed(tx, key.target)
  if (await isUsed) return fail({ code: 'PUBLIC_KEY_INVALID', reason: 'KEY_REUSED' })
  const proven = await proveMethod(vault, tx, entity, input, { key, claims })
  if (!proven.ok) return proven
  if (claims && !(await spendToken(tx, claims, entity.now))) return reusedToken
  const taken = await takeTargetKey(tx, key.target, entity)
  if (!taken.ok) return taken
  const { method, spend } = proven.value
  await spend()
  return ok(await createSession(vault, tx, entity, method, key))
}

function readKey(input: OpenSession): Result<ClientKey, SignerFailure> {
  if (!('publicKey' in input)) {
    const target = readTargetKey(input.targetPublicKey)
    return target.ok ? ok({ target: target.value }) : target
  }
  const own = readSessionKey(input.publicKey)
  return own.ok ? ok({ target: decompressKey(own.value), own: own.value }) : own
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
  return verifyOidcToken(input.oidcToken, await trustedIssuers(vault, partnerId), now)
}

/** The live method a proof belongs to, and what uses the proof up once nothing else can refuse. */
async function proveMethod(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  input: OpenSession,
  { key, claims }: Checked,
): Promise<Result<{ method: Credential; spend: () => Promise<void> }, SignerFailure>> {
  if (claims) {
    const method = methodOfToken(entity, claims, key.own ?? key.target)
    return method.ok ? ok({ method: method.value, spend: () => Promise.resolve() }) : method
  }
  if ('otpId' in input) {
    const code = await checkCode(vault, tx, entity, input)
    if (!code.ok) return code
    const { method } = code.value
    return ok({ method, spend: () => consumeCode(vault, tx, entity, code.value) })
  }
  if (!('verificationToken' in input) || key.own === undefined) return endedCode
  const token = await checkToken(vault, tx, entity, { ...input, publicKey: key.own })
  if (!token.ok) return token
  const { method } = token.value
  return ok({ method, spend: () => consumeToken(vault, tx, entity, token.value) })
}

function methodOfToken(
  entity: LockedEntity,
  claims: OidcClaims,
  publicKey: string,
): Result<Credential, SignerFailure> {
  const methods = entity.live.filter((credential) => credential.kind === 'OAUTH')
  const refuse = (reason: string) => fail({ code: 'OIDC_TOKEN_INVALID', reason } as const)
  const ofIssuer = methods.filter((method) => method.issuer === claims.issuer)
  if (ofIssuer.length === 0) return refuse('ISSUER_MISMATCH')
  const ofAudience = ofIssuer.filter((method) => method.audience === claims.audience)
  if (ofAudience.length === 0) return refuse('AUDIENCE_MISMATCH')
  const method = ofAudience.find(({ subject }) => subject === claims.subject)
  if (!method) return refuse('SUBJECT_MISMATCH')
  return oidcNonceMatches(claims.nonce, publicKey)
    ? ok(method)
    : fail({ code: 'OIDC_NONCE_MISMATCH', reason: 'NONCE_MISMATCH' })
}

async function createSession(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  method: Credential,
  key: ClientKey,
): Promise<OpenedSession> {
  const sessionId = vault.ids('ses')
  const expiresAt = addMs(entity.now, SESSION_MS)
  const { publicKey, ...handed } = key.own
    ? await ownKey(vault, entity, { publicKey: key.own, expiresAt })
    : await newKey(vault, key.target)
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
        public_key: hexToBytes(publicKey, 33),
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
    ...handed,
    sessionPublicKey: publicKey,
    createdAt: entity.now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    authId: method.credential_id,
    authActivated,
    endedAuthIds: revokedOf(activated),
    revokedSessionIds: revokedOf(ended),
  }
}

/** A key made here, that leaves only sealed. */
function newKey(vault: Vault, target: string) {
  return withSecret(p256.utils.randomSecretKey(vault.random(48)), async (scalar) => ({
    publicKey: bytesToHex(p256.getPublicKey(scalar, true)),
    credentialBundle: await sealCredentialBundle({
      recipientPublicKey: target,
      plaintext: scalar,
    }),
  }))
}

/** The client's key, and a token that says whose it is now. The person is the entity itself. */
async function ownKey(
  vault: Vault,
  { entityId }: LockedEntity,
  { publicKey, expiresAt }: { publicKey: string; expiresAt: Date },
): Promise<{ publicKey: string; sessionToken: string }> {
  const claims = {
    exp: Math.floor(expiresAt.getTime() / SECOND_MS),
    public_key: publicKey,
    session_type: 'SESSION_TYPE_READ_WRITE',
    user_id: entityId,
    organization_id: entityId,
  }
  const sessionToken = await withBundleSigner(vault, ({ privateKey }) =>
    signSessionJwt(claims, privateKey),
  )
  return { publicKey, sessionToken }
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
