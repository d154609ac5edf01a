import { useMemo } from 'react'
import { webhooks } from '../../api/call.ts'
import { eventColumns, eventLines, eventLink, idOfEvent } from '../../components/event-list.tsx'
import type { Entity } from '../../components/entity.ts'
import { TextLink } from '../../components/links.tsx'
import { listSource } from '../../components/table/list-source.ts'
import { RecordList } from '../../components/table/record-list.tsx'
import { paths } from '../../paths.ts'

/** What happened to this entity, its wallets included. */
export function ActivityTab({ entity: { entityId } }: { entity: Entity }) {
  const source = useMemo(
    () => listSource(['webhooks', 'of-entity'], webhooks.events, undefined, { entityId }),
    [entityId],
  )
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
