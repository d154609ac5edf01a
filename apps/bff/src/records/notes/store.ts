import type { NoteSubjectKind } from '@corridor/contract'
import { formatId, parseId } from '@corridor/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import { keyset, type SortKey } from '../../db/keyset.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export type NoteRow = Selectable<DB['record_note']>
/** A record with notes; the `kyc` of a customer is another one than the customer. */
type NoteSubject = { kind: NoteSubjectKind | 'kyc'; id: string }

const ofSubject = (tx: Tx, partnerId: string, { kind, id }: NoteSubject) =>
  tx
    .selectFrom('record_note')
    .where('partner_id', '=', partnerId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)

/** All notes of a record, newest first. */
export const findNotes = (tx: Tx, partnerId: string, subject: NoteSubject): Promise<NoteRow[]> =>
  ofSubject(tx, partnerId, subject)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
}

/** One page of them. */
export function pageOfNotes(
  tx: Tx,
  partnerId: string,
  subject: NoteSubject,
  page: Parameters<typeof keyset>[0],
) {
  const { sortKey, after, order, limit } = keyset(page, sorts)
  return ofSubject(tx, partnerId, subject)
    .selectAll()
    .select(sortKey)
    .where(after)
    .orderBy(order)
    .limit(limit)
    .execute()
}

/** Writes notes, and returns them as they were given. */
export async function insertNotes(
  tx: Tx,
  notes: readonly Omit<Insertable<DB['record_note']>, 'created_at'>[],
): Promise<NoteRow[]> {
  const rows = await tx
    .insertInto('record_note')
    .values(notes.map((note) => ({ ...note, created_at: serviceNow })))
    .returningAll()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return notes.flatMap(({ id }) => byId.get(id) ?? [])
}

/** Names of members by their written ids; people who have left keep theirs. Keys are known by their id. */
export async function namesOfAuthors(
  tx: Tx,
  partnerId: string,
  authors: readonly string[],
): Promise<Map<string, string>> {
  const ids = authors.flatMap((author) => parseId('mem', author) ?? [])
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'name'])
    .where('partner_id', '=', partnerId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [formatId('mem', id), name]))
}
