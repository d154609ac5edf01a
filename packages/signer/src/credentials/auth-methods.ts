import {
  bytesToHex,
  fail,
  hexToBytes,
  isHex,
  ok,
  parsePublicKey,
  type Result,
} from '@corridor/signing'
import type { SealedFields } from './credential-record.ts'
import {
  isActiveMethod,
  saveCredentials,
  type LockedEntity,
  type NewCredential,
} from './credentials.ts'
import type { SignerFailure } from '../base/failures.ts'
import { trustedIssuers } from './oidc-issuers.ts'
import { oidcTokenHash, spendToken, verifyOidcToken } from './oidc.ts'
import { normaliseContact } from './otp.ts'
import type { Credential, CredentialKind } from '../database/tables.ts'
import { serviceNow, type Tx, type Vault } from '../vault/vault.ts'

/** A primary method as it is asked for. `Passkey` and other values are refused. */
export type MethodRequest = {
  authType: string
  /** Of an API key. */
  publicKey?: string
  /** Of an API key or an OAuth provider. */
  name?: string
  /** E-mail address or telephone number. */
  contact?: string
  oidcToken?: string
}

/** A primary method as it is signed for and stored. */
export type Method =
  | { authType: 'API_Key'; apiKeyName: string; publicKey: string }
  | { authType: 'Email_Auth' | 'SMS_Auth'; contact: string }
  | {
      authType: 'OAuth'
      providerName: string
      issuer: string
      audience: string
      subject: string
      /** Names the token that proved this; it is spent where the method is stored. */
      oidcTokenHash: string
    }
export type AuthType = Method['authType']

export type AuthMethodView = {
  authId: string
  authType: AuthType
  status: 'PENDING_VERIFICATION' | 'ACTIVE' | 'REVOKED'
  createdAt: string
  /** Of e-mail and SMS methods. */
  contact?: string
  /** Of API keys and OAuth providers. */
  name?: string
}
/** `endedAuthIds`: methods that still waited for their first code and that it has ended. */
export type RegisteredMethod = AuthMethodView & { endedAuthIds: string[] }

export const authTypes: Partial<Record<CredentialKind, AuthType>> = {
  API_KEY: 'API_Key',
  EMAIL: 'Email_Auth',
  SMS: 'SMS_Auth',
  OAUTH: 'OAuth',
}
const invalid = (path: string) => fail<SignerFailure>({ code: 'FIELD_INVALID', reason: path })

/** Reads a request; an OAuth token is verified and only what it proves is kept. */
export async function readMethod(
  vault: Vault,
  partnerId: string,
  request: MethodRequest,
): Promise<Result<Method, SignerFailure>> {
  switch (request.authType) {
    case 'API_Key': {
      const publicKey = parsePublicKey(request.publicKey ?? '')
      if (!publicKey.ok) return fail({ code: 'PUBLIC_KEY_INVALID', reason: 'MALFORMED_KEY' })
      const { authType, name = '' } = request
      return ok({ authType, apiKeyName: name, publicKey: publicKey.value })
    }
    case 'Email_Auth':
    case 'SMS_Auth': {
      const channel = request.authType === 'Email_Auth' ? 'EMAIL' : 'SMS'
      const contact = normaliseContact(channel, request.contact ?? '')
      return contact === '' ? invalid('contact') : ok({ authType: request.authType, contact })
    }
    case 'OAuth':
      return readOAuth(vault, partnerId, request)
    case 'Passkey':
      return fail({ code: 'PASSKEY_IS_SECONDARY' })
    default:
      return invalid('authType')
  }
}

async function readOAuth(
  vault: Vault,
  partnerId: string,
  request: MethodRequest,
): Promise<Result<Method, SignerFailure>> {
  const now = await vault.inSnapshot(serviceNow)
  const issuers = await trustedIssuers(vault, partnerId)
  const claims = await verifyOidcToken(request.oidcToken ?? '', issuers, now)
  if (!claims.ok) return claims
  const { issuer, audience, subject, nonce, tokenHash } = claims.value
  // No key exists yet that the nonce could be compared with, but a token for sessions has one.
  if (!nonce) return fail({ code: 'OIDC_TOKEN_INVALID', reason: 'TOKEN_CLAIMS' })
  return ok({
    authType: 'OAuth',
    providerName: request.name ?? '',
    issuer,
    audience,
    subject,
    oidcTokenHash: bytesToHex(tokenHash),
  })
}

/** Whether a prepared method was proven by this very token, so that it need not be verified again. */
export function isProvenBy(prepared: Method, oidcToken: string): boolean {
  if (prepared.authType !== 'OAuth') return false
  return prepared.oidcTokenHash === bytesToHex(oidcTokenHash(oidcToken))
}

/** Spends the token that proved a method; false when it was spent before. Others need none. */
export async function spendProof(tx: Tx, method: Method, now: Date): Promise<boolean> {
  if (method.authType !== 'OAuth') return true
  return spendToken(tx, { tokenHash: hexToBytes(method.oidcTokenHash, 32) }, now)
}

/** A method out of the parameters of a signed payload. */
export function methodFromParameters(
  parameters: Readonly<Record<string, unknown>>,
): Method | undefined {
  const text = (name: string) => (typeof parameters[name] === 'string' ? parameters[name] : '')
  const authType = parameters['authType']
  if (authType === 'API_Key') {
    return { authType, apiKeyName: text('apiKeyName'), publicKey: text('publicKey') }
  }
  if (authType === 'Email_Auth' || authType === 'SMS_Auth') {
    return { authType, contact: text('contact') }
  }
  if (authType !== 'OAuth') return undefined
  const [issuer, audience, subject] = [text('issuer'), text('audience'), text('subject')]
  const [providerName, tokenHash] = [text('providerName'), text('oidcTokenHash')]
  if (!isHex(tokenHash, 32)) return undefined
  return { authType, providerName, issuer, audience, subject, oidcTokenHash: tokenHash }
}

/** The live record that is the same method: asking for it again changes nothing. */
export function findMethod(entity: LockedEntity, method: Method): Credential | undefined {
  const wanted = recordOf(method)
  return entity.live.find(
    (record) => record.kind === wanted.kind && identityOf(record) === identityOf(wanted),
  )
}

/** What makes two methods of one kind the same: the key, the contact, or the person at an issuer. */
function identityOf(record: Partial<SealedFields>): string {
  const { public_key: key, contact = null } = record
  const { issuer = null, audience = null, subject = null } = record
  return JSON.stringify([key ? bytesToHex(key) : null, contact, issuer, audience, subject])
}

/**
 * Stores a method, and gives the ids of those that end by it. `authorisedBy` is the activity whose
 * stamp allowed it, if one was needed.
 */
export async function addMethod(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  method: Method,
  options: { authId: string; authorisedBy?: string },
): Promise<{ record: Credential; ended: string[] }> {
  const fields: NewCredential = {
    ...recordOf(method),
    credential_id: options.authId,
    tier: 'PRIMARY',
    authorised_by: options.authorisedBy ?? null,
  }
  const status = fields.status === 'ACTIVE' ? endedWaiting(entity) : []
  const [record] = (await saveCredentials(vault, tx, entity, { add: [fields], status })) ?? []
  if (!record) throw new Error(`The method ${options.authId} was not stored.`)
  return { record, ended: status.map(({ credential }) => credential.credential_id) }
}

function recordOf(method: Method): Omit<NewCredential, 'credential_id' | 'tier'> {
  if (method.authType === 'API_Key') {
    const { apiKeyName: name, publicKey } = method
    return { kind: 'API_KEY', status: 'ACTIVE', name, public_key: hexToBytes(publicKey, 33) }
  }
  if (method.authType === 'OAuth') {
    const { providerName: name, issuer, audience, subject } = method
    return { kind: 'OAUTH', status: 'ACTIVE', name, issuer, audience, subject }
  }
  // These count as registered once the first code has been used (signing-formats.md 7).
  const kind = method.authType === 'Email_Auth' ? 'EMAIL' : 'SMS'
  return { kind, status: 'PENDING_VERIFICATION', contact: method.contact }
}

/**
 * A method that becomes active ends the others still waiting that only the partner had authorised:
 * from now on a further method needs a stamp (signing-formats.md 7), and a waiting one never had
 * it.
 */
export function activation(entity: LockedEntity, method: Credential) {
  return [{ credential: method, to: 'ACTIVE' as const }, ...endedWaiting(entity, method)]
}

function endedWaiting(entity: LockedEntity, except?: Credential) {
  return entity.live
    .filter(
      (credential) =>
        credential.status === 'PENDING_VERIFICATION' && credential.authorised_by === null,
    )
    .filter((item) => item.credential_id !== except?.credential_id)
    .map((credential) => ({ credential, to: 'REVOKED' as const }))
}

/** The method itself and the sessions that came from it. */
export function revocation(entity: LockedEntity, method: Credential) {
  const sessions = entity.live.filter((credential) => credential.parent_id === method.credential_id)
  return [method, ...sessions].map((credential) => ({ credential, to: 'REVOKED' as const }))
}

/** Whether an entity would be left without any active primary method. */
export function isLastActive(entity: LockedEntity, method: Credential): boolean {
  const active = entity.live.filter(isActiveMethod)
  return active.length === 1 && active[0]?.credential_id === method.credential_id
}

/** A primary method as others see it; undefined for sessions and passkeys. */
export function methodView(record: Credential): AuthMethodView | undefined {
  const authType = authTypes[record.kind]
  if (!authType) return undefined
  const { credential_id: authId, status, contact, name } = record
  return {
    authId,
    authType,
    status: status === 'ACTIVE' || status === 'PENDING_VERIFICATION' ? status : 'REVOKED',
    createdAt: record.created_at.toISOString(),
    ...(contact !== null && { contact }),
    ...(name !== null && { name }),
  }
}
