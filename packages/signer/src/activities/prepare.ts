import {
  activityFingerprint,
  activityPayload,
  fail,
  ok,
  type ActivityType,
  type Result,
} from '@corridor/signing'
import { activityMac, type FixedFields } from './activity-record.ts'
import { isActiveMethod, lockEntity, type LockedEntity } from '../credentials/credentials.ts'
import { effects } from './effects/effects.ts'
import type { SignerFailure } from '../base/failures.ts'
import { membersOf, parseJson, type Json } from '../base/json.ts'
import { signatureTypesFor, type SignatureType } from './authority.ts'
import { leaveToCommit } from '../database/connection.ts'
import type { TransferBounds } from '../base/transfer-bounds.ts'
import { addMs, fromIso, MINUTE_MS } from '../base/time.ts'
import type { Tx, Vault } from '../vault/vault.ts'

/** Life of every activity but a transfer, which lives until its quote's `validUntil`. */
const LIFE_MS = 5 * MINUTE_MS

export type Prepare = {
  activityId: string
  entityId: string
  partnerId: string
  type: ActivityType
  /** What is asked for; the signer keeps the members it knows and adds what it must. */
  parameters: Json
  /** Both for ACTIVITY_TYPE_SIGN_TRANSACTION, and only there. `validUntil` is ISO 8601. */
  bounds?: TransferBounds
  validUntil?: string
}
export type Prepared = {
  activityId: string
  type: ActivityType
  payload: string
  /** `sha256:` and hex. */
  fingerprint: string
  expiresAt: string
  signatureTypes: SignatureType[]
  /** The parameters as they will be signed, e.g. with the challenge of a passkey registration. */
  parameters: Json
}

/**
 * Fixes the text a person is asked to sign. Asking again with the same activity id gives the same
 * text. @throws {TypeError} on a transfer without bounds and end, or the reverse.
 */
export async function prepareActivity(
  vault: Vault,
  input: Prepare,
): Promise<Result<Prepared, SignerFailure>> {
  const isTransfer = input.type === 'ACTIVITY_TYPE_SIGN_TRANSACTION'
  if (isTransfer !== (input.bounds !== undefined && input.validUntil !== undefined)) {
    throw new TypeError('A transfer is prepared with its bounds and end, nothing else is.')
  }
  const effect = effects[input.type]
  if (!effect) return fail({ code: 'FIELD_INVALID', reason: 'type' })
  const parameters = await effect.compose(vault, input.partnerId, input.parameters)
  if (!parameters.ok) return parameters

  return vault.inTransaction(async (tx) => {
    const [entity, stored] = await Promise.all([
      lockEntity(vault, tx, input.entityId, 'share'),
      findPrepared(tx, input),
    ])
    if (stored) return ok(stored)
    if (!entity || !entity.live.some(isActiveMethod)) return fail({ code: 'PRIMARY_AUTH_REQUIRED' })
    if (entity.partnerId !== input.partnerId) {
      return fail({ code: 'RECORD_NOT_FOUND', reason: 'entityId' })
    }

    const { activityId, bounds = null } = input
    const context = { vault, tx, entity, activityId, bounds, signatures: [] }
    const possible = await effect.check(context, parameters.value)
    if (!possible.ok) return possible
    return ok(await storePrepared(vault, tx, entity, input, parameters.value))
  })
}

async function findPrepared(tx: Tx, input: Prepare): Promise<Prepared | undefined> {
  const row = await tx
    .selectFrom('signer.activity')
    .select(['entity_id', 'type', 'payload', 'expires_at'])
    .where('activity_id', '=', input.activityId)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.entity_id !== input.entityId || row.type !== input.type) {
    throw new Error(`The activity id ${input.activityId} is taken.`)
  }
  return view(input, row)
}

async function storePrepared(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  input: Prepare,
  parameters: Json,
): Promise<Prepared> {
  const { activityId, type } = input
  const payload = activityPayload({
    type,
    timestampMs: String(entity.now.getTime()),
    organizationId: entity.entityId,
    activityId,
    parameters,
  })
  const fixed: FixedFields = {
    activity_id: activityId,
    entity_id: entity.entityId,
    partner_id: entity.partnerId,
    type,
    payload,
    bounds: input.bounds ?? null,
    created_at: entity.now,
    expires_at: input.validUntil ? fromIso(input.validUntil) : addMs(entity.now, LIFE_MS),
  }
  const inserted = tx.insertInto('signer.activity').values({
    ...fixed,
    bounds: fixed.bounds && JSON.stringify(fixed.bounds),
    fingerprint: activityFingerprint(payload),
    state: 'PREPARED',
    mac: await activityMac(vault, fixed),
  })
  await leaveToCommit(tx, () => inserted.execute())
  return view(input, fixed)
}

function view(input: Prepare, row: { payload: string; expires_at: Date }): Prepared {
  const { activityId, type } = input
  const { parameters } = membersOf(parseJson(row.payload))
  return {
    activityId,
    type,
    payload: row.payload,
    fingerprint: activityFingerprint(row.payload),
    expiresAt: row.expires_at.toISOString(),
    signatureTypes: signatureTypesFor(type),
    parameters: membersOf(parameters),
  }
}
