import { useMemo } from 'react'
import {
  eventColumns,
  eventLines,
  eventLink,
  idOfEvent,
} from '../../../features/webhooks/event-list.tsx'
import type { Entity } from '../../../api/queries/entities.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { RecordList } from '../../../ui/table/record-list.tsx'
import { paths } from '../../../routing/paths.ts'
import { eventsSourceOf } from '../../../api/queries/events.ts'

/** What happened to this entity, its wallets included. */
export function ActivityTab({ entity: { entityId } }: { entity: Entity }) {
  const source = useMemo(() => eventsSourceOf(entityId), [entityId])
  return (
    <RecordList
      name="Events of this entity"
      noun={['event', 'events']}
      source={source}
      columns={eventColumns}
      rowId={idOfEvent}
      rowLink={eventLink}
      stack={eventLines}
      all={<TextLink to={paths.webhookEvents}>All events</TextLink>}
      empty={{
        title: 'No events yet',
        text: 'Every change to this entity and its wallets is an event.',
      }}
    />
  )
}
