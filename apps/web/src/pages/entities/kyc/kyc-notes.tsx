import { useQuery } from '@tanstack/react-query'
import { useMissingPermission } from '../../../api/session.ts'
import { kyc, q, queries } from '../../../api/call.ts'
import { Region } from '../../../ui/page/region.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { Note, NoteForm } from '../../../features/notes/note-parts.tsx'
import { entitiesKey } from '../../../api/queries/entities.ts'
import { t } from '../../../messages/text.ts'

/** What colleagues have to know; the customer never sees it. */
export function KycNotes({ entityId }: { entityId: string }) {
  const missing = useMissingPermission('kyc:write')
  const query = useQuery(q(kyc.notes, { entityId }))
  return (
    <Card
      title={t('Internal notes')}
      beside={<span className="muted">{t('never shown to customers')}</span>}
    >
      <div className="grid">
        <Region query={query} what={t('Notes')}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="muted">{t('No notes yet.')}</p>
            ) : (
              <ul className="grid">
                {data.map((note) => (
                  <Note
                    key={note.noteId}
                    author={note.authorName || t('API key')}
                    at={note.createdAt}
                    text={note.text}
                  />
                ))}
              </ul>
            )
          }
        </Region>
        <NoteForm
          operation={kyc.addNote}
          inputOf={(text) => ({ params: { entityId }, body: { text } })}
          onAdded={() => queries.invalidateQueries({ queryKey: entitiesKey })}
          submit={t('Add note')}
          disabledReason={missing}
        />
      </div>
    </Card>
  )
}
