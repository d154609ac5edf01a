import { Fragment } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '../../../ui/controls/choice.tsx'
import { useNow } from '../../../api/clock.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { AttemptMarks } from '../../../features/webhooks/attempt-marks.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import type { Delivery } from '../../../api/queries/webhooks.ts'
import { nextText } from '../../../features/webhooks/words.ts'

type Open = { value: string | undefined; linkTo: (value: string | undefined) => string }
type Props = {
  deliveries: readonly Delivery[]
  open: Open
  picked: ReadonlySet<string>
  onPick: (picked: ReadonlySet<string>) => void
}

/** One line for each delivery; the one that the address names is open below its line. */
export function DeliveriesTable({ deliveries, open, picked, onPick }: Props) {
  const now = useNow(1000)
  const toggle = (id: string) => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    onPick(next)
  }
  const all = deliveries.length > 0 && deliveries.every(({ deliveryId }) => picked.has(deliveryId))
  return (
    <div className="table-scroll">
      <table className="small-table stacked-table stacked-events" aria-label="Deliveries">
        <thead>
          <tr>
            <th scope="col" className="cell-pick">
              <Checkbox
                label="Select all shown"
                labelHidden
                checked={all}
                indeterminate={!all && picked.size > 0}
                onChange={() =>
                  onPick(new Set(all ? [] : deliveries.map(({ deliveryId }) => deliveryId)))
                }
              />
            </th>
            <th scope="col">Delivery</th>
            <th scope="col">Event</th>
            <th scope="col">Status change</th>
            <th scope="col">Attempts</th>
            <th scope="col" className="text-right">
              Answer
            </th>
            <th scope="col" className="text-right">
              Time taken
            </th>
            <th scope="col">Next</th>
            <th scope="col" className="text-right">
              Created
            </th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => {
            const isOpen = delivery.deliveryId === open.value
            const to = open.linkTo(isOpen ? undefined : delivery.deliveryId)
            return (
              <Fragment key={delivery.deliveryId}>
                <Row
                  delivery={delivery}
                  isOpen={isOpen}
                  to={to}
                  now={now}
                  isPicked={picked.has(delivery.deliveryId)}
                  onPick={() => toggle(delivery.deliveryId)}
                />
                {isOpen ? (
                  <tr className="detail-row">
                    <td colSpan={9}>
                      <DeliveryDetail deliveryId={delivery.deliveryId} />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  delivery: Delivery
  isOpen: boolean
  to: string
  now: number
  isPicked: boolean
  onPick: () => void
}

function Row({ delivery, isOpen, to, now, isPicked, onPick }: RowProps) {
  const { status, eventCategory, eventType, attempts } = delivery
  const last = attempts.at(-1)
  return (
    <tr className={isOpen ? 'is-open' : undefined}>
      <td className="cell-pick">
        <Checkbox
          label={`Select ${eventCategory}.${eventType}, number ${delivery.sequence}`}
          labelHidden
          checked={isPicked}
          onChange={onPick}
        />
      </td>
      <td className="cell-status">
        <StatusPill status={status} />
      </td>
      <td className="cell-who">
        <Link className="row-link mono" to={to} preventScrollReset aria-expanded={isOpen}>
          {eventCategory}.{eventType}
        </Link>
      </td>
      <td>
        <Change delivery={delivery} />
      </td>
      <td className="cell-out">
        <AttemptMarks delivery={delivery} />
      </td>
      <td className="text-right">{last?.httpStatus ?? <span className="faint">none</span>}</td>
      <td className="text-right muted">{last ? `${countText(last.durationMs)} ms` : ''}</td>
      <td className="muted">{nextText(delivery, now)}</td>
      <td className="text-right muted cell-in">
        <Time at={delivery.createdAt} detail="second" />
      </td>
    </tr>
  )
}

/** `PENDING to PROCESSING`, or the one status that there is. */
function Change({ delivery }: { delivery: Delivery }) {
  const { objectStatus, objectPreviousStatus, eventStatus } = delivery
  if (objectPreviousStatus === '' || objectPreviousStatus === objectStatus) {
    return objectStatus || eventStatus
  }
  return (
    <>
      <span className="muted">{objectPreviousStatus} to</span> {objectStatus}
    </>
  )
}
