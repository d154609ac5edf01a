import { sql } from 'kysely'
import type { DepositRow, TransferRow } from '../../db/schema/rows.ts'
import { postponedWrite } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { openReview } from '../reviews/reviews.ts'
import type { Sender } from './sender.ts'

type Place =
  | 'partner_id'
  | 'id'
  | 'transfer_id'
  | 'funding_account_id'
  | 'jurisdiction_id'
  | 'currency'
  | 'scale'
  | 'amount'

export type BankDeposit = Pick<DepositRow, Place | 'received_at' | 'booked_from'> & {
  sender: string
  bank_entry: string
}

/** Writes what entries became, RECEIVED. */
export async function insertBankDeposits(tx: Tx, deposits: readonly BankDeposit[]) {
  const rows = deposits.map((deposit) => ({ ...deposit, amount: String(deposit.amount) }))
  const inserted = await sql<DepositRow>`
    insert into deposit (partner_id, id, source, status, transfer_id, funding_account_id,
      jurisdiction_id, currency, scale, amount, sender, bank_entry, received_at, booked_from,
      reported_at, updated_at, version)
    select d.partner_id, d.id, 'BANK', 'RECEIVED', d.transfer_id, d.funding_account_id,
      d.jurisdiction_id, d.currency, d.scale, d.amount, d.sender::jsonb, d.bank_entry,
      d.received_at, d.booked_from, least(f.written_at, f.begun_at), ${serviceNow}, 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (partner_id uuid, id uuid,
      transfer_id uuid, funding_account_id uuid, jurisdiction_id text, currency text, scale int,
      amount numeric, sender text, bank_entry text, received_at timestamptz,
      booked_from timestamptz)
    left join bank_payment p on p.id = d.bank_entry
    left join bank_file_in f on f.sha256 = p.sha256
    returning *`.execute(tx)
  return inserted.rows
}

export type ChainDeposit = Pick<DepositRow, Place> & {
  chain_id: string
  hash: string
  log_index: number
  from: string
}

/** Writes what a log on a chain became, RECEIVED; nothing where this log has its deposit already. */
export const insertChainDeposit = (tx: Tx, { from, ...deposit }: ChainDeposit) =>
  tx
    .insertInto('deposit')
    .values({
      ...deposit,
      source: 'CHAIN',
      status: 'RECEIVED',
      sender: JSON.stringify({ name: '', account: '', walletAddress: from, reference: '' }),
      // The time of its block, which decides where it goes; no chain's clock brings it forward.
      received_at: sql<Date>`least(${serviceNow}, coalesce((select block_time from token_transfer
        where chain_id = ${deposit.chain_id} and hash = ${deposit.hash}
          and log_index = ${deposit.log_index}), ${serviceNow}))`,
      updated_at: serviceNow,
      version: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

type ReturnedRefund = Pick<DepositRow, Place | 'source' | 'chain_id'> & {
  bank_entry: string
  reference: string
}

/** Writes a refund that came back, HELD. */
export async function insertReturnedRefund(tx: Tx, { reference, ...deposit }: ReturnedRefund) {
  const reason = 'RETURN_FAILED'
  const { partner_id: partnerId, id } = deposit
  await openReview(tx, { partnerId, subject: { kind: 'deposit', id }, reason })
  return tx
    .insertInto('deposit')
    .values({
      ...deposit,
      status: 'HELD',
      held_reason: reason,
      sender: JSON.stringify({ name: '', account: '', walletAddress: '', reference }),
      received_at: serviceNow,
      updated_at: serviceNow,
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether one of them is held because a limit was used up. */
export async function isAnyOverLimit(tx: Tx, deposits: readonly DepositRow[]): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${deposits.map((deposit) => deposit.partner_id)}::uuid[],
      ${deposits.map((deposit) => deposit.id)}::uuid[]) as g (partner, id)
    join deposit d on d.partner_id = g.partner and d.id = g.id and d.held_reason = 'LIMIT'
    limit 1`.execute(tx)
  return rows.length > 0
}

const depositOf = (tx: Tx, partnerId: string, id: string) =>
  tx.selectFrom('deposit').selectAll().where('partner_id', '=', partnerId).where('id', '=', id)

export const findDeposit = (tx: Tx, partnerId: string, id: string) =>
  depositOf(tx, partnerId, id).executeTakeFirst()

export const lockDeposit = (tx: Tx, partnerId: string, id: string) =>
  depositOf(tx, partnerId, id).forUpdate().executeTakeFirst()

/** The deposits that pay a transfer, the newest first. */
export const payingDeposits = (
  tx: Tx,
  { partner_id, id }: Pick<TransferRow, 'partner_id' | 'id'>,
): Promise<DepositRow[]> =>
  tx
    .selectFrom('deposit')
    .selectAll()
    .where((eb) => eb.and({ partner_id, transfer_id: id }))
    .where((deposit) =>
      deposit.or([
        deposit('status', '=', 'FORWARDING'),
        deposit('held_reason', '=', 'TRANSFER_IN_REVIEW'),
      ]),
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Locks one that is in suspense; nothing while a decision about it is being made. */
export const lockHeld = (tx: Tx, partnerId: string, id: string): Promise<DepositRow | undefined> =>
  depositOf(tx, partnerId, id)
    .where('status', '=', 'HELD')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

type Quote = Pick<TransferRow, 'partner_id' | 'id' | 'funding_account_id' | 'created_at'>

/** The deposit wallet of a partner's credit line takes what comes there for it. */
export const insertLiquidityTarget = (tx: Tx, partnerId: string, target: string) =>
  tx
    .insertInto('deposit_target')
    .values({
      key: target,
      partner_id: partnerId,
      is_liquidity: true,
      created_at: serviceNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A funding account's address is shared; a payment's amount determines its transfer. */
export const insertTarget = postponedWrite(
  (tx, target: NewTarget) => insertTargets(tx, [target]),
  insertTargets,
)

type NewTarget = { row: Quote; target: string; isShared: boolean }

async function insertTargets(tx: Tx, targets: readonly NewTarget[]): Promise<void> {
  const own = targets.filter(({ isShared }) => !isShared)
  const shared = targets.filter(({ isShared }) => isShared)
  await Promise.all([
    own.length > 0 && insertionOf(tx, own).execute(),
    shared.length > 0 &&
      insertionOf(tx, shared)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  ])
}

const insertionOf = (tx: Tx, targets: readonly NewTarget[]) =>
  tx
    .insertInto('deposit_target')
    .columns(['key', 'partner_id', 'transfer_id', 'funding_account_id', 'created_at'])
    .expression(
      sql`select * from unnest(${targets.map(({ target }) => target)}::text[],
        ${targets.map(({ row }) => row.partner_id)}::uuid[],
        ${targets.map(({ row, isShared }) => (isShared ? null : row.id))}::uuid[],
        ${targets.map(({ row }) => row.funding_account_id)}::uuid[],
        ${targets.map(({ row }) => row.created_at)}::timestamptz[])`,
    )

/** Keeps whom further messages of its bank name of a deposit, beside those that are there. */
export const nameSenders = (
  tx: Tx,
  { partner_id, id }: Pick<DepositRow, 'partner_id' | 'id'>,
  also: Partial<Sender>,
) =>
  sql<DepositRow>`update deposit set sender = sender || ${JSON.stringify(also)}::jsonb
    where partner_id = ${partner_id} and id = ${id} returning *`
    .execute(tx)
    .then(({ rows }) => rows[0])

/** Held deposits of an account that somebody paid who may not; locked. */
export const lockNotAllowed = (
  tx: Tx,
  { partner_id, id }: { partner_id: string; id: string },
): Promise<DepositRow[]> =>
  tx
    .selectFrom('deposit')
    .selectAll()
    .where((eb) => eb.and({ partner_id, funding_account_id: id, status: 'HELD' }))
    .where('held_reason', '=', 'PAYER_NOT_ALLOWED')
    .orderBy('received_at')
    .orderBy('id')
    .forUpdate()
    .execute()
