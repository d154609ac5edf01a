import { depositColumns } from '../../../features/payin-routes/deposits/deposit-columns.tsx'
import { FitMark, LimitMeter } from '../../../features/payin-routes/deposits/limit-meter.tsx'
import type { DepositRecord } from '../../../api/queries/payin-routes.ts'
import type { Column } from '../../../ui/table/types.ts'
import { t } from '../../../messages/text.ts'

const outlook: Column<DepositRecord>[] = [
  {
    id: 'limit',
    header: t('Limit'),
    width: 140,
    from: 1080,
    cell: ({ limit }) =>
      limit ? <LimitMeter short limit={limit} /> : <span className="faint">–</span>,
  },
  { id: 'fit', header: t('Fits'), width: 92, from: 760, cell: ({ fit }) => <FitMark fit={fit} /> },
]

/** Of held deposits, the limit stands where others have their labels: those repeat the status. */
export const heldColumns: Column<DepositRecord>[] = depositColumns.flatMap((column) => {
  if (column.id === 'labels') return outlook
  return column.id === 'funding' ? [{ ...column, from: 1_400 }] : [column]
})
