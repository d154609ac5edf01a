import { StackedBars } from '../../../../features/charts/stacked-bars.tsx'
import { amountText } from '../../../../ui/format/numbers.ts'
import type { Volume } from '../../../../api/queries/payin-routes.ts'
import { chartText, dayText, seriesOf } from './volume-view.ts'
import { plural, t } from '../../../../messages/text.ts'

/** A column for each day; its table twin has the same days in figures. */
export function VolumeChart({ volume }: { volume: Volume }) {
  const { days, currency } = volume
  return (
    <StackedBars
      label={chartText(volume)}
      buckets={days.map(({ date }) => dayText(date))}
      series={seriesOf(days)}
      readOut={(index) => readOut(days[index], currency)}
    />
  )
}

function readOut(day: Volume['days'][number] | undefined, currency: string): string {
  if (!day) return ''
  const { date, deposits, received } = day
  return deposits === 0
    ? t('{day}: none', { day: dayText(date) })
    : plural(
        deposits,
        { one: '{day}: {sum}, {count} deposit', other: '{day}: {sum}, {count} deposits' },
        { day: dayText(date), sum: amountText(received, currency) },
      )
}
