import { codeLabel, codeText } from '../../../messages/service.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { Region, type RegionQuery } from '../../../ui/page/region.tsx'
import { PageLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import type { Timeline } from '../../../api/queries/transfers.ts'
import type { HookEvent } from '../../../api/queries/events.ts'
import { plural, t } from '../../../messages/text.ts'

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
    <Card title={t('Events')} flush>
      <Region
        query={query}
        what={t('Events')}
        empty={({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t('No events yet')}>
              {t('Each change of the transfer becomes an event.')}
            </EmptyState>
          ) : undefined
        }
      >
        {({ data }) => (
          <SmallTable
            label={t('Events of this transfer')}
            className="stacked-table stacked-events"
            columns={columnsFor(deliveries)}
            rows={data}
            rowId={({ eventId }) => eventId}
          />
        )}
      </Region>
    </Card>
  )
}

const columnsFor = (deliveries: Deliveries): readonly SmallColumn<HookEvent>[] => [
  smallColumn(t('Time'), { cells: 'cell-in' }, (event) => (
    <Time at={event.createdAt} detail="second" />
  )),
  smallColumn(t('Event'), { cells: 'cell-who cell-fill' }, (event) => {
    const at = new URLSearchParams({ at: event.createdAt })
    return (
      <PageLink className="link mono" to={`${paths.webhookEvent(event.eventId)}?${at.toString()}`}>
        {event.eventCategory}.{event.eventType}
      </PageLink>
    )
  }),
  { head: t('State'), cell: (event) => <Change event={event} /> },
  smallColumn(t('Detail'), { cells: 'cell-status' }, (event) => (
    <StatusPill status={event.eventStatus} />
  )),
  smallColumn(t('Delivery'), { cells: 'cell-out' }, (event) => (
    <DeliveryState delivery={deliveries?.findLast(({ eventId }) => eventId === event.eventId)} />
  )),
  smallColumn(
    t('Number'),
    { className: 'only-large', cells: 'number muted' },
    (event) => event.sequence,
  ),
]

/** The newest delivery of an event, and the way to its attempts. */
function DeliveryState({ delivery }: { delivery: Delivery | undefined }) {
  if (!delivery) return <span className="faint">{t('none')}</span>
  const { deliveryId, status, attempts } = delivery
  return (
    <PageLink className="row gap-1" to={paths.webhookDelivery(deliveryId)}>
      <StatusPill status={status} />
      {attempts > 1 ? (
        <span className="muted">
          {plural(attempts, { one: '{count} attempt', other: '{count} attempts' })}
        </span>
      ) : null}
    </PageLink>
  )
}

function Change({ event }: { event: HookEvent }) {
  const { status, previousStatus } = event.eventObject
  if (!previousStatus || previousStatus === status) return codeLabel(status)
  return t('{before} to {after}', { before: codeLabel(previousStatus), after: codeText(status) })
}
