import { ExportButton } from '../../../features/exports/export-button.tsx'
import type { FilterField } from '../../../ui/table/types.ts'
import { useFigures } from './period.tsx'
import { t } from '../../../messages/text.ts'

const started: FilterField = {
  kind: 'dates',
  key: 'started',
  label: t('Started'),
  from: 'createdFrom',
  to: 'createdTo',
}
/** As the list of transfers calls them. */
const columns = ['status', 'in', 'out', 'fees', 'parties', 'reference', 'started', 'completed']

/** The transfers that the figures below count, as a file. */
export function ExportPeriod() {
  const { data, isPlaceholderData } = useFigures()
  const period = isPlaceholderData ? undefined : data?.data.current
  const query = { createdFrom: period?.from, createdTo: period?.to }
  return (
    <ExportButton
      list="transfers"
      view={{ query, columns, filters: [started] }}
      disabledReason={period ? undefined : t('The figures are not loaded yet')}
    />
  )
}
