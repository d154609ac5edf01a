import { webhooks } from '../../api/call.ts'
import { listSource } from '../../components/table/list-source.ts'
import type { FilterField } from '../../components/table/types.ts'
import { serviceNow } from '../../ui/clock.ts'
import { wordOf } from '../../ui/status.ts'
import { pollMs } from './polling.ts'
import type { Delivery } from './queries.ts'
import { categoryLabel, eventCategories } from './selection.ts'

export const deliveriesSource = listSource(['webhooks', 'deliveries'], webhooks.deliveries)

/** No message of the stream tells of an attempt, so rows are read again while one is near. */
export const pollDeliveries = (rows: readonly Delivery[]) => pollMs(rows, serviceNow())

const worded = (values: readonly string[]) =>
  values.map((value) => ({ value, label: wordOf(value) }))

const deliveryStatuses = [
  'PENDING',
  'IN_FLIGHT',
  'RETRYING',
  'DELIVERED',
  'EXHAUSTED',
  'SKIPPED',
  'CANCELLED',
]

export const categoryOptions = eventCategories.map((value) => ({
  value,
  label: categoryLabel(value),
}))

/** Words of the operation, as they stand in the address. */
export const deliveryFilters: FilterField[] = [
  {
    kind: 'choice',
    key: 'status',
    label: 'State',
    options: worded(deliveryStatuses),
    multiple: true,
  },
  { kind: 'choice', key: 'category', label: 'Category', options: categoryOptions },
  { kind: 'dates', key: 'created', label: 'Time', from: 'from', to: 'to' },
  { kind: 'text', key: 'executionId', label: 'Transfer', placeholder: 'cexec-… or exec_…' },
  { kind: 'text', key: 'eventId', label: 'Event', placeholder: 'evt_…' },
  { kind: 'text', key: 'recoveryId', label: 'Replay', placeholder: 'rcv_…' },
]
