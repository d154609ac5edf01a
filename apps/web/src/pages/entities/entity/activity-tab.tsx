import { useMemo } from 'react'
import type { Entity } from '../../../api/queries/entities.ts'
import { eventsSourceOf } from '../../../api/queries/events.ts'
import { ActivityList } from '../../../features/webhooks/activity-list.tsx'
import { t } from '../../../messages/text.ts'

/** What happened to this entity, its wallets included. */
export function ActivityTab({ entity: { entityId } }: { entity: Entity }) {
  const source = useMemo(() => eventsSourceOf(entityId), [entityId])
  const empty = {
    title: t('No events yet'),
    text: t('Every change to this entity and its wallets is an event.'),
  }
  const name = t('Events of this entity')
  return <ActivityList {...{ entityId, name, source, empty }} />
}
