import { useMemo } from 'react'
import { eventsSourceAbout } from '../../api/queries/events.ts'
import { paths } from '../../routing/paths.ts'
import { TextLink } from '../../ui/page/links.tsx'
import { RecordList } from '../../ui/table/record-list.tsx'
import { eventColumns, eventLines, eventLink, idOfEvent } from './event-list.tsx'

/** Events that name a record, newest first. */
export function RecordEvents({ id, name }: { id: string; name: string }) {
  const source = useMemo(() => eventsSourceAbout(id), [id])
  return (
    <RecordList
      name={name}
      noun={['event', 'events']}
      source={source}
      columns={eventColumns}
      rowId={idOfEvent}
      rowLink={eventLink}
      stack={eventLines}
      all={<TextLink to={paths.webhookEvents}>All events</TextLink>}
      empty={{ title: 'No events yet', text: 'Every change becomes an event.' }}
    />
  )
}
