import { Region, type RegionQuery } from '../../../ui/page/region.tsx'
import { PageLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import type { Timeline } from '../../../api/queries/transfers.ts'
import type { HookEvent } from '../../../api/queries/events.ts'

type Delivery = Timeline['deliveries'][number]

type Deliveries = readonly Delivery[] | undefined
type Props = {
  query: RegionQuery<{ data: HookEvent[] }>
  /** How far each event has got to the partner's own server, once it is known. */
  deliveries: Deliveries
}

/** Events of this execution, newest first, as a webhook gets them. */
export function EventsTab({ query, deliveries }: Props) {
  return (
    <Card title="Events" flush>
      <Region
        query={query}
        what="Events"
        empty={({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No events yet">
              Each change of the transfer becomes an event.
            </EmptyState>
          ) : undefined
        }
      >
        {({ data }) => <EventsTable events={data} deliveries={deliveries} />}
      </Region>
    </Card>
  )
}

type TableProps = { events: readonly HookEvent[]; deliveries: Deliveries }

function EventsTable({ events, deliveries }: TableProps) {
  return (
    <div className="table-scroll">
      <table
        className="small-table stacked-table stacked-events"
        aria-label="Events of this transfer"
      >
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Event</th>
            <th scope="col">State</th>
            <th scope="col">Detail</th>
            <th scope="col">Delivery</th>
            <th scope="col" className="only-large">
              Number
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.eventId}>
              <td className="cell-in">
                <Time at={event.createdAt} detail="second" />
              </td>
              <td className="cell-who cell-fill">
                <PageLink className="link mono" to={paths.webhookEvent(event.eventId)}>
                  {event.eventCategory}.{event.eventType}
                </PageLink>
              </td>
              <td>
                <Change event={event} />
              </td>
              <td className="cell-status">
                <StatusPill status={event.eventStatus} />
              </td>
              <td className="cell-out">
                <DeliveryState
                  delivery={deliveries?.findLast(({ eventId }) => eventId === event.eventId)}
                />
              </td>
              <td className="only-large number muted">{event.sequence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The newest delivery of an event, and the way to its attempts. */
function DeliveryState({ delivery }: { delivery: Delivery | undefined }) {
  if (!delivery) return <span className="faint">none</span>
  const { deliveryId, status, attempts } = delivery
  return (
    <PageLink className="row gap-1" to={paths.webhookDelivery(deliveryId)}>
      <StatusPill status={status} />
      {attempts > 1 ? <span className="muted">{attempts} attempts</span> : null}
    </PageLink>
  )
}

function Change({ event }: { event: HookEvent }) {
  const { status, previousStatus } = event.eventObject
  if (!previousStatus || previousStatus === status) return <span className="mono">{status}</span>
  return (
    <span className="mono">
      {previousStatus} <span className="faint">to</span> {status}
    </span>
  )
}
