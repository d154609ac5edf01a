import { sql } from 'kysely'
import { serviceNow } from '../db/moment.ts'
import type { Tx } from '../db/open.ts'

/** What one key identifies: partner, method, concrete path and the key itself. */
export type KeyScope = {
  partnerId: string
  method: string
  path: string
  key: string
  fingerprint: Buffer
}

/** Whether this transaction has the lock now. */
export async function tryLock(tx: Tx, lock: bigint): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as taken`.execute(tx)
  return rows[0]?.taken === true
}

export const findAnswer = (tx: Tx, scope: KeyScope) =>
  tx
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'status', 'body', 'sealed_body'])
    .where('partner_id', '=', scope.partnerId)
    .where('method', '=', scope.method)
    .where('path', '=', scope.path)
    .where('key', '=', scope.key)
    .where(sql<boolean>`expires_at > ${serviceNow}`)
    .executeTakeFirst()

/** Keeps an answer for seven days, in place of one that is there. */
export const writeAnswer = (
  tx: Tx,
  { partnerId: partner_id, method, path, key, fingerprint }: KeyScope,
  { status, sealedBody }: { status: number; sealedBody: Buffer },
) => {
  const kept = {
    status,
    body: null,
    sealed_body: sealedBody,
    fingerprint,
    created_at: serviceNow,
    expires_at: sql<Date>`${serviceNow} + interval '7 days'`,
  }
  return tx
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
      select ctid from idempotency_key where expires_at <= ${serviceNow}
      order by expires_at limit ${max} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
