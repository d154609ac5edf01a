import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notes } from '../../api/call.ts'
import { type NoteSubject, notesQuery, type RecordNote } from '../../api/queries/notes.ts'
import { useMissingPermission } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { shortId } from '../../ui/display/address.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Time } from '../../ui/display/time.tsx'
import { useFixedForm } from '../../ui/fields/use-fixed-form.ts'
import { Region } from '../../ui/page/region.tsx'
import { useAction } from '../actions/confirmed-call.ts'
import { t } from '../../messages/text.ts'

const lengthMax = 2000

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
                  <Note key={note.noteId} note={note} />
                ))}
              </ul>
            )
          }
        </Region>
      </div>
    </Card>
  )
}

function Note({ note: { author, createdAt, text } }: { note: RecordNote }) {
  return (
    <li>
      <div className="row between">
        <b className="truncated">
          {author.name ||
            (author.type === 'api_key'
              ? t('API key {id}', { id: shortId(author.id) })
              : t('Former member'))}
        </b>
        <span className="muted">
          <Time at={createdAt} />
        </span>
      </div>
      <p className="wrap-text">{text}</p>
    </li>
  )
}

type NewNoteProps = { subject: NoteSubject; onClose: () => void }

function NewNote({ subject, onClose }: NewNoteProps) {
  const queries = useQueryClient()
  const form = useFixedForm({
    start: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { text: t('Write the note first.') } : {}),
  })
  const { values, errors, set, problem, element } = form
  const adding = useAction(notes.add, {
    repeats: true,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: notesQuery(subject).queryKey })
      onClose()
    },
    onRefused: form.refuse,
  })
  const onSubmit = form.submit(({ text }) => {
    adding.send({ body: { subjects: [subject], text: text.trim() } })
  })
  return (
    <form ref={element} className="stack" noValidate aria-label={t('New note')} onSubmit={onSubmit}>
      <Field label={t('Note')} error={errors.text ?? problem?.lines.join(' ')}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={3}
            maxLength={lengthMax}
            value={values.text}
            onChange={(event) => set({ text: event.target.value })}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" size="s" variant="primary" busy={adding.isBusy}>
          {t('Save note')}
        </Button>
        <Button size="s" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
