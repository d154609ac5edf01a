import { externalAccountStates, statesWhere } from '@corridor/domain'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Page } from '../../api/request/paging.ts'
import { rowsOfPage, type SortKey } from '../../db/keyset.ts'
import { serviceNow } from '../../db/moment.ts'
import { ownedTable, type RowKey } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { PaymentRow } from '../../db/schema/rows.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import { listOf } from '../../db/lists.ts'

export type NewPayment = Omit<
  Insertable<DB['liquidity_payment']>,
  'status' | 'subject_id' | 'updated_at' | 'version'
>

const payments = ownedTable('liquidity_payment')

/** Writes what arrived; nothing where it is there already. */
export const insertPayment = (tx: Tx, payment: NewPayment): Promise<PaymentRow | undefined> =>
  tx
    .insertInto('liquidity_payment')
    .values({
      ...payment,
      status: 'UNMATCHED',
      updated_at: serviceNow,
      version: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export type PaidTotal = {
  token: string
  payer: string
  /** Everybody who sent a part of it. */
  payers: string[]
  amount: bigint
  block_time: Date
}

/** What a transaction paid to an address, by token: the sum of its logs, which are kept already. */
export async function paidTo(tx: Tx, of: { chainId: string; hash: string; address: string }) {
  const { rows } = await sql<PaidTotal>`
    select token, (array_agg(from_address order by log_index))[1] as payer,
      array_agg(distinct from_address) as payers, sum(amount) as amount,
      min(block_time) as block_time
    from token_transfer where chain_id = ${of.chainId} and hash = ${of.hash}
      and to_address = ${of.address} and amount > 0
    group by token order by token`.execute(tx)
  return rows
}

export const lockPayment = payments.lock

/** A payment by its transaction, locked. */
export const lockPaymentByHash = (
  tx: Tx,
  partnerId: string,
  of: { chainId: string; hash: string; token: string },
): Promise<PaymentRow | undefined> =>
  payments
    .of(tx, partnerId)
    .where((eb) => eb.and({ chain_id: of.chainId, hash: of.hash, token: of.token }))
    .forUpdate()
    .executeTakeFirst()

export const findPaymentsByHash = (tx: Tx, partnerId: string, hash: string) =>
  payments.of(tx, partnerId).where('hash', '=', hash).execute()

/** Payments that pay for nothing: of these transactions, or received from a moment on; locked. */
export const lockUnmatched = (
  tx: Tx,
  partnerId: string,
  of: { currency: string; since: Date; hashes: readonly string[] },
): Promise<PaymentRow[]> =>
  payments
    .of(tx, partnerId)
    .where((eb) => eb.and({ status: 'UNMATCHED', currency: of.currency }))
    .where((where) =>
      where.or([
        where('received_at', '>=', of.since),
        where('hash', '=', sql<string>`any(${[...of.hashes]}::text[])`),
      ]),
    )
    .orderBy('received_at')
    .orderBy('id')
    .forUpdate()
    .execute()

/** A locked payment pays for something from now on. */
export const setPayment = (
  tx: Tx,
  key: RowKey,
  to: { status: 'RESERVE_FEE' | 'REPAYMENT' | 'CREDITED'; subjectId: string | null },
) => setStatus(tx, key, 'UNMATCHED', { status: to.status, subject_id: to.subjectId })

const setStatus = (
  tx: Tx,
  { partner_id, id }: RowKey,
  from: 'UNMATCHED' | 'HELD',
  to: Pick<Updateable<DB['liquidity_payment']>, 'status' | 'subject_id'>,
) =>
  tx
    .updateTable('liquidity_payment')
    .set({ ...to, updated_at: serviceNow, version: sql<number>`version + 1` })
    .where((eb) => eb.and({ partner_id, id, status: from }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** What arrived stays in suspense, and pays for nothing until somebody has decided. */
export const holdPayment = (tx: Tx, payment: RowKey) =>
  setStatus(tx, payment, 'UNMATCHED', { status: 'HELD' })

/** What was held may pay for something. */
export const releasePayment = (tx: Tx, payment: RowKey) =>
  setStatus(tx, payment, 'HELD', { status: 'UNMATCHED' })

const sorts: Record<string, SortKey> = {
  receivedAt: { expression: sql`received_at`, type: 'timestamptz' },
}

export function listPayments(
  tx: Tx,
  partnerId: string,
  { status }: { status?: PaymentRow['status'] | undefined },
  page: Page,
) {
  let query = payments.of(tx, partnerId)
  if (status !== undefined) query = query.where('status', '=', status)
  return rowsOfPage(query, page, sorts)
}

/** The order that a transaction belongs to, where an operational wallet repays with it. */
export async function orderOf(tx: Tx, chainId: string, hash: string): Promise<string | undefined> {
  const { rows } = await sql<{ subject: string }>`
    select o.subject from chain_transaction c
    join chain_order o on o.chain_id = c.chain_id and o.sender = c.sender and o.nonce = c.nonce
      and o.purpose = c.purpose
    where c.chain_id = ${chainId} and c.hash = ${hash} and c.purpose = 'replenish'`.execute(tx)
  return rows[0]?.subject
}

/** Payments at deposit wallets that are kept and were not taken in. */
export async function findUntaken(tx: Tx, chainId: string, limit: number) {
  const { rows } = await sql<{ partner_id: string; hash: string; payers: string[] }>`
    select l.partner_id, t.hash, array_agg(distinct t.from_address) as payers
    from liquidity_line l
    join token_transfer t on t.chain_id = ${chainId} and t.to_address = l.deposit_address
      and t.amount > 0
      and t.block_number >= (select block_number - 2048 from chain_cursor where chain_id = ${chainId})
    where not exists (select from liquidity_payment p where p.partner_id = l.partner_id
      and p.chain_id = t.chain_id and p.hash = t.hash and p.token = t.token)
    group by l.partner_id, t.hash
    limit ${limit}`.execute(tx)
  return rows
}

/** The transactions by which an address sent tokens to another one, newest first. */
export async function findFundings(tx: Tx, of: { chainId: string; from: string; to: string }) {
  const { rows } = await sql<{ hash: string }>`
    select hash from token_transfer where chain_id = ${of.chainId} and from_address = ${of.from}
      and to_address = ${of.to} and amount > 0
    order by block_number desc limit 10`.execute(tx)
  return rows.map(({ hash }) => hash)
}

/** Who sent tokens to an address, and how much of them in all, base units. */
export async function paidInBy(tx: Tx, of: { chainId: string; token: string; to: string }) {
  const { rows } = await sql<{ payer: string; amount: bigint }>`
    select from_address as payer, sum(amount) as amount from token_transfer
    where chain_id = ${of.chainId} and token = ${of.token} and to_address = ${of.to} and amount > 0
    group by from_address order by from_address`.execute(tx)
  return rows
}

/** Whether a payment was sent by the partner's operational wallet or a wallet on its record. */
const knownPayers = statesWhere(externalAccountStates, (item) => item.isKnownPayer)

export async function isKnownPayer(tx: Tx, { partner_id, payer }: PaymentRow): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from liquidity_line where partner_id = ${partner_id}
        and operational_address = ${payer})
      or exists (select from external_account where partner_id = ${partner_id}
        and lower(wallet ->> 'walletAddress') = ${payer}
        and status in ${listOf(knownPayers)}) as known`.execute(tx)
  return rows[0]?.known === true
}

/** Drops what another partner stated of a payment to this partner; false where nothing was stated. */
export async function releaseForeignClaim(
  tx: Tx,
  { partner_id, id }: Pick<PaymentRow, 'partner_id' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql<{ released: boolean }>`
    select release_foreign_claim(${partner_id}, ${id}) as released`.execute(tx)
  return rows[0]?.released === true
}
