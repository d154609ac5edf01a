import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { inEffect } from './history-store.ts'

/** Accounts of a payee, whichever customer and name it was added for, oldest first; deleted ones too. */
export const accountsOfPayee = (tx: Tx, partnerId: string, payeeId: string) =>
  tx
    .selectFrom('external_account')
    .select(['id', 'fingerprint', 'nickname', 'created_at'])
    .where('partner_id', '=', partnerId)
    .where(sql<SqlBool>`coalesce(number_fingerprint, fingerprint) = ${payeeId}`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Who added accounts, by their written ids: the first entry about each says so. */
export async function addersOf(tx: Tx, partnerId: string, accountIds: readonly string[]) {
  const { rows } = await sql<{ object_id: string; type: string; id: string }>`
    select distinct on (object_id) object_id, actor_type as type, actor_id as id from audit
    where partner_id = ${partnerId} and object_id = any(${[...accountIds]}::text[])
      and object_kind = 'external_account'
    order by object_id, created_at`.execute(tx)
  return new Map(rows.map(({ object_id, type, id }) => [object_id, { type, id }]))
}

/** Minor units of the currency; dollars in millionths. */
type Paid = { currency: string; scale: number; minor: string; dollars: string; payments: number }
type Span = { first_at: Date | null; last_at: Date | null }

/** Payments in effect to some accounts, without one: by currency, and since when. */
export async function paymentsTo(
  tx: Tx,
  partnerId: string,
  { accounts, except }: { accounts: readonly string[]; except: string | undefined },
): Promise<{ sums: Paid[]; span: Span }> {
  const these = theseOf(partnerId, accounts, except)
  const { rows } = await sql<Paid & Span>`
    select t.currency_in as currency, t.scale_in as scale, sum(t.amount_in)::text as minor,
      coalesce(sum((t.quote->>'worth')::numeric), 0)::text as dollars,
      count(*)::int as payments, min(t.started_at) as first_at, max(t.started_at) as last_at
    from transfer t where ${these} group by 1, 2 order by 1`.execute(tx)
  const timesOf = (of: (row: Span) => Date | null) =>
    rows.flatMap((row) => of(row)?.getTime() ?? []).toSorted((former, other) => former - other)
  const first = timesOf((row) => row.first_at)[0]
  const last = timesOf((row) => row.last_at).at(-1)
  const dateOf = (time: number | undefined) => (time === undefined ? null : new Date(time))
  return { sums: rows, span: { first_at: dateOf(first), last_at: dateOf(last) } }
}

/** The newest of them. */
export async function latestTo(
  tx: Tx,
  partnerId: string,
  {
    accounts,
    except,
    limit,
  }: { accounts: readonly string[]; except: string | undefined; limit: number },
) {
  const { rows } = await sql<{
    id: string
    kind: string
    status: string
    amount_in: bigint
    scale_in: number
    currency_in: string
    started_at: Date
  }>`
    select t.id, t.kind, t.status, t.amount_in, t.scale_in, t.currency_in, t.started_at
    from transfer t where ${theseOf(partnerId, accounts, except)}
    order by t.started_at desc, t.id desc limit ${limit}`.execute(tx)
  return rows
}

const theseOf = (partnerId: string, accounts: readonly string[], except: string | undefined) =>
  sql`t.partner_id = ${partnerId} and t.to_account_id = any(${[...accounts]}::uuid[])
    and ${inEffect} and t.id::text is distinct from ${except ?? null}`
