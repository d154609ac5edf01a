import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { jurisdictionsQuery } from '../../api/queries/accounts.ts'
import { type Activity, activityOf, type CustomerEvents } from '../../api/queries/events.ts'
import { serviceText } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'
import { paths } from '../../routing/paths.ts'
import { shortId, StatusPill, Time } from '../../ui/display/values.tsx'
import { TextLink } from '../../ui/page/links.tsx'
import { RecordList } from '../../ui/table/record-list.tsx'
import { type Column, column } from '../../ui/table/types.ts'
import { placesText } from '../kyc/places-text.ts'
import { eventLink, idOfEvent, StatusChange, subjectOf } from './event-list.tsx'
import { categoryLabel } from './selection.ts'

type Props = {
  /** Whose activity it is: no row has to name it. */
  entityId: string
  source: CustomerEvents
  name: string
  empty: { title: string; text: string }
}

/** What happened to a customer: one line for what was decided about several places at once. */
export function ActivityList({ entityId, source, name, empty }: Props) {
  const { data } = useQuery(jurisdictionsQuery)
  const columns = useMemo(() => {
    const places = new Map(data?.data.map((item) => [item.id, item.name]))
    const about = (row: Activity) => aboutText(row, entityId, places)
    return columnsOf(about)
  }, [data, entityId])
  const together = useMemo(() => activityOf(source), [source])
  return (
    <RecordList
      name={name}
      noun={[t('entry'), t('entries')]}
      source={together}
      columns={columns}
      rowId={idOfEvent}
      rowLink={eventLink}
      stack={linesOf}
      all={<TextLink to={paths.webhookEvents}>{t('All events')}</TextLink>}
      empty={empty}
    />
  )
}

const columnsOf = (about: (row: Activity) => string): Column<Activity>[] => [
  column('time', t('Time'), { width: 152 }, (row) => <Time at={row.createdAt} detail="second" />),
  column('what', t('What'), { width: 184, anchor: true }, (row) =>
    categoryLabel(row.eventCategory),
  ),
  column('status', t('Status'), { width: 208 }, (row) => <StatusPill status={row.eventStatus} />),
  column('change', t('Status change'), { width: 264, from: 900 }, (row) => (
    <StatusChange event={row} />
  )),
  column(
    'about',
    t('For'),
    { width: 'grow', from: 760 },
    (row) => about(row) || <span className="faint">–</span>,
  ),
]

function aboutText(row: Activity, entityId: string, names: ReadonlyMap<string, string>): string {
  const [first, second] = row.places
  if (first && !second) return serviceText(names.get(first) ?? first)
  if (first) return placesText(row.places.length)
  const subject = subjectOf(row)
  return subject === entityId ? '' : shortId(subject)
}

function linesOf(row: Activity) {
  return [
    categoryLabel(row.eventCategory),
    <Time key="time" at={row.createdAt} />,
    <StatusPill key="status" status={row.eventStatus} />,
    <StatusChange key="change" event={row} />,
  ] as const
}
