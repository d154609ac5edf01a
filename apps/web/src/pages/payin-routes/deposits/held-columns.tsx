import { depositColumns } from '../../../features/payin-routes/deposits/deposit-columns.tsx'
import { FitMark, LimitMeter } from '../../../features/payin-routes/deposits/limit-meter.tsx'
import type { HeldDeposit } from '../../../api/queries/lists/payin-routes.ts'
import type { Column } from '../../../ui/table/types.ts'
import { t } from '../../../messages/text.ts'

const outlook: Column<HeldDeposit>[] = [
  {
    id: 'limit',
    header: t('Limit'),
    width: 140,
    from: 1180,
    cell: ({ limit, fit }) => {
      const inTheWay = fit?.limit ?? limit
      return inTheWay ? <LimitMeter short limit={inTheWay} /> : <span className="faint">–</span>
    },
  },
  {
    id: 'fit',
    header: t('Fits'),
    width: 236,
    from: 1040,
    cell: ({ fit }) => <FitMark fit={fit} />,
  },
]

const later: Readonly<Record<string, number>> = { owner: 1_330, funding: 1_480 }

/** Of held deposits, the limit stands where others have their labels: those repeat the status. */
export const heldColumns: Column<HeldDeposit>[] = depositColumns.flatMap((column) => {
  if (column.id === 'labels') return outlook
  const from = later[column.id]
  return from === undefined ? [column] : [{ ...column, from }]
})
