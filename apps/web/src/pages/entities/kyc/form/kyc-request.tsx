import { FormSummary } from '../../../../ui/fields/form-summary.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { kyc, q } from '../../../../api/call.ts'
import { useAction } from '../../../../features/actions/action.tsx'
import { useMissingPermission } from '../../../../api/session.ts'
import { entitiesKey, type Entity } from '../../../../api/queries/entities.ts'
import { PlainFields } from '../../../../ui/fields/field-form.tsx'
import { useFieldForm } from '../../../../ui/fields/use-field-form.ts'
import type { Values } from '../../../../ui/fields/values.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { Time } from '../../../../ui/display/values.tsx'
import { DocumentSlots } from '../documents/kyc-documents.tsx'
import type { InformationRequest, KycDocument } from '../../../../api/queries/kyc.ts'
import { slotsOf } from '../../../../features/kyc/kyc-labels.ts'
import { documentIdsFor } from '../documents/submission.ts'
import { rich } from '../../../../messages/rich.tsx'
import { t } from '../../../../messages/text.ts'
import { serviceText } from '../../../../messages/service.ts'

type Props = { entity: Entity; request: InformationRequest }
const none: ReadonlyMap<string, string> = new Map()

/** What the review wants to know in addition, and the answer. */
export function RequestCard({ entity, request }: Props) {
  const { rfiId, documents, message, createdAt, dueAt } = request
  const { data } = useQuery(q(kyc.documents, { entityId: entity.entityId }))
  // Only what came after the question answers it.
  const uploaded = (data?.data ?? []).filter(
    ({ uploadedAt }) => Date.parse(uploadedAt) >= Date.parse(createdAt),
  )
  const { state, send, busy } = useAnswer({ entity, request }, uploaded)
  const missing = useMissingPermission('kyc:write')
  const { element, submit } = state
  return (
    <Card
      title={t('Request for information')}
      tone="hand"
      beside={
        <span className="muted">{rich('due {time}', { time: <Time at={dueAt} withZone /> })}</span>
      }
      id={rfiId}
    >
      <div className="grid" ref={element}>
        <p>{serviceText(message)}</p>
        <FormSummary title={t('The answer was not sent')} problem={state.problem} />
        <PlainFields state={state} />
        <DocumentSlots entity={entity} specs={documents} uploaded={uploaded} problems={none} />
        <div className="row">
          <Button variant="primary" busy={busy} disabledReason={missing} onClick={submit(send)}>
            {t('Send answer')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function useAnswer({ entity, request }: Props, uploaded: readonly KycDocument[]) {
  const { entityId } = entity
  const { rfiId, fields, documents } = request
  const groups = useMemo(() => [{ key: 'answer', title: t('Answer'), fields }], [fields])
  const state = useFieldForm({ groups, pathPrefix: 'fields.' })
  const answer = useAction(kyc.answer, {
    done: { title: t('Answer sent'), text: t('The review continues.') },
    stale: entitiesKey,
    onRefused: (error) => state.refuse(error),
  })
  const send = (answers: Values) =>
    answer.send({
      params: { entityId, rfiId },
      body: { fields: answers, documents: documentIdsFor(slotsOf(documents), uploaded) },
    })
  return { state, send, busy: answer.isBusy }
}
