import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

/** What a partner's taking in of a file is called in its audit log. */
export const fileImported = 'bank_file.import'

/** Of files, those that a partner has taken in itself. */
export async function filesTakenInBy(
  tx: Tx,
  partnerId: string,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('audit')
    .select('object_id')
    .where('partner_id', '=', partnerId)
    .where('action', '=', fileImported)
    .where(sql<boolean>`object_id = any(${[...files]}::text[])`)
    .execute()
  return new Set(rows.map(({ object_id }) => object_id))
}
