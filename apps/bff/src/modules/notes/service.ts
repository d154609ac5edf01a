import { noteScope } from '@corridor/contract'
import { fail, ok } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import { type Page, pageOf, shownAs } from '../../api/request/paging.ts'
import { detail, type Failure } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import {
  insertNotes,
  namesOfAuthors,
  type NoteRow,
  pageOfNotes,
} from '../../records/notes/store.ts'
import { findSubjects, keyOf, type Subject } from './subject-store.ts'

type NoteFailure = Failure<'RECORD_NOT_FOUND' | 'SCOPE_MISSING'>
/** A note with the name of who wrote it and the written id of its record. */
export type NamedNote<R = NoteRow> = { row: R; subject: Subject; author: string }

/**
 * Notes on records: a partner's own, in no event and no webhook. The audit log says who wrote one
 * on what, without its words, which may name people.
 */
export function createNoteService(deps: Pick<Deps, 'ids'>) {
  return { list, add }

  async function list(tx: Tx, caller: Caller, subject: Subject, page: Page) {
    const refused = withoutScope(caller, [subject], 'read')
    if (refused) return fail(refused)
    const found = await findSubjects(tx, caller.partnerId, [subject])
    const id = found.get(keyOf(subject))
    if (id === undefined) return fail({ code: 'RECORD_NOT_FOUND' })
    const rows = await pageOfNotes(tx, caller.partnerId, { kind: subject.kind, id }, page)
    const nameOf = await authorNames(tx, caller, rows)
    return ok(shownAs(pageOf(page, rows), (row) => ({ row, subject, author: nameOf(row) })))
  }

  async function add(
    tx: Tx,
    caller: Caller,
    { subjects, text }: { subjects: readonly Subject[]; text: string },
  ) {
    const refused = withoutScope(caller, subjects, 'write')
    if (refused) return fail(refused)
    const wanted = [...new Map(subjects.map((subject) => [keyOf(subject), subject])).values()]
    const found = await findSubjects(tx, caller.partnerId, wanted)
    const missing = subjects.flatMap((subject, i) =>
      found.has(keyOf(subject))
        ? []
        : [detail(`subjects.${i}.id`, 'RECORD_NOT_FOUND', 'No record has this id.')],
    )
    if (missing.length > 0) return fail({ code: 'RECORD_NOT_FOUND', details: missing })
    const rows = await insertNotes(
      tx,
      wanted.map((subject) => ({
        partner_id: caller.partnerId,
        id: deps.ids.uuid(),
        subject_kind: subject.kind,
        subject_id: found.get(keyOf(subject)) ?? '',
        body: text,
        author: caller.actor.id,
      })),
    )
    for (const { kind, id } of wanted)
      await recordAudit(tx, caller, { action: 'note.add', object: { kind, id } })
    const nameOf = await authorNames(tx, caller, rows)
    return ok(
      rows.flatMap((row, i) => {
        const subject = wanted[i]
        return subject ? [{ row, subject, author: nameOf(row) }] : []
      }),
    )
  }
}

/** The operation is open to whoever may reach some kind of record; each record asks for its own. */
function withoutScope(
  { scopes }: Caller,
  subjects: readonly Subject[],
  verb: 'read' | 'write',
): NoteFailure | undefined {
  const missing = [...new Set(subjects.map(({ kind }) => noteScope(kind, verb)))].filter(
    (scope) => !scopes.has(scope),
  )
  if (missing.length === 0) return undefined
  const details = [detail('', 'SCOPE_MISSING', 'Missing scope', { allowed: missing })]
  return { code: 'SCOPE_MISSING', details }
}

async function authorNames(
  tx: Tx,
  { partnerId }: Caller,
  rows: readonly NoteRow[],
): Promise<(row: NoteRow) => string> {
  const names = await namesOfAuthors(tx, partnerId, [...new Set(rows.map((row) => row.author))])
  return ({ author }) => names.get(author) ?? ''
}
