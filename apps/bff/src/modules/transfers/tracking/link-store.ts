import type { Selectable } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { rowsOf } from '../../../db/owned-table.ts'
import type { DB } from '../../../db/schema/types.generated.ts'

export type LinkRow = Selectable<DB['tracking_link']>

export const insertLink = (tx: Tx, link: Omit<LinkRow, 'revoked_at'>): Promise<LinkRow> =>
  tx.insertInto('tracking_link').values(link).returningAll().executeTakeFirstOrThrow()

/** Those of a transfer that are good at that (real) time, newest first. */
export const findOpenLinks = (
  tx: Tx,
  { partner_id, transfer_id }: Pick<LinkRow, 'partner_id' | 'transfer_id'>,
  at: Date,
): Promise<LinkRow[]> =>
  rowsOf(tx, 'tracking_link', { partner_id, transfer_id })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Ends one; nothing where it has ended or belongs to another transfer. */
export const revokeLink = (
  tx: Tx,
  link: Pick<LinkRow, 'partner_id' | 'transfer_id' | 'id'>,
  at: Date,
): Promise<LinkRow | undefined> =>
  tx
    .updateTable('tracking_link')
    .set({ revoked_at: at })
    .where('partner_id', '=', link.partner_id)
    .where('transfer_id', '=', link.transfer_id)
    .where('id', '=', link.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()

/** The transfer that a token follows, of whichever partner, and who the partner is. */
export const findTracked = (tx: Tx, tokenHash: Uint8Array, at: Date) =>
  tx
    .selectFrom('tracking_link as link')
    .innerJoin('partner', 'partner.id', 'link.partner_id')
    .select(['link.partner_id', 'link.transfer_id', 'link.expires_at', 'partner.name'])
    .where('link.token_hash', '=', Buffer.from(tokenHash))
    .where('link.revoked_at', 'is', null)
    .where('link.expires_at', '>', at)
    .executeTakeFirst()
