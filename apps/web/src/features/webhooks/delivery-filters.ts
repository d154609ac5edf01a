import { deliveryStates, statesOf } from '@corridor/domain'
import type { FilterField } from '../../ui/table/types.ts'
import { categoryLabel, eventCategories } from './selection.ts'
import { t } from '../../messages/text.ts'
import { codeOptions } from '../../ui/format/status.ts'

export const categoryOptions = eventCategories.map((value) => ({
  value,
  label: categoryLabel(value),
}))

/** Words of the operation, as they stand in the address. */
export const deliveryFilters: FilterField[] = [
  {
    kind: 'choice',
    key: 'status',
    label: t('State'),
    options: codeOptions(statesOf(deliveryStates)),
    multiple: true,
  },
  { kind: 'choice', key: 'category', label: t('Category'), options: categoryOptions },
  { kind: 'dates', key: 'created', label: t('Time'), from: 'from', to: 'to' },
  { kind: 'text', key: 'executionId', label: t('Transfer'), placeholder: t('cexec-… or exec_…') },
  { kind: 'text', key: 'eventId', label: t('Event'), placeholder: 'evt_…' },
  { kind: 'text', key: 'recoveryId', label: t('Replay'), placeholder: 'rcv_…' },
]
