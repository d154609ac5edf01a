import { sql } from 'kysely'
import { batchedCall, postponedWrite } from '../db/batch.ts'
import type { Tx } from '../db/open.ts'
import { inPlace } from '../db/record-keys.ts'

/** What one key identifies: partner, method, concrete path and the key itself. */
export type KeyScope = {
  partnerId: string
  method: string
  path: string
  key: string
  fingerprint: Buffer
}

/** Whether this transaction has the lock now. */
export const tryLock = batchedCall<bigint, boolean>(async (tx, locks) => {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(g.lock) as taken
    from unnest(${locks.map(String)}::bigint[]) with ordinality as g (lock, place)
    order by g.place`.execute(tx)
  return locks.map((_, at) => rows[at]?.taken === true)
})

type Kept = { fingerprint: Buffer; status: number; body: string | null; sealed_body: Buffer | null }

const columnsOf = (scopes: readonly KeyScope[]) => {
  const column = (name: 'partnerId' | 'method' | 'path' | 'key') => scopes.map((of) => of[name])
  return sql`${column('partnerId')}::uuid[], ${column('method')}::text[], ${column('path')}::text[],
    ${column('key')}::text[]`
}

export const findAnswer = batchedCall<KeyScope, Kept | undefined>(async (tx, scopes) => {
  const { rows } = await sql<Kept & { place: number }>`
    select g.place::int - 1 as place, k.fingerprint, k.status, k.body, k.sealed_body
    from unnest(${columnsOf(scopes)}) with ordinality as g (partner, method, path, key, place)
    join idempotency_key k on k.partner_id = g.partner and k.method = g.method
      and k.path = g.path and k.key = g.key
    where k.expires_at > (select service_now())`.execute(tx)
  return inPlace(scopes, rows)
})

type NewAnswer = KeyScope & { status: number; sealedBody: Buffer }

const writeAnswers = async (tx: Tx, answers: readonly NewAnswer[]): Promise<void> => {
  await sql`
    insert into idempotency_key (partner_id, method, path, key, status, body, sealed_body,
      fingerprint, created_at, expires_at)
    select g.partner, g.method, g.path, g.key, g.status, null, g.sealed, g.fingerprint, clock.at,
      clock.at + interval '7 days'
    from unnest(${columnsOf(answers)}, ${answers.map(({ status }) => status)}::int[],
      ${answers.map(({ sealedBody }) => sealedBody)}::bytea[],
      ${answers.map(({ fingerprint }) => fingerprint)}::bytea[])
      as g (partner, method, path, key, status, sealed, fingerprint),
      (select service_now() as at) clock
    order by g.partner, g.method, g.path, g.key
    on conflict (partner_id, method, path, key) do update set status = excluded.status, body = null,
      sealed_body = excluded.sealed_body, fingerprint = excluded.fingerprint,
      created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(tx)
}

/** Keeps an answer for seven days, in place of one that is there. */
export const writeAnswer = postponedWrite(
  (tx, answer: NewAnswer) => writeAnswers(tx, [answer]),
  writeAnswers,
)

/** Answers end after their seven days, oldest first; gives how many were deleted. */
export async function deleteOldAnswers(tx: Tx, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_key where ctid = any (array(
      select ctid from idempotency_key where expires_at <= service_now()
      order by expires_at limit ${max} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
