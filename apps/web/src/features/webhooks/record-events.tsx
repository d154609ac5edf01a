import { useMemo } from 'react'
import { eventsSourceAbout, type eventsSource } from '../../api/queries/events.ts'
import { paths } from '../../routing/paths.ts'
import { TextLink } from '../../ui/page/links.tsx'
import { RecordList } from '../../ui/table/record-list.tsx'
import { eventLines, eventLink, idOfEvent, recordColumns } from './event-list.tsx'
import { t } from '../../messages/text.ts'

/** Events that name a record, newest first. */
export function RecordEvents({ id, name }: { id: string; name: string }) {
  const source = useMemo(() => eventsSourceAbout(id), [id])
  const empty = { title: t('No events yet'), text: t('Every change becomes an event.') }
  return <EventsFrom source={source} name={name} empty={empty} />
}

type Props = {
  source: typeof eventsSource
  name: string
  empty: { title: string; text: string }
}

/** The events of a source, as a tab shows them. */
function EventsFrom({ source, name, empty }: Props) {
  return (
    <RecordList
      name={name}
      noun={[t('event'), t('events')]}
      source={source}
      columns={recordColumns}
      rowId={idOfEvent}
      rowLink={eventLink}
      stack={eventLines}
      all={<TextLink to={paths.webhookEvents}>{t('All events')}</TextLink>}
      empty={empty}
    />
  )
}
