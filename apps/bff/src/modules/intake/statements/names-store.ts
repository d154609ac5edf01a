import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'

type Entry = Selectable<DB['bank_entry']>
export type Names = Pick<Entry, 'sender_name' | 'ultimate_sender' | 'also_named'>

/** A deposit of whose payment a further message names somebody. */
export type Renamed = Names & Pick<Entry, 'entry_id'> & { partner_id: string; subject_id: string }

/** Entries that became deposits, with all whom the messages of their payments name. */
export async function findRenamed(tx: Tx, limit: number): Promise<Renamed[]> {
  const { rows } = await sql<Renamed>`
    select b.entry_id, b.partner_id, b.subject_id, b.sender_name, u.ultimate_sender,
      array(select unnest(b.also_named) union select unnest(n.named)
        except select unnest(array[b.sender_name, u.ultimate_sender])) as also_named
    from bank_entry b cross join lateral named_in_messages(b.entry_id) as n
      cross join lateral (
        select coalesce(nullif(b.ultimate_sender, ''), n.ultimate, '') as ultimate_sender) as u
    where b.names_due and b.state = 'DEPOSIT'
    order by b.entry_id limit ${limit}`.execute(tx)
  return rows
}

/** Locks an entry of which somebody was named later; false where others have looked them up. */
export async function lockRenamed(tx: Tx, entryId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('bank_entry')
    .select('entry_id')
    .where((eb) => eb.and({ entry_id: entryId, names_due: true }))
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps whom its messages name, all of whom were looked up. */
export const keepNames = (tx: Tx, { entry_id, ultimate_sender, also_named }: Renamed) =>
  tx
    .updateTable('bank_entry')
    .set({ ultimate_sender, also_named, names_due: false })
    .where('entry_id', '=', entry_id)
    .execute()
