import { type Selectable, sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { FundingRow } from '../../../db/schema/rows.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import type { SweepPlace } from '../../screening/sweep-store.ts'

export type NamedPayerRow = Selectable<DB['named_payer']>

/** The payers of an account in place of those before. */
export async function replaceNamed(
  tx: Tx,
  { partner_id, id: funding_account_id }: FundingRow,
  named: readonly Pick<NamedPayerRow, 'id' | 'name' | 'account'>[],
): Promise<void> {
  await tx
    .deleteFrom('named_payer')
    .where((eb) => eb.and({ partner_id, funding_account_id }))
    .execute()
  if (named.length === 0) return
  await tx
    .insertInto('named_payer')
    .values(
      named.map((payer) => ({
        ...payer,
        partner_id,
        funding_account_id,
        status: 'ALLOWED' as const,
        created_at: serviceNow,
      })),
    )
    .execute()
}

/** Payers that may pay, of all partners, after a place: for the screening's sweep. */
export async function readNamed(tx: Tx, after: SweepPlace, limit: number) {
  const { rows } = await sql<NamedPayerRow>`
    select * from named_payer where status = 'ALLOWED'
      and (partner_id, id) > (${after?.partnerId ?? '00000000-0000-0000-0000-000000000000'}::uuid,
        ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
    order by partner_id, id limit ${limit}`.execute(tx)
  return rows
}

/** A payer that a list names by now; nothing where it was stopped or replaced meanwhile. */
export const stopNamed = (tx: Tx, { partner_id, id }: Pick<NamedPayerRow, 'partner_id' | 'id'>) =>
  tx
    .updateTable('named_payer')
    .set({ status: 'STOPPED' })
    .where((eb) => eb.and({ partner_id, id, status: 'ALLOWED' }))
    .returningAll()
    .executeTakeFirst()
