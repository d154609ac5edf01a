import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { useNow } from '../../../api/clock.ts'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { AttemptMarks } from '../../../features/webhooks/attempt-marks.tsx'
import { deliveriesOfEventQuery, type Delivery } from '../../../api/queries/webhooks.ts'
import { answerText, nextText } from '../../../features/webhooks/labels.ts'

/** How far an event has got to the partner's own server; nothing where there is no endpoint. */
export function EventDeliveries({ eventId }: { eventId: string }) {
  const now = useNow(1000)
  const query = useQuery(deliveriesOfEventQuery(eventId))
  return (
    <Card title="Deliveries" className="mb-4" flush>
      <Region
        query={query}
        what="Deliveries"
        empty={({ data }) =>
          data.length === 0 ? (
            <p className="muted p-4">This event was not sent: no endpoint was registered.</p>
          ) : undefined
        }
      >
        {({ data }) => (
          <SmallTable
            label="Deliveries of this event"
            className="stacked-table stacked-events"
            columns={columnsAt(now)}
            rows={data}
            rowId={({ deliveryId }) => deliveryId}
          />
        )}
      </Region>
    </Card>
  )
}

const columnsAt = (now: number): readonly SmallColumn<Delivery>[] => [
  {
    head: 'Delivery',
    cellClassName: 'cell-status',
    cell: (delivery) => <StatusPill status={delivery.status} />,
  },
  {
    head: 'Last answer',
    cellClassName: 'cell-who cell-fill',
    cell: ({ deliveryId, attempts }) => (
      <PageLink className="row-link" to={paths.webhookDelivery(deliveryId)}>
        {answerOf(attempts.at(-1))}
      </PageLink>
    ),
  },
  {
    head: 'Attempts',
    cellClassName: 'cell-out',
    cell: (delivery) => <AttemptMarks delivery={delivery} />,
  },
  { head: 'Next', cellClassName: 'muted', cell: (delivery) => nextText(delivery, now) },
  {
    head: 'Created',
    className: 'text-right',
    cellClassName: 'muted cell-in',
    cell: (delivery) => <Time at={delivery.createdAt} detail="second" />,
  },
]

const answerOf = (last: Delivery['attempts'][number] | undefined) =>
  last ? answerText(last) : 'Not sent'
