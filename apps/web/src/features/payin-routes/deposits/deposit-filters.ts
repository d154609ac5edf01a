import { codeLabel } from '../../../messages/service.ts'
import { heldOptions } from '../labels.ts'
import { depositFilters, historyFilters } from '@corridor/contract/members'
import { filterFields } from '../../../ui/table/member-columns.tsx'
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

const own = {
  q: t('Sender, reference, id'),
  status: statuses.map((value) => ({ value, label: codeLabel(value) })),
}

/** Filters of the deposits of one route, with the API's own parameters. */
export const historyFields = filterFields(historyFilters, own)

/** And of all deposits. */
export const depositFields = filterFields(depositFilters, { ...own, heldReason: heldOptions })
