import { type Insertable, sql, type Updateable } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { WithdrawalRow } from '../../db/schema/rows.ts'
import type { DB } from '../../db/schema/types.generated.ts'

const withdrawalsOf = (tx: Tx, partnerId: string) =>
  tx.selectFrom('operational_withdrawal').selectAll().where('partner_id', '=', partnerId)

export const findWithdrawal = (tx: Tx, partnerId: string, id: string) =>
  withdrawalsOf(tx, partnerId).where('id', '=', id).executeTakeFirst()

export const lockWithdrawal = (tx: Tx, partnerId: string, id: string) =>
  withdrawalsOf(tx, partnerId).where('id', '=', id).forUpdate().executeTakeFirst()

/** The one that was asked for under a key. */
export const findWithdrawalByKey = (tx: Tx, partnerId: string, key: Buffer) =>
  withdrawalsOf(tx, partnerId).where('request_key', '=', key).executeTakeFirst()

type NewWithdrawal = Omit<
  Insertable<DB['operational_withdrawal']>,
  'status' | 'created_at' | 'updated_at' | 'version'
>

export const insertWithdrawal = (tx: Tx, row: NewWithdrawal): Promise<WithdrawalRow> =>
  tx
    .insertInto('operational_withdrawal')
    .values({
      ...row,
      status: 'PENDING',
      created_at: serviceNow,
      updated_at: serviceNow,
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateWithdrawal = (
  tx: Tx,
  { partner_id, id }: Pick<WithdrawalRow, 'partner_id' | 'id'>,
  change: Pick<Updateable<DB['operational_withdrawal']>, 'status' | 'hash'>,
): Promise<WithdrawalRow> =>
  tx
    .updateTable('operational_withdrawal')
    .set({ ...change, updated_at: serviceNow, version: sql<number>`version + 1` })
    .where('partner_id', '=', partner_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const pendingWithdrawals = (tx: Tx, limit: number) =>
  tx
    .selectFrom('operational_withdrawal')
    .select(['partner_id', 'id'])
    .where('status', '=', 'PENDING')
    .orderBy('created_at')
    .limit(limit)
    .execute()
