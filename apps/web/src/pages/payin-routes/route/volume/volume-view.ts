import type { Series } from '../../../../features/charts/stacked-bars.tsx'
import { exactSum } from '../../../../features/payin-routes/volume.ts'
import { amountText } from '../../../../ui/format/numbers.ts'
import type { Volume } from '../../../../api/queries/payin-routes.ts'
import { locale } from '../../../../messages/language.ts'
import { plural, t } from '../../../../messages/text.ts'

type Day = Volume['days'][number]

const parts = [
  { key: 'forwarded', label: t('Forwarded') },
  { key: 'held', label: t('Held') },
  { key: 'returned', label: t('Returned') },
] as const

/** What became of the deposits of each day; on top what is still on its way. */
export function seriesOf(days: readonly Day[]): Series[] {
  const open = { key: 'open', label: t('On the way'), values: days.map(openOf) }
  return [
    ...parts.map(({ key, label }) => ({ key, label, values: days.map((day) => day[key]) })),
    open,
  ].filter(({ values }) => values.some((value) => value > 0))
}

const openOf = ({ received, forwarded, held, returned }: Day) =>
  Math.max(0, received - forwarded - held - returned)

/** What the chart says, for those who do not see it: `412.50 USD from 3 deposits in 7 days`. */
export function chartText({ days, currency }: Volume): string {
  const deposits = days.reduce((sum, day) => sum + day.deposits, 0)
  if (deposits === 0) return t('No deposit in {days} days', { days: days.length })
  const sum = amountText(exactSum(days.map(({ received }) => received)), currency)
  return plural(
    deposits,
    {
      one: '{sum} from {count} deposit in {days} days',
      other: '{sum} from {count} deposits in {days} days',
    },
    { sum, days: days.length },
  )
}

const dayFormat = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** `2026-11-20` as `20 Nov`; days are those of UTC. */
export function dayText(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? date : dayFormat.format(at)
}
