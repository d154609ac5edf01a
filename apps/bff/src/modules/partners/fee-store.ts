import { type FeeAccount, feeAccounts } from '@corridor/domain'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../../db/schema/types.generated.ts'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'

export type FeeAccountRow = Selectable<DB['fee_account']>
export type FeeEntryRow = Selectable<DB['fee_entry']>
export type FeeDepositRow = Selectable<DB['fee_deposit']>
export type AccountOf = { partnerId: string; account: FeeAccount }

/** Locks an account, making it where it is new: its entries are written by one transaction at a time. */
export async function lockFeeAccount(tx: Tx, of: AccountOf): Promise<FeeAccountRow> {
  const { partnerId: partner_id, account } = of
  await tx
    .insertInto('fee_account')
    .values({ partner_id, account })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return rowsOf(tx, 'fee_account', { partner_id, account }).forUpdate().executeTakeFirstOrThrow()
}

export const findFeeAccount = (tx: Tx, of: AccountOf): Promise<FeeAccountRow | undefined> =>
  rowsOf(tx, 'fee_account', { partner_id: of.partnerId, account: of.account }).executeTakeFirst()

export type NewEntry = {
  id: string
  type: 'DEPOSIT' | 'KYC_FEE' | 'REFUND' | 'REFUND_RETURNED' | 'PARTNER_FEES'
  /** Minor units; a debit is negative. */
  amount: bigint
  balanceAfter: bigint
  description: string
  transactionHash?: string
  entityId?: string
  /** Where it is not the currency of the fees, whose totals the account keeps. */
  asset?: { currency: string; scale: number }
}

/** Writes an entry of a locked account and raises its totals; returns the account as it is then. */
export async function addEntry(tx: Tx, account: FeeAccountRow, entry: NewEntry) {
  const isDeposit = entry.amount > 0n
  const totals = entry.asset ? {} : totalsAfter(account, entry.amount, isDeposit)
  const after = await tx
    .updateTable('fee_account')
    .set({
      version: account.version + 1,
      ...totals,
    })
    .where((eb) => eb.and({ partner_id: account.partner_id, account: account.account }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('fee_entry')
    .values({
      partner_id: account.partner_id,
      id: entry.id,
      account: account.account,
      type: entry.type,
      amount: entry.amount,
      balance_after: entry.balanceAfter,
      description: entry.description,
      transaction_hash: entry.transactionHash ?? '',
      entity_id: entry.entityId ?? null,
      currency: entry.asset?.currency ?? null,
      scale: entry.asset?.scale ?? null,
      position: after.version,
      created_at: serviceNow,
    })
    .execute()
  return after
}

const totalsAfter = (account: FeeAccountRow, amount: bigint, isDeposit: boolean) =>
  isDeposit
    ? { deposits_total: account.deposits_total + amount }
    : { consumed_total: account.consumed_total - amount }

/** An account's newest entries, newest first. */
export const newestEntries = (tx: Tx, of: AccountOf, limit: number): Promise<FeeEntryRow[]> =>
  rowsOf(tx, 'fee_entry', { partner_id: of.partnerId, account: of.account })
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()

export type DueFee = { id: string; entity_id: string; amount: bigint }

/** Submissions whose fee is due from an account, oldest first. */
export async function dueFees(tx: Tx, of: AccountOf, limit: number): Promise<DueFee[]> {
  const rows = await dueOf(tx, of)
    .select(['id', 'entity_id', 'fee_amount'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ fee_amount: amount, ...row }) => ({ ...row, amount }))
}

/** The total due from an account. */
export async function sumDue(tx: Tx, of: AccountOf): Promise<bigint> {
  const row = await dueOf(tx, of)
    .select(sql<bigint>`coalesce(sum(fee_amount), 0)`.as('sum'))
    .executeTakeFirstOrThrow()
  return row.sum
}

const dueOf = (tx: Tx, { partnerId, account }: AccountOf) =>
  tx
    .selectFrom('kyc_submission')
    .where('partner_id', '=', partnerId)
    .where('fee_source', '=', feeAccounts[account].feeSource)
    .where('fee_status', '=', 'DUE')

export const markPaid = (tx: Tx, partnerId: string, submissionId: string) =>
  tx
    .updateTable('kyc_submission')
    .set({ fee_status: 'PAID' })
    .where((eb) => eb.and({ partner_id: partnerId, id: submissionId, fee_status: 'DUE' }))
    .returning('id')
    .executeTakeFirstOrThrow()
