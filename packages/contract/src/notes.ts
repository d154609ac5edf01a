import { z } from 'zod'
import { enveloped, listed, pageQuery, recordId, sortBy, text, timestamp } from './base/common.ts'
import { endpoint, type Scope } from './base/endpoint.ts'

/** Records that notes are kept on, and the module whose scopes read and write them. */
export const noteSubjects = {
  transfer: 'transfers',
  deposit: 'payin-routes',
  entity: 'entities',
  external_account: 'accounts',
  funding_account: 'accounts',
  payin_route: 'payin-routes',
} as const
export type NoteSubjectKind = keyof typeof noteSubjects
const kinds = Object.keys(noteSubjects) as [NoteSubjectKind, ...NoteSubjectKind[]]

/** The scope that a note on a record of this kind takes. */
export const noteScope = (kind: NoteSubjectKind, verb: 'read' | 'write'): Scope =>
  `${noteSubjects[kind]}:${verb}`

const scopes = (verb: 'read' | 'write') => ({
  scope: `entities:${verb}` as const,
  orScope: [`transfers:${verb}`, `accounts:${verb}`, `payin-routes:${verb}`] as const,
})

const Subject = z.object({
  kind: z.enum(kinds).describe('Kind of the record.'),
  id: recordId().describe('Id of the record, such as `exec_…`.'),
})

/** What somebody of the partner wrote about a record. It is never changed. */
export const RecordNote = z
  .object({
    noteId: z.string().describe('Id of the note, `note_…`.'),
    subject: z
      .object({
        kind: z.string().describe('Kind of the record, such as transfer.'),
        id: z.string().describe('Id of the record.'),
      })
      .describe('The record that the note is about.'),
    text: z.string().describe('The note as it was written; it is never changed.'),
    author: z
      .object({
        type: z.enum(['member', 'api_key']).describe('Whether a member or a key wrote it.'),
        id: z.string().describe('Id of the member or key.'),
        name: z.string().describe('Name of the member; empty of a key, which its id names.'),
      })
      .describe('Who wrote it.'),
    createdAt: timestamp().describe('When it was written.'),
  })
  .meta({ id: 'RecordNote' })

export const notes = {
  list: endpoint({
    id: 'notes.list',
    module: 'entities',
    method: 'GET',
    path: '/api/v1/notes',
    summary: 'List the notes on one record, newest first; takes the read scope of the record',
    ...scopes('read'),
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      subjectKind: z.enum(kinds).describe('Kind of the record that the notes are about.'),
      subjectId: recordId().describe(
        'Id of the record that the notes are about, such as `exec_…`.',
      ),
    }),
    response: listed(RecordNote),
    failures: ['RECORD_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  add: endpoint({
    id: 'notes.add',
    module: 'entities',
    method: 'POST',
    path: '/api/v1/notes',
    summary:
      'Add one note to up to 200 records, to all of them or to none; takes the write scope of each',
    ...scopes('write'),
    body: z.object({
      subjects: z.array(Subject).min(1).max(200).describe('Records that get the note, 1 to 200.'),
      text: text(2000).describe('The note, at most 2,000 characters.'),
    }),
    response: enveloped(z.array(RecordNote)),
    failures: ['RECORD_NOT_FOUND'],
  }),
}
