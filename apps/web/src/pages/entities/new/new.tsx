import type { EntityForm } from '@corridor/contract/forms'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { type DraftAt, restored, useDraftAt } from '../../../features/drafts/draft-at.ts'
import { forgetDraft } from '../../../features/drafts/saving.ts'
import { entityName } from '../../../features/entities/entity-name.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { call, entities } from '../../../api/call.ts'
import { useIdempotencyKeys } from '../../../api/idempotency-key.ts'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { paths } from '../../../routing/paths.ts'
import { emptyForm, entityBody } from '../../../features/entities/entity-body.ts'
import { TypeField } from '../../../features/entities/entity-fields.tsx'
import { EntityFormFrame } from '../../../features/entities/entity-form.tsx'
import { entitiesKey } from '../../../api/queries/entities.ts'
import { t } from '../../../messages/text.ts'

const DraftLine = lazy(async () => ({
  default: (await import('../../../features/drafts/draft-line.tsx')).DraftLine,
}))

/** A customer is created in one step; what it has to prove comes later. */
export function Component() {
  const at = useDraftAt()
  return (
    <>
      <Breadcrumb
        items={[{ label: t('Entities'), to: paths.entities }, { label: t('New entity') }]}
      />
      <PageHead
        heading={t('New entity')}
        text={t('The person or business whose money you move.')}
      />
      {at ? <NewEntity key={at.draftId} at={at} /> : <SkeletonLines lines={8} />}
    </>
  )
}

function NewEntity({ at: { draftId, kept } }: { at: DraftAt }) {
  const [start] = useState(() => restored(emptyForm, kept))
  const navigate = useNavigate()
  const queries = useQueryClient()
  const keyOf = useIdempotencyKeys()
  async function send(values: EntityForm) {
    const body = entityBody(values)
    const { data } = await call(entities.create, { body }, { idempotencyKey: keyOf(body) })
    forgetDraft(queries, draftId)
    await queries.invalidateQueries({ queryKey: entitiesKey })
    await navigate(paths.entity(data.entityId))
  }
  return (
    <EntityFormFrame
      label={t('New entity')}
      values={start}
      head={<TypeField />}
      submit={t('Create entity')}
      refused={t('The entity was not created')}
      cancelTo={paths.entities}
      send={send}
      foot={(body) => (
        <Suspense>
          <DraftLine
            {...{ draftId, body, start }}
            kind="entity"
            title={entityName(body) || body.email}
          />
        </Suspense>
      )}
    />
  )
}
