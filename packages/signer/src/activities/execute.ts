import { fail, ok, type Activity as ActivityContent, type Result } from '@corridor/signing'
import { lockActivity, readActivity } from './activity-record.ts'
import { appendAudit } from '../vault/audit.ts'
import { lockEntity, type LockedEntity } from '../credentials/credentials.ts'
import type { Effect, EffectContext } from './effects/effect.ts'
import { effects } from './effects/effects.ts'
import type { SignerFailure } from '../base/failures.ts'
import { mayAuthorise } from './authority.ts'
import { signatoryOf } from '../policies/judge.ts'
import { type Progress, readProgress, sealProgress, stampHash } from './progress.ts'
import { readSignatureType, verifyStamp, type StampRefusal } from './stamps.ts'
import { leaveToCommit } from '../database/connection.ts'
import type { Activity, Credential } from '../database/tables.ts'
import type { Json } from '../base/json.ts'
import { addMs, DAY_MS, fromIso, MINUTE_MS, SECOND_MS } from '../base/time.ts'
import type { Tx, Vault } from '../vault/vault.ts'

/** Bad stamps after which an activity is over (signing-formats.md 9.2). */
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
/** EXECUTING: signed for, and done by the same submit once `result.availableAt` has come. */
export type Executed = {
  activityId: string
  type: string
  status: 'COMPLETED' | 'EXECUTING'
  result: Json
  replayed: boolean
}

/** One submit of one activity, both locked until the transaction ends. */
type Submit = {
  vault: Vault
  tx: Tx
  activity: Activity
  entity: LockedEntity
  input: Execute
  content: ActivityContent
  /** Signatures so far; from `act` on with the one of this submit. */
  progress: Progress
}

/**
 * Checks a stamp over a prepared activity and does what the activity says, in one transaction and
 * once: the same stamp again gives the stored result, another one ACTIVITY_ALREADY_SUBMITTED.
 */
export function executeActivity(
  vault: Vault,
  input: Execute,
): Promise<Result<Executed, SignerFailure>> {
  return vault.inTransaction(async (tx) => {
    // The entity first, as whoever ends a credential locks the activities that it ends.
    const [entity, activity] = await Promise.all([
      lockEntity(vault, tx, input.entityId, 'update'),
      lockActivity(tx, input.entityId, input.activityId),
    ])
    if (!entity || !activity) return fail({ code: 'ACTIVITY_NOT_FOUND' })
    const content = await readActivity(vault, activity)
    const progress = await readProgress(vault, activity)
    const call = { vault, tx, activity, entity, input, content, progress }
    if (activity.state === 'COMPLETED') return answerAgain(call)
    // The state alone could be put back in the database; this time is sealed with the credentials.
    if (entity.voidBefore && activity.created_at < entity.voidBefore) return ended('SUPERSEDED')
    if (activity.state === 'EXECUTING') return finish(call)
    if (activity.state !== 'PREPARED') return ended(activity.state)
    return submit(call)
  })
}

/**
 * Policy in the order of signing-formats.md 11: fresh, stamp, credential, matrix, window, effect.
 */
async function submit(call: Submit): Promise<Result<Executed, SignerFailure>> {
  const { vault, tx, activity, entity, input, content, progress } = call
  if (entity.now >= activity.expires_at) return expire(call)
  const type = readSignatureType(input)
  if (!type.ok) return type
  const stamp = { text: input.stamp, type: type.value }
  // A stamp that was taken already only asks how things stand: a passkey's counter has moved on.
  if (progress.signatures.some((signature) => signature.stampHash === stampHash(input.stamp)))
    return fail(furtherStampRequired())
  const stamper = await verifyStamp(vault, tx, entity, activity.payload, stamp)
  if (!stamper.ok) return refuse(call, stamper.failure)
  if (!mayAuthorise(content.type, stamper.value)) return fail({ code: 'PRIMARY_AUTH_REQUIRED' })
  if (!isTimely(content, entity.now)) return expire(call)
  return act(call, stamper.value)
}

/** What the activity is for, or why it has to wait. */
async function act(call: Submit, stamper: Credential): Promise<Result<Executed, SignerFailure>> {
  const { content, entity, progress, input } = call
  const credentialId = stamper.credential_id
  const effect = effects[content.type]
  if (!effect) return block(call, credentialId, { reason: 'TYPE_NOT_ALLOWED' })
  const signature = { ...signatoryOf(stamper), stampHash: stampHash(input.stamp) }
  const earlier = progress.signatures.filter(
    ({ rootId }) => rootId !== signature.rootId && isStillLive(entity, rootId),
  )
  const signed = { ...call, progress: { signatures: [...earlier, signature] } }
  const delay = effect.delaySeconds(content.parameters)
  if (delay > 0) return wait(signed, effect, delay)
  return run(signed, effect, credentialId)
}

async function run(
  call: Submit,
  effect: Effect,
  credentialId: string,
): Promise<Result<Executed, SignerFailure>> {
  const done = await effect.run(contextOf(call), call.content.parameters)
  if (done.ok) return complete(call, credentialId, done.value)
  const { failure } = done
  if (failure.code === 'SIGNATURE_INVALID') return refuse(call, { failure, credentialId })
  if (failure.reason === 'FURTHER_STAMP_REQUIRED') return keepSignature(call, credentialId, failure)
  if (failure.code === 'POLICY_BLOCKED') return block(call, credentialId, failure)
  return done
}

const contextOf = ({ vault, tx, entity, activity, progress, input }: Submit): EffectContext => ({
  vault,
  tx,
  entity,
  activityId: activity.activity_id,
  bounds: activity.bounds,
  signatures: progress.signatures,
  attestation: input.attestation,
})

/** Whether the method of an earlier signature was not ended since; a session may have run out. */
function isStillLive(entity: LockedEntity, rootId: string): boolean {
  return entity.live.some((item) => item.credential_id === rootId && item.status === 'ACTIVE')
}

const furtherStampRequired = (because: readonly string[] = []): SignerFailure => ({
  code: 'POLICY_BLOCKED',
  reason: 'FURTHER_STAMP_REQUIRED',
  because,
})

/** A sound stamp to which another person's has to come; the activity goes on. */
async function keepSignature(call: Submit, credentialId: string, { because }: SignerFailure) {
  const { vault, activity, tx, progress } = call
  const sealed = await sealProgress(vault, activity.activity_id, progress)
  await setState(tx, activity, { state: 'PREPARED', ...sealed })
  await audit(call, credentialId, 'SIGNED')
  return fail(furtherStampRequired(because))
}

/** Starts the waiting time of what would be possible now. */
async function wait(
  call: Submit,
  effect: Effect,
  delaySeconds: number,
): Promise<Result<Executed, SignerFailure>> {
  const { vault, tx, activity, entity, content, progress } = call
  const possible = await effect.check(contextOf(call), content.parameters)
  if (!possible.ok) return possible
  const availableAt = addMs(entity.now, delaySeconds * SECOND_MS).toISOString()
  const waiting = { ...progress, availableAt }
  await setState(tx, activity, {
    state: 'EXECUTING',
    ...(await sealProgress(vault, activity.activity_id, waiting)),
  })
  await audit(call, progress.signatures[0]?.credentialId ?? '', 'WAITING')
  return ok(executing(activity, availableAt))
}

/** The same submit again: does what waited, once its time has come and not a day later. */
async function finish(call: Submit): Promise<Result<Executed, SignerFailure>> {
  const { activity, entity, content, input, progress } = call
  const { signatures, availableAt } = progress
  const [signature] = signatures
  const effect = effects[content.type]
  if (!signature || availableAt === undefined || !effect)
    throw new Error(`Activity ${activity.activity_id} waits for nothing.`)
  if (signature.stampHash !== stampHash(input.stamp))
    return fail({ code: 'ACTIVITY_ALREADY_SUBMITTED' })
  if (!isStillLive(entity, signature.rootId)) return ended('FAILED')
  const from = fromIso(availableAt)
  if (entity.now < from) return ok({ ...executing(activity, availableAt), replayed: true })
  if (entity.now >= addMs(from, DAY_MS)) return expire(call)
  return run(call, effect, signature.credentialId)
}

const executing = (activity: Activity, availableAt: string): Executed => ({
  activityId: activity.activity_id,
  type: activity.type,
  status: 'EXECUTING',
  result: { availableAt },
  replayed: false,
})

/** Any of the stamps that made it possible gives the stored result. */
function answerAgain({ activity, input, progress }: Submit): Result<Executed, SignerFailure> {
  const { activity_id: activityId, type, stamp, result } = activity
  const isOne =
    stamp === input.stamp ||
    progress.signatures.some((signature) => signature.stampHash === stampHash(input.stamp))
  if (!isOne || !result) return fail({ code: 'ACTIVITY_ALREADY_SUBMITTED' })
  return ok({ activityId, type, status: 'COMPLETED', result, replayed: true })
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
 * its quote instead (signing-formats.md 9.2).
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
async function block(
  call: Submit,
  credentialId: string,
  { reason = 'POLICY_DENIED', because = [] }: Pick<SignerFailure, 'reason' | 'because'>,
) {
  await setState(call.tx, call.activity, { state: 'FAILED' })
  await audit(call, credentialId, reason)
  return fail<SignerFailure>({ code: 'POLICY_BLOCKED', reason, because, activityEnded: true })
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
  return ok({ activityId, type, status: 'COMPLETED', result, replayed: false })
}

type Change =
  | { state: 'EXPIRED' | 'FAILED' }
  | { state: 'PREPARED' | 'EXECUTING'; progress: string; progress_mac: Uint8Array }
  | { state: 'PREPARED' | 'FAILED'; attempts: number }
  | {
      state: 'COMPLETED'
      stamp: string
      credential_id: string
      result: string
      completed_at: Date
    }

async function setState(tx: Tx, activity: Activity, change: Change): Promise<void> {
  const changed = tx
    .updateTable('signer.activity')
    .set(change)
    .where('activity_id', '=', activity.activity_id)
    .where('state', 'in', ['PREPARED', 'EXECUTING'])
  await leaveToCommit(tx, () => changed.execute())
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
