import { type AnswerOf, type InputOf, notes, q } from '../call.ts'

export type RecordNote = AnswerOf<typeof notes.list>['data'][number]
export type NoteSubject = InputOf<typeof notes.add>['body']['subjects'][number]

/** Modules whose live messages are about these records. */
const roots: Record<NoteSubject['kind'], string> = {
  transfer: 'transfers',
  deposit: 'payin-routes',
  entity: 'entities',
  external_account: 'accounts',
  funding_account: 'accounts',
  payin_route: 'payin-routes',
}

/** The newest notes of a record. */
export const notesQuery = ({ kind, id }: NoteSubject) => ({
  ...q(notes.list, { subjectKind: kind, subjectId: id, limit: '100' }),
  queryKey: [roots[kind], 'notes', kind, id],
})
