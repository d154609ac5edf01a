import { fail, ok, type Activity as ActivityContent, type Result } from '@corridor/signing'
import { lockActivity, readActivity } from './activity-record.ts'
import { appendAudit } from '../vault/audit.ts'
import { lockEntity, type LockedEntity } from '../credentials/credentials.ts'
import { effects } from './effects/effects.ts'
import type { SignerFailure } from '../base/failures.ts'
import { mayAuthorise } from './policy.ts'
import { readSignatureType, verifyStamp, type StampRefusal } from './stamps.ts'
import type { Activity } from '../database/tables.ts'
import type { Json } from '../base/json.ts'
import { addMs, MINUTE_MS } from '../base/time.ts'
import type { Tx, Vault } from '../vault/vault.ts'

/** Bad stamps after which an activity is over (signing-formats 9.2). */
const ATTEMPTS_MAX = 5

export type Execute = {
  activityId: string
  entityId: string
  stamp: string
  /** `ApiKey` or `WebAuthn`, as it came in. */
  signatureType: string
  /** For a passkey registration: the attestation in the public or the browser's form. */
  attestation?: unknown
}
export type Executed = { activityId: string; type: string; result: Json; replayed: boolean }

/** One submit of one activity, both locked until the transaction ends. */
type Submit = { vault: Vault; tx: Tx; activity: Activity; entity: LockedEntity; input: Execute }

/**
 * Checks a stamp over a prepared activity and does what the activity says, in one transaction and
 * once: the same stamp again gives the stored result, another one ACTIVITY_ALREADY_SUBMITTED.
 */
export function executeActivity(
  vault: Vault,
  input: Execute,
): Promise<Result<Executed, SignerFailure>> {
  return vault.inTransaction(async (tx) => {
    const activity = await lockActivity(tx, input.entityId, input.activityId)
    if (!activity) return fail({ code: 'ACTIVITY_NOT_FOUND' })
    if (activity.state === 'COMPLETED') return answerAgain(activity, input)
    if (activity.state !== 'PREPARED') return ended(activity.state)
    const entity = await lockEntity(vault, tx, input.entityId, 'update')
    if (!entity) return fail({ code: 'ACTIVITY_NOT_FOUND' })
    return submit({ vault, tx, activity, entity, input })
  })
}

/** Policy in the order of signing-formats 11: fresh, stamp, credential, matrix, window, effect. */
async function submit(call: Submit): Promise<Result<Executed, SignerFailure>> {
  const { vault, tx, activity, entity, input } = call
  if (entity.now >= activity.expires_at) return expire(call)
  const type = readSignatureType(input)
  if (!type.ok) return type
  const content = await readActivity(vault, activity)
  const stamp = { text: input.stamp, type: type.value }
  const stamper = await verifyStamp(vault, tx, entity, activity.payload, stamp)
  if (!stamper.ok) return refuse(call, stamper.failure)

  const credentialId = stamper.value.credential_id
  if (!mayAuthorise(content.type, stamper.value)) return fail({ code: 'PRIMARY_AUTH_REQUIRED' })
  if (!isTimely(content, entity.now)) return expire(call)
  const effect = effects[content.type]
  if (!effect) return block(call, credentialId, 'TYPE_NOT_ALLOWED')

  const { activity_id: activityId, bounds } = activity
  const context = { vault, tx, entity, activityId, bounds, attestation: input.attestation }
  const done = await effect.run(context, content.parameters)
  if (done.ok) return complete(call, credentialId, done.value)
  const { failure } = done
  if (failure.code === 'SIGNATURE_INVALID') return refuse(call, { failure, credentialId })
  if (failure.code === 'POLICY_BLOCKED') return block(call, credentialId, failure.reason)
  return done
}

function answerAgain(activity: Activity, input: Execute): Result<Executed, SignerFailure> {
  const { activity_id: activityId, type, stamp, result } = activity
  if (stamp !== input.stamp || !result) return fail({ code: 'ACTIVITY_ALREADY_SUBMITTED' })
  return ok({ activityId, type, result, replayed: true })
}

function ended(state: Activity['state']) {
  return fail<SignerFailure>({ code: 'ACTIVITY_EXPIRED', reason: state, activityEnded: true })
}

async function expire({ tx, activity }: Submit) {
  await setState(tx, activity, { state: 'EXPIRED' })
  return ended('EXPIRED')
}

/**
 * The payload's own time: 5 minutes before to 1 minute after now. A transfer's past is bounded by
 * its quote instead (signing-formats 9.2).
 */
function isTimely(content: ActivityContent, now: Date): boolean {
  const made = Number(content.timestampMs)
  if (made > addMs(now, MINUTE_MS).getTime()) return false
  if (content.type === 'ACTIVITY_TYPE_SIGN_TRANSACTION') return true
  return made >= addMs(now, -5 * MINUTE_MS).getTime()
}

/** Counts a bad stamp of a live credential; the fifth ends the activity. */
async function refuse(call: Submit, { failure, credentialId }: StampRefusal) {
  if (credentialId === undefined) return fail(failure)
  const { tx, activity } = call
  const attempts = activity.attempts + 1
  const isLast = attempts >= ATTEMPTS_MAX
  await setState(tx, activity, { attempts, state: isLast ? 'FAILED' : 'PREPARED' })
  await audit(call, credentialId, failure.reason ?? failure.code)
  return fail<SignerFailure>(isLast ? { ...failure, activityEnded: true } : failure)
}

/** A sound stamp over something that may not be signed: the activity is over. */
async function block(call: Submit, credentialId: string, reason = 'POLICY_DENIED') {
  await setState(call.tx, call.activity, { state: 'FAILED' })
  await audit(call, credentialId, reason)
  return fail<SignerFailure>({ code: 'POLICY_BLOCKED', reason, activityEnded: true })
}

async function complete(
  call: Submit,
  credentialId: string,
  result: Json,
): Promise<Result<Executed, SignerFailure>> {
  const { tx, activity, entity, input } = call
  await Promise.all([
    setState(tx, activity, {
      state: 'COMPLETED',
      stamp: input.stamp,
      credential_id: credentialId,
      result: JSON.stringify(result),
      completed_at: entity.now,
    }),
    audit(call, credentialId, 'COMPLETED'),
  ])
  const { activity_id: activityId, type } = activity
  return ok({ activityId, type, result, replayed: false })
}

type Progress =
  | { state: 'EXPIRED' | 'FAILED' }
  | { state: 'PREPARED' | 'FAILED'; attempts: number }
  | {
      state: 'COMPLETED'
      stamp: string
      credential_id: string
      result: string
      completed_at: Date
    }

async function setState(tx: Tx, activity: Activity, progress: Progress): Promise<void> {
  await tx
    .updateTable('signer.activity')
    .set(progress)
    .where('activity_id', '=', activity.activity_id)
    .where('state', '=', 'PREPARED')
    .execute()
}

async function audit(call: Submit, credentialId: string, outcome: string): Promise<void> {
  const { vault, tx, entity, activity } = call
  entity.auditEnd = await appendAudit(vault, tx, entity, {
    action: activity.type,
    outcome,
    activityId: activity.activity_id,
    fingerprint: activity.fingerprint,
    credentialId,
  })
}
