import type { NoteSubjectKind } from '@corridor/contract'
import { formatId, parseId } from '@corridor/domain'
import type { Insertable, Selectable } from 'kysely'
import { type KeysetPage, rowsOfPage } from '../../db/keyset.ts'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export type NoteRow = Selectable<DB['record_note']>
/** A record with notes; the `kyc` of a customer is another one than the customer. */
type NoteSubject = { kind: NoteSubjectKind | 'kyc'; id: string }

const notesOf = (tx: Tx, partnerId: string, { kind, id }: NoteSubject) =>
  rowsOf(tx, 'record_note', { partner_id: partnerId, subject_kind: kind, subject_id: id })

/** All notes of a record, newest first. */
export const findNotes = (tx: Tx, partnerId: string, subject: NoteSubject) =>
  notesOf(tx, partnerId, subject).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

/** One page of them. */
export const pageOfNotes = (tx: Tx, partnerId: string, subject: NoteSubject, page: KeysetPage) =>
  rowsOfPage(notesOf(tx, partnerId, subject), page)

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
