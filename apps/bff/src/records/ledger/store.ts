import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { postponedWrite } from '../../db/batch.ts'

export type AccountRow = {
  id: string
  kind: string
  asset: string
  scale: number
  owner: string
  hasFloor: boolean
}
export type PostingRow = {
  id: string
  code: string
  kind: 'single' | 'pending'
  debit: string
  credit: string
  asset: string
  amount: bigint
  timeoutAt: Date | undefined
}
export type ResolutionRow = {
  id: string
  code: string
  kind: 'post' | 'void'
  pendingId: string
  /** All that is pending when undefined. */
  amount: bigint | undefined
}
export type GroupRows = {
  partnerId: string
  groupId: string
  transferId: string
  step: string
  accounts: readonly AccountRow[]
  postings: readonly PostingRow[]
  resolutions: readonly ResolutionRow[]
}

/** Writes a group, its accounts and the balances it changes; a batch holds the balances last. */
export const insertGroup = postponedWrite(
  (tx, group: GroupRows) => sql`select post_group(${sql.join(groupParameters(group))})`.execute(tx),
  (tx, groups) => sql`select post_groups(${sql.join(groupsParameters(groups))})`.execute(tx),
  'last',
)

/** What the database's `post_groups` takes, in its order: as `post_group`, with the rows' partner and group. */
function groupsParameters(groups: readonly GroupRows[]): unknown[] {
  const rowsOf = <T>(pick: (group: GroupRows) => readonly T[]) =>
    groups.flatMap((group) =>
      pick(group).map((row) => ({ ...row, partner: group.partnerId, group: group.groupId })),
    )
  const accounts = [
    ...new Map(rowsOf((group) => group.accounts).map((account) => [account.id, account])).values(),
  ]
  const postings = rowsOf((group) => group.postings)
  const resolutions = rowsOf((group) => group.resolutions)
  return [
    groups.map((g) => g.partnerId),
    groups.map((g) => g.groupId),
    groups.map((g) => g.transferId),
    groups.map((g) => g.step),
    accounts.map((a) => a.partner),
    ...accountColumns(accounts),
    postings.map((p) => p.partner),
    postings.map((p) => p.group),
    ...postingColumns(postings),
    resolutions.map((r) => r.partner),
    resolutions.map((r) => r.group),
    ...resolutionColumns(resolutions),
  ]
}

/** What the database's `post_group` takes, in its order. */
export function groupParameters(group: GroupRows): unknown[] {
  const { accounts, postings, resolutions } = group
  return [
    group.partnerId,
    group.groupId,
    group.transferId,
    group.step,
    ...accountColumns(accounts),
    ...postingColumns(postings),
    ...resolutionColumns(resolutions),
  ]
}

const accountColumns = (accounts: readonly AccountRow[]) => [
  accounts.map((a) => a.id),
  accounts.map((a) => a.kind),
  accounts.map((a) => a.asset),
  accounts.map((a) => a.scale),
  accounts.map((a) => a.owner),
  accounts.map((a) => a.hasFloor),
]

const postingColumns = (postings: readonly PostingRow[]) => [
  postings.map((p) => p.id),
  postings.map((p) => p.code),
  postings.map((p) => p.kind),
  postings.map((p) => p.debit),
  postings.map((p) => p.credit),
  postings.map((p) => p.asset),
  postings.map((p) => p.amount.toString()),
  postings.map((p) => p.timeoutAt?.toISOString() ?? null),
]

const resolutionColumns = (resolutions: readonly ResolutionRow[]) => [
  resolutions.map((r) => r.id),
  resolutions.map((r) => r.code),
  resolutions.map((r) => r.kind),
  resolutions.map((r) => r.pendingId),
  resolutions.map((r) => r.amount?.toString() ?? null),
]

/** Debits minus credits posted to an account, in minor units. */
export async function sumPostings(tx: Tx, partnerId: string, accountId: string): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select
      (select coalesce(sum(amount), 0) from posting where partner_id = ${partnerId}
        and debit_account = ${accountId} and kind in ('single', 'post'))
      - (select coalesce(sum(amount), 0) from posting where partner_id = ${partnerId}
        and credit_account = ${accountId} and kind in ('single', 'post')) as balance`.execute(tx)
  return rows[0]?.balance ?? 0n
}

/** Kept balances of an owner's accounts of one kind, by asset. */
export type StandingRow = {
  asset: string
  scale: number
  balance: bigint
  pending: bigint
  incoming: bigint
}

export async function findStandings(tx: Tx, partnerId: string, kind: string, owner: string) {
  const { rows } = await sql<StandingRow>`
    select a.asset, a.scale, b.credits_posted - b.debits_posted as balance,
      b.debits_pending as pending, b.credits_pending as incoming
    from ledger_account a join ledger_balance b on b.partner_id = a.partner_id and b.account_id = a.id
    where a.partner_id = ${partnerId} and a.owner = ${owner} and a.kind = ${kind}
    order by a.asset`.execute(tx)
  return rows
}

/** Credits less debits of an owner's accounts of a kind, out of the postings. */
export async function sumOwed(
  tx: Tx,
  partnerId: string,
  { kind, owner }: { kind: string; owner: string },
): Promise<{ asset: string; scale: number; amount: bigint }[]> {
  const { rows } = await sql<{ asset: string; scale: number; amount: bigint }>`
    select a.asset, a.scale,
      coalesce((select sum(p.amount) from posting p where p.partner_id = a.partner_id
        and p.credit_account = a.id and p.kind in ('single', 'post')), 0)
      - coalesce((select sum(p.amount) from posting p where p.partner_id = a.partner_id
        and p.debit_account = a.id and p.kind in ('single', 'post')), 0) as amount
    from ledger_account a
    where a.partner_id = ${partnerId} and a.kind = ${kind} and a.owner = ${owner}
    order by a.asset`.execute(tx)
  return rows
}

/** Locks an account until the transaction ends, making it where it is new. */
export async function lockAccount(tx: Tx, partnerId: string, account: AccountRow): Promise<void> {
  await sql`
    insert into ledger_account (partner_id, id, kind, asset, scale, owner, has_floor, created_at)
    values (${partnerId}, ${account.id}, ${account.kind}, ${account.asset}, ${account.scale},
      ${account.owner}, ${account.hasFloor}, ${serviceNow})
    on conflict (partner_id, id) do update set owner = excluded.owner`.execute(tx)
}

export type LedgerLineRow = {
  id: string
  step: string
  code: string
  kind: 'single' | 'pending' | 'post' | 'void'
  asset: string
  scale: number
  amount: bigint
  debitKind: string
  debitOwner: string
  creditKind: string
  creditOwner: string
  at: Date
}

/** What was posted for a transfer, oldest first. */
export async function findLines(tx: Tx, partnerId: string, transferId: string) {
  const { rows } = await sql<LedgerLineRow>`
    select p.id, g.step, p.code, p.kind, p.asset, d.scale, p.amount, d.kind as "debitKind",
      d.owner as "debitOwner", c.kind as "creditKind", c.owner as "creditOwner", p.created_at as at
    from posting_group g
    join posting p on p.partner_id = g.partner_id and p.group_id = g.id
    join ledger_account d on d.partner_id = p.partner_id and d.id = p.debit_account
    join ledger_account c on c.partner_id = p.partner_id and c.id = p.credit_account
    where g.partner_id = ${partnerId} and g.transfer_id = ${transferId}
    order by p.created_at, g.step, p.code`.execute(tx)
  return rows
}

/** Whether a step of a transfer was posted. */
export async function hasGroup(
  tx: Tx,
  { partner_id, id }: { partner_id: string; id: string },
  step: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('posting_group')
    .select('id')
    .where((eb) => eb.and({ partner_id, transfer_id: id, step }))
    .executeTakeFirst()
  return row !== undefined
}
