import { codeLabel } from '../../../messages/service.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { Link } from 'react-router'
import { Checkbox } from '../../../ui/controls/inputs.tsx'
import { useNow } from '../../../api/clock.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { AttemptMarks } from '../../../features/webhooks/attempt-marks.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import type { Delivery } from '../../../api/queries/webhooks.ts'
import { StatusStep } from '../../../features/webhooks/event-list.tsx'
import { nextText } from '../../../features/webhooks/labels.ts'
import { endpointColumn } from '../../../features/webhooks/endpoint-column.tsx'
import { t } from '../../../messages/text.ts'

type Open = { value: string | undefined; linkTo: (value: string | undefined) => string }
type Props = {
  deliveries: readonly Delivery[]
  /** Of endpoints by their ids, where there are several. */
  names: ReadonlyMap<string, string>
  open: Open
  picked: ReadonlySet<string>
  onPick: (picked: ReadonlySet<string>) => void
}

/** One line for each delivery; the one that the address names is open below its line. */
export function DeliveriesTable({ deliveries, names, open, picked, onPick }: Props) {
  const now = useNow(1000)
  return (
    <SmallTable
      label={t('Deliveries')}
      className="stacked-table stacked-events"
      columns={[pickColumn({ deliveries, picked, onPick }), ...columnsFor(open, now, names)]}
      rows={deliveries}
      rowId={({ deliveryId }) => deliveryId}
      below={({ deliveryId }) =>
        deliveryId === open.value ? <DeliveryDetail deliveryId={deliveryId} /> : null
      }
    />
  )
}

const columnsFor = (
  open: Open,
  now: number,
  names: ReadonlyMap<string, string>,
): readonly SmallColumn<Delivery>[] => [
  smallColumn(t('Delivery'), { cells: 'cell-status' }, ({ status }) => (
    <StatusPill status={status} />
  )),
  smallColumn(t('Event'), { cells: 'cell-who' }, ({ deliveryId, eventCategory, eventType }) => {
    const isOpen = deliveryId === open.value
    return (
      <Link
        className="row-link mono"
        to={open.linkTo(isOpen ? undefined : deliveryId)}
        preventScrollReset
        aria-expanded={isOpen}
      >
        {eventCategory}.{eventType}
      </Link>
    )
  }),
  ...endpointColumn(names),
  { head: t('Status change'), cell: (delivery) => <Change delivery={delivery} /> },
  smallColumn(t('Attempts'), { cells: 'cell-out' }, (delivery) => (
    <AttemptMarks delivery={delivery} />
  )),
  smallColumn(
    t('Answer'),
    { align: 'end' },
    ({ attempts }) => attempts.at(-1)?.httpStatus ?? <span className="faint">{t('none')}</span>,
  ),
  smallColumn(t('Time taken'), { align: 'end', cells: 'muted' }, ({ attempts }) => {
    const last = attempts.at(-1)
    return last ? t('{milliseconds} ms', { milliseconds: countText(last.durationMs) }) : ''
  }),
  smallColumn(t('Next##attempt'), { cells: 'muted' }, (delivery) => nextText(delivery, now)),
  smallColumn(t('Created'), { align: 'end', cells: 'muted cell-in' }, (delivery) => (
    <Time at={delivery.createdAt} detail="second" />
  )),
]

function pickColumn({
  deliveries,
  picked,
  onPick,
}: Omit<Props, 'open' | 'names'>): SmallColumn<Delivery> {
  const all = deliveries.length > 0 && deliveries.every(({ deliveryId }) => picked.has(deliveryId))
  const toggle = (id: string) => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    onPick(next)
  }
  return smallColumn(
    <Checkbox
      label={t('Select all shown')}
      labelHidden
      checked={all}
      indeterminate={!all && picked.size > 0}
      onChange={() => onPick(new Set(all ? [] : deliveries.map(({ deliveryId }) => deliveryId)))}
    />,
    { className: 'cell-pick' },
    ({ deliveryId, eventCategory, eventType, sequence }) => (
      <Checkbox
        label={t('Select {event}, number {sequence}', {
          event: `${eventCategory}.${eventType}`,
          sequence,
        })}
        labelHidden
        checked={picked.has(deliveryId)}
        onChange={() => toggle(deliveryId)}
      />
    ),
  )
}

/** `Pending to processing`, or the one status that there is. */
function Change({ delivery }: { delivery: Delivery }) {
  const { objectStatus, objectPreviousStatus, eventStatus } = delivery
  if (objectPreviousStatus === '' || objectPreviousStatus === objectStatus) {
    return codeLabel(objectStatus || eventStatus)
  }
  return <StatusStep from={objectPreviousStatus} to={objectStatus} />
}
