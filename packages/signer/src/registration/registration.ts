import { fail, ok, type Result } from '@corridor/signing'
import { readActivity } from '../activities/activity-record.ts'
import { supersedeSignedBy } from '../activities/effects/supersede-open.ts'
import { appendAudit } from '../vault/audit.ts'
import {
  addMethod,
  findMethod,
  isProvenBy,
  methodFromParameters,
  methodView,
  readMethod,
  spendProof,
  type AuthMethodView,
  type Method,
  type MethodRequest,
  type RegisteredMethod,
} from '../credentials/auth-methods.ts'
import {
  isActiveMethod,
  lockEntity,
  openEntity,
  saveCredentials,
  type LockedEntity,
} from '../credentials/credentials.ts'
import { checkRecord } from '../credentials/credential-record.ts'
import { executeActivity } from '../activities/execute.ts'
import type { SignerFailure } from '../base/failures.ts'
import { reusedToken } from '../credentials/oidc.ts'
import { passkeyView, type PasskeyView } from '../credentials/passkeys.ts'
import type { Credential } from '../database/tables.ts'
import type { Vault } from '../vault/vault.ts'

export type RegisterCredential = MethodRequest & {
  entityId: string
  partnerId: string
  /** Used for a first method only; a further one is named by its activity. */
  authId: string
  /** A further method: the activity prepared for it, and a stamp of an existing primary method. */
  authorisation?: { activityId: string; stamp: string; signatureType: string }
}
export type Credentials = {
  authMethods: AuthMethodView[]
  sessions: { sessionId: string; authId: string; createdAt: string; expiresAt: string }[]
  passkeys: PasskeyView[]
}

/**
 * Registers a primary method: the first by the partner's request, a further one by the stamp of an
 * active one (signing-formats.md 7). The same method again gives the existing one.
 */
export async function registerCredential(
  vault: Vault,
  input: RegisterCredential,
): Promise<Result<RegisteredMethod, SignerFailure>> {
  if (input.authorisation) return registerFurther(vault, input, input.authorisation)
  const method = await readMethod(vault, input.partnerId, input)
  return method.ok ? registerFirst(vault, input, method.value) : method
}

function registerFirst(
  vault: Vault,
  input: RegisterCredential,
  method: Method,
): Promise<Result<RegisteredMethod, SignerFailure>> {
  return vault.inTransaction(async (tx) => {
    const entity = await openEntity(vault, tx, input.entityId, input.partnerId)
    if (entity.partnerId !== input.partnerId) {
      return fail({ code: 'RECORD_NOT_FOUND', reason: 'entityId' })
    }
    const existing = findMethod(entity, method)
    if (!existing && entity.live.some(isActiveMethod)) {
      return fail({ code: 'PRIMARY_AUTH_REQUIRED' })
    }
    // Its one use, also where it changes nothing; the same request again then finds the method.
    const isFresh = await spendProof(tx, method, entity.now)
    if (existing) return ok({ ...viewOf(existing), endedAuthIds: [] })
    if (!isFresh) return reusedToken
    const { record, ended } = await addMethod(vault, tx, entity, method, {
      authId: input.authId,
    })
    entity.auditEnd = await appendAudit(vault, tx, entity, {
      action: 'AUTH_METHOD',
      outcome: 'REGISTERED',
      credentialId: record.credential_id,
    })
    return ok({ ...viewOf(record), endedAuthIds: ended })
  })
}

async function registerFurther(
  vault: Vault,
  request: RegisterCredential,
  { activityId, stamp, signatureType }: NonNullable<RegisterCredential['authorisation']>,
): Promise<Result<RegisteredMethod, SignerFailure>> {
  const { entityId, partnerId, authType, oidcToken = '' } = request
  const method = authType === 'OAuth' ? undefined : await readMethod(vault, partnerId, request)
  if (method && !method.ok) return method
  const prepared = await preparedMethod(vault, entityId, activityId)
  if (!prepared) return fail({ code: 'ACTIVITY_NOT_FOUND' })
  const isSame = method ? isSameMethod(prepared, method.value) : isProvenBy(prepared, oidcToken)
  if (!isSame) return fail({ code: 'FIELD_INVALID', reason: 'activityId' })
  const executed = await executeActivity(vault, { activityId, entityId, stamp, signatureType })
  if (!executed.ok) return executed
  const { authId } = executed.value.result
  const methods = (await listCredentials(vault, entityId)).authMethods
  const registered = methods.find((known) => known.authId === authId)
  if (!registered) throw new Error(`The method of activity ${activityId} is missing.`)
  return ok({ ...registered, endedAuthIds: [] })
}

/** What an activity would register, if that is what it is for. */
function preparedMethod(
  vault: Vault,
  entityId: string,
  activityId: string,
): Promise<Method | undefined> {
  return vault.inSnapshot(async (tx) => {
    const activity = await tx
      .selectFrom('signer.activity')
      .selectAll()
      .where('activity_id', '=', activityId)
      .where('entity_id', '=', entityId)
      .where('type', '=', 'ACTIVITY_TYPE_CREATE_AUTH_METHOD')
      .executeTakeFirst()
    if (!activity) return undefined
    return methodFromParameters((await readActivity(vault, activity)).parameters)
  })
}

/** The name beside a key may differ between the two calls; what it authorises may not. */
function isSameMethod(left: Method, right: Method): boolean {
  const essence = (method: Method) =>
    JSON.stringify({ ...method, apiKeyName: undefined, providerName: undefined })
  return essence(left) === essence(right)
}

/**
 * Ends a session at once, and what waits after its signature. The partner's request is enough: it
 * only takes away.
 */
export function revokeSession(
  vault: Vault,
  input: { entityId: string; sessionId: string },
): Promise<Result<{ sessionId: string; status: 'REVOKED' }, SignerFailure>> {
  const { entityId, sessionId } = input
  return vault.inTransaction(async (tx) => {
    const entity = await lockEntity(vault, tx, entityId, 'update')
    const session = entity?.live.find(
      (credential) => credential.kind === 'SESSION' && credential.credential_id === sessionId,
    )
    if (!entity || !session) return fail({ code: 'RECORD_NOT_FOUND', reason: 'sessionId' })
    await saveCredentials(vault, tx, entity, { status: [{ credential: session, to: 'REVOKED' }] })
    await supersedeSignedBy(tx, entityId, session.credential_id)
    entity.auditEnd = await appendAudit(vault, tx, entity, {
      action: 'SESSION',
      outcome: 'REVOKED',
      credentialId: sessionId,
    })
    return ok({ sessionId, status: 'REVOKED' })
  })
}

/** Methods and passkeys, ended ones included, and the sessions that run now; oldest first. */
export function listCredentials(vault: Vault, entityId: string): Promise<Credentials> {
  return vault.inTransaction(async (tx) => {
    const entity = await lockEntity(vault, tx, entityId, 'share')
    if (!entity) return { authMethods: [], sessions: [], passkeys: [] }
    const ended = await tx
      .selectFrom('signer.credential')
      .selectAll()
      .where('entity_id', '=', entityId)
      .where('kind', '!=', 'SESSION')
      .where('status', 'in', ['REVOKED', 'DELETED'])
      .execute()
    for (const record of ended) await checkRecord(vault, record)
    const records = [...entity.live, ...ended].sort(byAge)
    return {
      authMethods: records.flatMap((record) => methodView(record) ?? []),
      sessions: runningSessions(entity),
      passkeys: records.flatMap((record) => passkeyView(record) ?? []),
    }
  })
}

function runningSessions(entity: LockedEntity): Credentials['sessions'] {
  return entity.live.flatMap(({ kind, credential_id, parent_id, created_at, expires_at }) =>
    kind === 'SESSION' && parent_id && expires_at && entity.now < expires_at
      ? [
          {
            sessionId: credential_id,
            authId: parent_id,
            createdAt: created_at.toISOString(),
            expiresAt: expires_at.toISOString(),
          },
        ]
      : [],
  )
}

function byAge(left: Credential, right: Credential): number {
  return left.created_at.getTime() - right.created_at.getTime()
}

function viewOf(record: Credential): AuthMethodView {
  const view = methodView(record)
  if (!view) throw new Error(`${record.credential_id} is no primary method.`)
  return view
}
