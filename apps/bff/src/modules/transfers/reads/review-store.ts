import type { Tx } from '../../../db/open.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** A transfer of any partner, for the operator. */
export const findTransferOfAny = (tx: Tx, id: string): Promise<TransferRow | undefined> =>
  tx.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirst()
