import { codeLabel } from '../../../messages/service.ts'
import { heldOptions } from '../labels.ts'
import type { FilterField } from '../../../ui/table/types.ts'
import { t } from '../../../messages/text.ts'

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
  label: t('Text'),
  placeholder: t('Sender, reference, id'),
}

/** Filters of the deposits of one route, with the API's own parameters. */
export const historyFilters: FilterField[] = [
  text,
  {
    kind: 'choice',
    key: 'status',
    label: t('Status'),
    options: statuses.map((value) => ({ value, label: codeLabel(value) })),
  },
  {
    kind: 'dates',
    key: 'received',
    label: t('Received'),
    from: 'receivedFrom',
    to: 'receivedTo',
  },
]

/** And of all deposits. */
export const depositFilters: FilterField[] = [
  ...historyFilters,
  { kind: 'choice', key: 'heldReason', label: t('Held because'), options: heldOptions },
  { kind: 'text', key: 'entityId', label: t('Entity id'), placeholder: 'ent_…' },
  { kind: 'text', key: 'fundingAccountId', label: t('Funding account id'), placeholder: 'fund_…' },
]
