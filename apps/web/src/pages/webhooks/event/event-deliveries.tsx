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
import { answerText, nextText } from '../../../features/webhooks/words.ts'

/** How far an event has got to the partner's own server; nothing where there is no endpoint. */
export function EventDeliveries({ eventId }: { eventId: string }) {
  const query = useQuery(deliveriesOfEventQuery(eventId))
  return (
    <Card title="Deliveries" className="mb-4" flush>
      <Region
        query={query}
        what="Deliveries"
        empty={({ data }) =>
          data.length === 0 ? (
            <p className="muted p-4">This event was sent nowhere: no endpoint was registered.</p>
          ) : undefined
        }
      >
        {({ data }) => (
          <div className="table-scroll">
            <table
              className="small-table stacked-table stacked-events"
              aria-label="Deliveries of this event"
            >
              <thead>
                <tr>
                  <th scope="col">Delivery</th>
                  <th scope="col">Last answer</th>
                  <th scope="col">Attempts</th>
                  <th scope="col">Next</th>
                  <th scope="col" className="text-right">
                    Created
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map((delivery) => (
                  <Row key={delivery.deliveryId} delivery={delivery} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Region>
    </Card>
  )
}

function Row({ delivery }: { delivery: Delivery }) {
  const now = useNow(1000)
  const last = delivery.attempts.at(-1)
  return (
    <tr>
      <td className="cell-status">
        <StatusPill status={delivery.status} />
      </td>
      <td className="cell-who cell-fill">
        <PageLink className="row-link" to={paths.webhookDelivery(delivery.deliveryId)}>
          {last ? answerText(last) : 'Not sent'}
        </PageLink>
      </td>
      <td className="cell-out">
        <AttemptMarks delivery={delivery} />
      </td>
      <td className="muted">{nextText(delivery, now)}</td>
      <td className="text-right muted cell-in">
        <Time at={delivery.createdAt} detail="second" />
      </td>
    </tr>
  )
}
