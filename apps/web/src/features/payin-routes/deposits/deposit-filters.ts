import { depositStates, statesOf } from '@corridor/domain'
import { heldOptions } from '../labels.ts'
import { depositFilters, historyFilters } from '@corridor/contract/members'
import { filterFields } from '../../../ui/table/member-columns.tsx'
import { t } from '../../../messages/text.ts'
import { codeOptions } from '../../../ui/format/status.ts'

const own = {
  q: t('Sender, reference, id'),
  status: codeOptions(statesOf(depositStates)),
}

/** Filters of the deposits of one route, with the API's own parameters. */
export const historyFields = filterFields(historyFilters, own)

/** And of all deposits. */
export const depositFields = filterFields(depositFilters, { ...own, heldReason: heldOptions })
