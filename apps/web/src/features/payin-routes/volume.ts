import { fromWire, toText } from '@corridor/domain/money'
import { amountText, countText, decimalText } from '../../ui/format/numbers.ts'
import { t } from '../../messages/text.ts'

/** More decimals than any asset has. */
const scale = 18

/** The sum of amounts as they came over the wire, exactly. */
export function exactSum(values: readonly number[]): string {
  let sum = 0n
  for (const value of values) {
    const read = fromWire(decimalText(value), '', scale)
    if (read.ok) sum += read.value.minor
  }
  return toText(sum, scale)
}

/** What a small chart of days shows, for those who do not see it. */
export function volumeText(days: readonly number[], currency: string): string {
  const busy = days.filter((value) => value > 0)
  if (busy.length === 0) return t('No deposit in {days} days', { days: days.length })
  const sum = amountText(exactSum(days), currency)
  return t('{sum} in {days} days, on {count} of them', {
    sum,
    days: days.length,
    count: countText(busy.length),
  })
}

export type Bar = { x: number; y: number; width: number; height: number }

/** Bars of a chart `width` by `height` on a zero baseline; a day with a deposit is never invisible. */
export function bars(
  days: readonly number[],
  { width, height, gap }: { width: number; height: number; gap: number },
): Bar[] {
  const most = Math.max(...days, 0)
  const step = days.length === 0 ? 0 : width / days.length
  return days.map((value, index) => {
    const tall = most === 0 || value <= 0 ? 0 : Math.max(1, (value / most) * height)
    return { x: index * step, y: height - tall, width: Math.max(step - gap, 1), height: tall }
  })
}
