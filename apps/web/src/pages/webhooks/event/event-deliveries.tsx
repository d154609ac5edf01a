import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { useNow } from '../../../api/clock.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { AttemptMarks } from '../../../features/webhooks/attempt-marks.tsx'
import { deliveriesOfEventQuery, type Delivery } from '../../../api/queries/webhooks.ts'
import { answerText, nextText } from '../../../features/webhooks/labels.ts'
import { endpointColumn } from '../../../features/webhooks/endpoint-column.tsx'
import { useEndpointNames } from '../../../features/webhooks/endpoints.ts'
import { t } from '../../../messages/text.ts'

/** How far an event has got to the partner's own server; nothing where there is no endpoint. */
export function EventDeliveries({ eventId }: { eventId: string }) {
  const now = useNow(1000)
  const query = useQuery(deliveriesOfEventQuery(eventId))
  const names = useEndpointNames()
  return (
    <Card title={t('Deliveries')} className="mb-4" flush>
      <Region
        query={query}
        what={t('Deliveries')}
        skeleton={<SkeletonLines lines={2} />}
        empty={({ data }) =>
          data.length === 0 ? (
            <p className="muted min-h-18 p-4">
              {t('This event was not sent: no endpoint was registered.')}
            </p>
          ) : undefined
        }
      >
        {({ data }) => (
          <SmallTable
            label={t('Deliveries of this event')}
            className="stacked-table stacked-events"
            columns={[
              ...columnsAt(now).slice(0, 2),
              ...endpointColumn(names),
              ...columnsAt(now).slice(2),
            ]}
            rows={data}
            rowId={({ deliveryId }) => deliveryId}
          />
        )}
      </Region>
    </Card>
  )
}

const columnsAt = (now: number): readonly SmallColumn<Delivery>[] => [
  smallColumn(t('Delivery'), { cells: 'cell-status' }, (delivery) => (
    <StatusPill status={delivery.status} />
  )),
  smallColumn(t('Last answer'), { cells: 'cell-who cell-fill' }, ({ deliveryId, attempts }) => (
    <PageLink className="row-link" to={paths.webhookDelivery(deliveryId)}>
      {answerOf(attempts.at(-1))}
    </PageLink>
  )),
  smallColumn(t('Attempts'), { cells: 'cell-out' }, (delivery) => (
    <AttemptMarks delivery={delivery} />
  )),
  smallColumn(t('Next##attempt'), { cells: 'muted' }, (delivery) => nextText(delivery, now)),
  smallColumn(t('Created'), { align: 'end', cells: 'muted cell-in' }, (delivery) => (
    <Time at={delivery.createdAt} detail="second" />
  )),
]

const answerOf = (last: Delivery['attempts'][number] | undefined) =>
  last ? answerText(last) : t('Not sent')
