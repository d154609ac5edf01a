import { type NewRow, versionedTable } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'

const withdrawals = versionedTable('operational_withdrawal')
export const { find: findWithdrawal, lock: lockWithdrawal, update: updateWithdrawal } = withdrawals

/** The one that was asked for under a key. */
export const findWithdrawalByKey = (tx: Tx, partnerId: string, key: Buffer) =>
  withdrawals.of(tx, partnerId).where('request_key', '=', key).executeTakeFirst()

export const insertWithdrawal = (tx: Tx, row: Omit<NewRow<'operational_withdrawal'>, 'status'>) =>
  withdrawals.insert(tx, { ...row, status: 'PENDING' })

export const pendingWithdrawals = (tx: Tx, limit: number) =>
  tx
    .selectFrom('operational_withdrawal')
    .select(['partner_id', 'id'])
    .where('status', '=', 'PENDING')
    .orderBy('created_at')
    .limit(limit)
    .execute()
