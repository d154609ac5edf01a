import { heldOptions } from '../labels.ts'
import type { FilterField } from '../../../ui/table/types.ts'
import { codeLabel } from '../../../ui/format/status.ts'

const statuses = [
  'HELD',
  'RECEIVED',
  'SCREENING',
  'FORWARDING',
  'FORWARDED',
  'RETURNING',
  'RETURNED',
  'RETURN_FAILED',
  'SCHEDULED',
]

const text: FilterField = {
  kind: 'text',
  key: 'q',
  label: 'Text',
  placeholder: 'Sender, reference, id',
}

/** Filters of the deposits of one route, with the API's own parameters. */
export const historyFilters: FilterField[] = [
  text,
  {
    kind: 'choice',
    key: 'status',
    label: 'Status',
    options: statuses.map((value) => ({ value, label: codeLabel(value) })),
  },
  {
    kind: 'dates',
    key: 'received',
    label: 'Received',
    from: 'receivedFrom',
    to: 'receivedTo',
  },
]

/** And of all deposits. */
export const depositFilters: FilterField[] = [
  ...historyFilters,
  { kind: 'choice', key: 'heldReason', label: 'Held because', options: heldOptions },
  { kind: 'text', key: 'entityId', label: 'Entity id', placeholder: 'ent_…' },
  { kind: 'text', key: 'fundingAccountId', label: 'Funding account id', placeholder: 'fund_…' },
]
