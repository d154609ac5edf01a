import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kek } from '../db/kek.ts'
import type { Tx } from '../db/open.ts'
import { canonicalJson } from './request/json.ts'
import { Refusal } from './request/refusal.ts'

/** What one key stands for: partner, method, concrete path and the key itself. */
export type KeyScope = {
  partnerId: string
  method: string
  path: string
  key: string
  fingerprint: Buffer
}
export type StoredAnswer = { status: number; body: string }

const keyPattern = /^[\x21-\x7e]{1,255}$/

/** Reads `Idempotency-Key`, bare or as a quoted structured-field string. */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim()
  if (!keyPattern.test(key))
    throw new Refusal(
      'IDEMPOTENCY_KEY_INVALID',
      'Use 1 to 255 visible ASCII characters as the key.',
    )
  return key
}

export const fingerprintOf = (body: unknown): Buffer =>
  createHash('sha256').update(canonicalJson(body)).digest()

/** Takes the key for this transaction; another request that holds it answers first. */
export async function lockKey(tx: Tx, scope: KeyScope): Promise<void> {
  const name = [scope.partnerId, scope.method, scope.path, scope.key].join('\n')
  const lock = createHash('sha256').update(name).digest().readBigInt64BE(0)
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as taken`.execute(tx)
  if (!rows[0]?.taken) throw inProgress()
}

export const inProgress = () =>
  new Refusal('IDEMPOTENCY_IN_PROGRESS', 'A request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  })

/** What a sealed answer is bound to: moved to another key, it does not open. */
const placeOf = ({ partnerId, method, path, key }: KeyScope) =>
  ['idempotency_key.sealed_body', partnerId, method, path, key].join('\n')

/** The kept answer of a key, or nothing; another body under the same key is refused. */
export async function findAnswer(
  tx: Tx,
  kek: Kek,
  scope: KeyScope,
): Promise<StoredAnswer | undefined> {
  const row = await tx
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'status', 'body', 'sealed_body'])
    .where('partner_id', '=', scope.partnerId)
    .where('method', '=', scope.method)
    .where('path', '=', scope.path)
    .where('key', '=', scope.key)
    .where(sql<boolean>`expires_at > service_now()`)
    .executeTakeFirst()
  if (!row) return undefined
  if (!row.fingerprint.equals(scope.fingerprint))
    throw new Refusal(
      'IDEMPOTENCY_MISMATCH',
      'This Idempotency-Key was used with another body. Use a new key.',
    )
  // Answers from before they were sealed are there as they were given.
  const body = row.body ?? opened(kek, scope, row.sealed_body ?? Buffer.alloc(0))
  return { status: row.status, body }
}

const opened = (kek: Kek, scope: KeyScope, sealed: Uint8Array): string =>
  Buffer.from(kek.open(placeOf(scope), sealed)).toString('utf8')

/**
 * Keeps an answer for seven days, in the transaction of its effect. Answers hold what their
 * operations told once, signing secrets among them, so they are sealed.
 */
export async function keepAnswer(
  tx: Tx,
  kek: Kek,
  scope: KeyScope,
  answer: StoredAnswer,
): Promise<void> {
  const { partnerId: partner_id, method, path, key, fingerprint } = scope
  const kept = {
    status: answer.status,
    body: null,
    sealed_body: Buffer.from(kek.seal(placeOf(scope), Buffer.from(answer.body))),
    fingerprint,
    created_at: sql<Date>`service_now()`,
    expires_at: sql<Date>`service_now() + interval '7 days'`,
  }
  await tx
    .insertInto('idempotency_key')
    .values({ partner_id, method, path, key, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'method', 'path', 'key']).doUpdateSet(kept),
    )
    .execute()
}

/** Answers end after their seven days, oldest first; gives how many were deleted. */
export async function deleteOldAnswers(tx: Tx, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_key where ctid = any (array(
      select ctid from idempotency_key where expires_at <= service_now()
      order by expires_at limit ${max} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
