import { wholeName } from '@corridor/domain'
import { useState } from 'react'
import type { Entity } from '../../../../api/queries/entities.ts'
import { entityCountry } from '../../../../features/entities/entity-name.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { StatusPill } from '../../../../ui/display/values.tsx'
import type { DocumentSpec, KycDocument } from '../../../../api/queries/kyc.ts'
import { UploadForm } from './kyc-upload.tsx'
import { type Slot, slotsOf } from '../../../../features/kyc/kyc-labels.ts'
import { documentsFor } from './submission.ts'
import { listText, t } from '../../../../messages/text.ts'

type Props = {
  entity: Entity
  specs: readonly DocumentSpec[]
  uploaded: readonly KycDocument[]
  /** What the service says about a slot that a submission lacked. */
  problems: ReadonlyMap<string, string>
}

/** Every document that is asked for, and its upload. */
export function DocumentSlots({ entity, specs, uploaded, problems }: Props) {
  return slotsOf(specs).map((slot) => (
    <SlotCard
      key={slot.key}
      entity={entity}
      slot={slot}
      documents={documentsFor(slot, uploaded)}
      problem={problems.get(slot.key)}
    />
  ))
}

type SlotProps = {
  entity: Entity
  slot: Slot
  documents: readonly KycDocument[]
  problem: string | undefined
}

function SlotCard({ entity, slot, documents, problem }: SlotProps) {
  const [again, setAgain] = useState(false)
  const person = slot.person === undefined ? undefined : entity.associatedPersons?.[slot.person]
  const name = person ? wholeName(person) : undefined
  const isThere = documents.length > 0
  return (
    <Card
      title={
        name && !slot.title.includes(name)
          ? t('{title} of {name}', { title: slot.title, name })
          : slot.title
      }
      beside={
        isThere ? (
          <StatusPill status={documents[0]?.status ?? 'RECEIVED'} kind="document" />
        ) : (
          <span className="muted">{slot.required ? t('required') : t('optional')}</span>
        )
      }
      end={
        isThere && !again ? (
          <Button size="s" onClick={() => setAgain(true)}>
            {t('Upload another')}
          </Button>
        ) : undefined
      }
      {...(problem ? { tone: 'fail' as const } : {})}
    >
      {problem ? (
        <p className="field-error mb-4" role="alert">
          {problem}
        </p>
      ) : null}
      {isThere && !again ? (
        <p className="muted">
          {t('Uploaded: {files}. It is sent with the submission.', {
            files: listText(documents[0]?.files.map(({ fileName }) => fileName) ?? []),
          })}
        </p>
      ) : (
        <UploadForm
          entityId={entity.entityId}
          slot={slot}
          country={person?.nationality ?? entityCountry(entity)}
          onUploaded={() => setAgain(false)}
        />
      )}
    </Card>
  )
}
