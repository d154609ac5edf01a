import type { Limits } from '../../../api/queries/liquidity.ts'
import { Amount } from '../../../ui/display/values.tsx'
import { EmptyState } from '../../../ui/display/blocks.tsx'
import { clockText } from '../../../ui/format/times.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { t } from '../../../messages/text.ts'

type Hour = Limits['daily']['hours'][number] & { asset: string }

/** The same day as the chart, in figures. */
export function UsageTable({ limits: { daily, asset } }: { limits: Limits }) {
  if (daily.hours.length === 0) {
    return (
      <EmptyState title={t('Nothing was drawn today')}>
        {t('Each hour with a drawing is listed.')}
      </EmptyState>
    )
  }
  return (
    <SmallTable
      label={t('Used today')}
      columns={columns}
      rows={daily.hours.map((hour) => ({ ...hour, asset }))}
      rowId={({ hour }) => hour}
    />
  )
}

const columns: readonly SmallColumn<Hour>[] = [
  smallColumn(t('Hour, UTC'), { isRowHeading: true }, ({ hour }) =>
    clockText(hour, 'utc').slice(0, 5),
  ),
  smallColumn(t('Drawn'), { align: 'end' }, ({ amount, asset }) => (
    <Amount value={amount} currency={asset} />
  )),
  smallColumn(t('Since 00:00'), { align: 'end' }, ({ total, asset }) => (
    <Amount value={total} currency={asset} />
  )),
]
