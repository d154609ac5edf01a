import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notes, queries, type AnswerOf, type InputOf, q } from '../../api/call.ts'
import { useMissingPermission } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { shortId } from '../../ui/display/values.tsx'
import { Card } from '../../ui/display/blocks.tsx'
import { Region } from '../../ui/page/region.tsx'
import { Note, NoteForm } from './note-parts.tsx'
import { t } from '../../messages/text.ts'

const writeScopes: Record<NoteSubject['kind'], string> = {
  transfer: 'transfers:write',
  deposit: 'payin-routes:write',
  entity: 'entities:write',
  external_account: 'accounts:write',
  funding_account: 'accounts:write',
  payin_route: 'payin-routes:write',
}

/** What colleagues should know about a record. Notes are never changed and never leave the workspace. */
export function NotesCard({ kind, id }: NoteSubject) {
  const [isWriting, setIsWriting] = useState(false)
  const missing = useMissingPermission(writeScopes[kind])
  const query = useQuery(notesQuery({ kind, id }))
  return (
    <Card
      title={t('Notes')}
      className="self-start"
      end={
        isWriting ? null : (
          <Button size="s" disabledReason={missing} onClick={() => setIsWriting(true)}>
            {t('Add note')}
          </Button>
        )
      }
    >
      <div className="grid">
        {isWriting ? <NewNote subject={{ kind, id }} onClose={() => setIsWriting(false)} /> : null}
        <Region query={query} what={t('Notes')}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="muted">{t('No notes yet. Only your team sees them.')}</p>
            ) : (
              <ul className="grid">
                {data.map((note) => (
                  <Note
                    key={note.noteId}
                    author={authorOf(note)}
                    at={note.createdAt}
                    text={note.text}
                  />
                ))}
              </ul>
            )
          }
        </Region>
      </div>
    </Card>
  )
}

function authorOf({ author }: AnswerOf<typeof notes.list>['data'][number]): string {
  if (author.name) return author.name
  return author.type === 'api_key'
    ? t('API key {id}', { id: shortId(author.id) })
    : t('Former member')
}

function NewNote({ subject, onClose }: { subject: NoteSubject; onClose: () => void }) {
  return (
    <NoteForm
      operation={notes.add}
      inputOf={(text) => ({ body: { subjects: [subject], text } })}
      onAdded={async () => {
        await queries.invalidateQueries({ queryKey: notesQuery(subject).queryKey })
        onClose()
      }}
      submit={t('Save note')}
    >
      <Button size="s" onClick={onClose}>
        {t('Cancel')}
      </Button>
    </NoteForm>
  )
}

type NoteSubject = InputOf<typeof notes.add>['body']['subjects'][number]

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
const notesQuery = ({ kind, id }: NoteSubject) => ({
  ...q(notes.list, { subjectKind: kind, subjectId: id, limit: '100' }),
  queryKey: [roots[kind], 'notes', kind, id],
})
