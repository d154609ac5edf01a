import type { EntityForm } from '@corridor/contract/forms'
import { useNavigate } from 'react-router'
import { call, entities, queries } from '../../../api/call.ts'
import { useIdempotencyKeys } from '../../../api/idempotency-key.ts'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { paths } from '../../../routing/paths.ts'
import { emptyForm, entityBody } from '../../../features/entities/entity-body.ts'
import { TypeField } from '../../../features/entities/entity-fields.tsx'
import { EntityFormFrame } from '../../../features/entities/entity-form.tsx'
import { entitiesKey } from '../../../api/queries/entities.ts'
import { t } from '../../../messages/text.ts'

/** A customer is created in one step; what it has to prove comes later. */
export function Component() {
  return (
    <>
      <Breadcrumb
        items={[{ label: t('Entities'), to: paths.entities }, { label: t('New entity') }]}
      />
      <PageHead
        heading={t('New entity')}
        text={t('The person or business whose money you move.')}
      />
      <NewEntity />
    </>
  )
}

function NewEntity() {
  const navigate = useNavigate()
  const keyOf = useIdempotencyKeys()
  async function send(values: EntityForm) {
    const body = entityBody(values)
    const { data } = await call(entities.create, { body }, { idempotencyKey: keyOf(body) })
    await queries.invalidateQueries({ queryKey: entitiesKey })
    await navigate(paths.entity(data.entityId))
  }
  return (
    <EntityFormFrame
      label={t('New entity')}
      values={emptyForm}
      head={<TypeField />}
      submit={t('Create entity')}
      refused={t('The entity was not created')}
      cancelTo={paths.entities}
      send={send}
    />
  )
}
