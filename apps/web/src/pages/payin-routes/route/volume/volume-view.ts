import { exactSum } from '../../../../features/payin-routes/volume.ts'
import { amountText } from '../../../../ui/format/numbers.ts'
import type { Volume } from '../../../../api/queries/payin-routes.ts'

type Day = Volume['days'][number]

export const parts = [
  { key: 'forwarded', label: 'Forwarded' },
  { key: 'held', label: 'Held' },
  { key: 'returned', label: 'Returned' },
] as const
export type PartKey = (typeof parts)[number]['key'] | 'open'

export type Piece = { part: PartKey; y: number; height: number }
export type Column = { date: string; x: number; width: number; pieces: Piece[] }

type Frame = { width: number; height: number; gap: number }

/**
 * Columns of a chart on a zero baseline, a day each: what was forwarded below, then what is held and returned; on
 * top what is still on its way. Only drawing calculates with numbers.
 */
export function columns(days: readonly Day[], { width, height, gap }: Frame): Column[] {
  const most = highest(days)
  const step = days.length === 0 ? 0 : width / days.length
  const scaled = (value: number) => (most === 0 ? 0 : (Math.max(value, 0) / most) * height)
  return days.map((day, index) => {
    let top = height
    const pieces: Piece[] = []
    const settled = day.forwarded + day.held + day.returned
    const stack: [PartKey, number][] = [
      ...parts.map(({ key }): [PartKey, number] => [key, day[key]]),
      ['open', day.received - settled],
    ]
    for (const [part, value] of stack) {
      const tall = Math.min(scaled(value), top)
      if (tall <= 0) continue
      top -= tall
      pieces.push({ part, y: top, height: tall })
    }
    return { date: day.date, x: index * step, width: Math.max(step - gap, 1), pieces }
  })
}

/** The most that came in on one day. */
export function highest(days: readonly Day[]): number {
  return Math.max(0, ...days.map(({ received }) => received))
}

/** What the chart says, for those who do not see it: `412.50 USD from 3 deposits in 7 days`. */
export function chartText({ days, currency }: Volume): string {
  const deposits = days.reduce((sum, day) => sum + day.deposits, 0)
  if (deposits === 0) return `No deposit in ${days.length} days`
  const sum = amountText(exactSum(days.map(({ received }) => received)), currency)
  return `${sum} from ${deposits} ${deposits === 1 ? 'deposit' : 'deposits'} in ${days.length} days`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** `2026-11-20` as `20 Nov`; days are those of UTC. */
export function dayText(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? date : dayFormat.format(at)
}

/** The days under the axis: first, middle and last. */
export function ticks(days: readonly Day[]): Day[] {
  const middle = Math.floor((days.length - 1) / 2)
  const indexes = [...new Set([0, middle, days.length - 1])]
  return indexes.flatMap((index) => days[index] ?? [])
}
