import type { EntityForm } from '@corridor/contract/forms'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call, entities } from '../../api/call.ts'
import { useIdempotencyKeys } from '../../api/idempotency-key.ts'
import { Breadcrumb } from '../../components/links.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../paths.ts'
import { emptyForm, entityBody } from './entity-body.ts'
import { TypeField } from './entity-fields.tsx'
import { EntityFormFrame } from './entity-form.tsx'

/** A customer is created in one step; what it has to prove comes later. */
export function Component() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const keyOf = useIdempotencyKeys()
  async function send(values: EntityForm) {
    const body = entityBody(values)
    const { data } = await call(entities.create, { body }, { idempotencyKey: keyOf(body) })
    await queries.invalidateQueries({ queryKey: ['entities'] })
    await navigate(paths.entity(data.entityId))
  }
  return (
    <>
      <Breadcrumb items={[{ label: 'Entities', to: paths.entities }, { label: 'New entity' }]} />
      <PageHead
        heading="New entity"
        text="A customer, person or business, in whose name money moves."
      />
      <EntityFormFrame
        label="New entity"
        values={emptyForm}
        head={<TypeField />}
        submit="Create entity"
        refused="The entity was not created"
        cancelTo={paths.entities}
        send={send}
      />
    </>
  )
}
