import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMissingPermission } from '../../../api/session.ts'
import { kyc } from '../../../api/call.ts'
import { Region } from '../../../ui/page/region.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Time } from '../../../ui/display/time.tsx'
import { kycKey, kycNotesQuery } from '../../../api/queries/kyc.ts'
import { t } from '../../../messages/text.ts'

const lengthMax = 2000

/** What colleagues have to know; the customer never sees it. */
export function KycNotes({ entityId }: { entityId: string }) {
  const query = useQuery(kycNotesQuery(entityId))
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
                  <li key={note.noteId}>
                    <div className="row between">
                      <b className="truncated">{note.authorName || t('API key')}</b>
                      <span className="muted">
                        <Time at={note.createdAt} />
                      </span>
                    </div>
                    <p className="wrap-text">{note.text}</p>
                  </li>
                ))}
              </ul>
            )
          }
        </Region>
        <NewNote entityId={entityId} />
      </div>
    </Card>
  )
}

/** The API knows members by their id; one's own name is known here. */
function NewNote({ entityId }: { entityId: string }) {
  const queries = useQueryClient()
  const missing = useMissingPermission('kyc:write')
  const form = useFixedForm({
    start: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { text: t('Write the note first.') } : {}),
  })
  const { values, errors, set, problem, element } = form
  const adding = useAction(kyc.addNote, {
    repeats: true,
    onDone: async () => {
      form.clear()
      await queries.invalidateQueries({ queryKey: kycKey })
    },
    onRefused: form.refuse,
  })
  const onSubmit = form.submit(({ text }) => {
    if (!missing) adding.send({ params: { entityId }, body: { text: text.trim() } })
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
        <Button type="submit" size="s" busy={adding.isBusy} disabledReason={missing}>
          {t('Add note')}
        </Button>
      </div>
    </form>
  )
}
