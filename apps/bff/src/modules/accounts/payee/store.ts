import { sql } from 'kysely'
import type { RowKey } from '../../../db/owned-table.ts'
import type { Tx } from '../../../db/open.ts'

/** Keeps the newest answer with an account; what proved it stays. */
export const keepLast = (tx: Tx, { partner_id, id }: RowKey, last: object) =>
  sql`update external_account
    set payee_check = coalesce(payee_check, '{}') || jsonb_build_object('last', ${JSON.stringify(last)}::jsonb)
    where partner_id = ${partner_id} and id = ${id}`.execute(tx)
