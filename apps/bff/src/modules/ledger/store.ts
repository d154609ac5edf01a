import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

export type AccountRow = { id: string; kind: string; asset: string; scale: number; owner: string }
export type PostingRow = {
  id: string
  code: string
  debit: string
  credit: string
  asset: string
  amount: bigint
}
export type GroupRows = {
  partnerId: string
  groupId: string
  transferId: string
  step: string
  accounts: readonly AccountRow[]
  postings: readonly PostingRow[]
}

/**
 * Writes a group with its postings, and the accounts that do not exist yet, in one statement.
 * Accounts come in the order of their ids, so that two transactions never wait for each other.
 */
export async function insertGroup(tx: Tx, group: GroupRows): Promise<void> {
  const accounts = group.accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { postings } = group
  await sql`
    with moment as (select service_now() as at), opened as (
      insert into ledger_account (partner_id, id, kind, asset, scale, owner, created_at)
      select ${group.partnerId}, a.*, moment.at from moment, unnest(
        ${accounts.map((a) => a.id)}::uuid[], ${accounts.map((a) => a.kind)}::text[],
        ${accounts.map((a) => a.asset)}::text[], ${accounts.map((a) => a.scale)}::int[],
        ${accounts.map((a) => a.owner)}::text[]) as a
      on conflict do nothing
    ), grouped as (
      insert into posting_group (partner_id, id, transfer_id, step, created_at)
      select ${group.partnerId}, ${group.groupId}, ${group.transferId}, ${group.step}, at from moment
    )
    insert into posting
      (partner_id, id, group_id, code, debit_account, credit_account, asset, amount, created_at)
    select ${group.partnerId}, p.id, ${group.groupId}, p.code, p.debit, p.credit, p.asset, p.amount,
      moment.at
    from moment, unnest(
      ${postings.map((p) => p.id)}::uuid[], ${postings.map((p) => p.code)}::text[],
      ${postings.map((p) => p.debit)}::uuid[], ${postings.map((p) => p.credit)}::uuid[],
      ${postings.map((p) => p.asset)}::text[], ${postings.map((p) => p.amount.toString())}::numeric[]
    ) as p (id, code, debit, credit, asset, amount)`.execute(tx)
}

/** Debits minus credits of an account, in minor units. */
export async function sumPostings(tx: Tx, partnerId: string, accountId: string): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select
      (select coalesce(sum(amount), 0) from posting
        where partner_id = ${partnerId} and debit_account = ${accountId})
      - (select coalesce(sum(amount), 0) from posting
        where partner_id = ${partnerId} and credit_account = ${accountId}) as balance`.execute(tx)
  return rows[0]?.balance ?? 0n
}
