import { kycStates } from '@corridor/domain'
import type { EntityForm } from '@corridor/contract/forms'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call, entities, q } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { useIdempotencyKeys } from '../../../api/idempotency-key.ts'
import { entitiesKey, type Entity } from '../../../api/queries/entities.ts'
import { entityName } from '../../../features/entities/entity-name.ts'
import { isMissing } from '../../../api/errors.ts'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { paths } from '../../../routing/paths.ts'
import { Notice } from '../../../ui/display/blocks.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { changesOf, formOf, lockedFields } from '../../../features/entities/entity-body.ts'
import { LockedFields } from '../../../features/entities/entity-fields.tsx'
import { EntityFormFrame } from '../../../features/entities/entity-form.tsx'
import { t } from '../../../messages/text.ts'
import { serviceText } from '../../../messages/service.ts'

/** Changes what is known of a customer; what was verified stays as it is. */
export function Component() {
  const { entityId = '' } = useParams()
  const query = useQuery(q(entities.read, { entityId }))
  if (isMissing(query)) return <NotFoundPage />
  const name = query.data ? entityName(query.data.data) : undefined
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Entities'), to: paths.entities },
          { label: name ?? entityId, to: paths.entity(entityId) },
          { label: t('Edit') },
        ]}
      />
      <PageHead heading={t('Edit entity')} text={name ?? '\u00a0'} />
      <Region query={query} what={t('Entity')}>
        {({ data }) => <EditForm read={data} />}
      </Region>
    </>
  )
}

const unlocked: typeof lockedFields = new Set()
/** A name in Latin letters that is missing may be added yet. */
const lockedIn = ({ latinName }: Entity): typeof lockedFields =>
  latinName === undefined ? lockedFields : new Set([...lockedFields, 'latinName'])

function EditForm({ read }: { read: Entity }) {
  // The record as it was when editing began: a change that comes in between must not be written over.
  const [entity] = useState(read)
  const { entityId, version, kycStatus } = entity
  const navigate = useNavigate()
  const keyOf = useIdempotencyKeys()
  const isLocked = kycStates[kycStatus].wasApproved
  async function send(values: EntityForm) {
    const body = changesOf(entity, values)
    const { message } = await call(
      entities.update,
      { params: { entityId }, body },
      { idempotencyKey: keyOf({ body, version }), version },
    )
    await queries.invalidateQueries({ queryKey: entitiesKey })
    toast({ title: message ? serviceText(message) : t('Entity updated.'), tone: 'done' })
    await navigate(paths.entity(entityId))
  }
  return (
    <div className="grid max-w-[720px]">
      {isLocked ? (
        <Notice title={t('Names and registration data are locked')}>
          {t(
            'They are verified. They can be changed once verification reopens: after the approval expires, or when compliance asks for new information.',
          )}
        </Notice>
      ) : null}
      <LockedFields value={isLocked ? lockedIn(entity) : unlocked}>
        <EntityFormFrame
          label={t('Edit entity')}
          values={formOf(entity)}
          submit={t('Save changes')}
          refused={t('The changes were not saved')}
          cancelTo={paths.entity(entityId)}
          send={send}
        />
      </LockedFields>
    </div>
  )
}
