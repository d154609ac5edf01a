import type { FigurePeriod } from '../../../api/figures.ts'
import { paths } from '../../../routing/paths.ts'
import { amountText, countText } from '../../../ui/format/numbers.ts'
import { timeZoneOf } from '../../../ui/format/zones.ts'
import { secondsText, timeText, type Zone } from '../../../ui/format/times.ts'
import { plural, t } from '../../../messages/text.ts'

/** The zone's name as the service takes it. */
export const zoneName = (zone: Zone): string =>
  new Intl.DateTimeFormat('en', timeZoneOf(zone)).resolvedOptions().timeZone

/** The list of exactly the transfers that a figure counts. */
export function listOf(
  { from, to }: Pick<FigurePeriod, 'from' | 'to'>,
  narrowed: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ createdFrom: from, createdTo: to, ...narrowed })
  return `${paths.transfers}?${query.toString()}`
}

/** Of all, with one decimal; never 100 while one is missing. */
export function shareText(part: number, of: number): string {
  if (of === 0) return '–'
  return `${(Math.floor((part / of) * 1_000) / 10).toFixed(part === of ? 0 : 1)}%`
}

type Day = FigurePeriod['days'][number]
export type Tile = {
  name: string
  value: string
  unit: string
  /** A second line about the same days. */
  detail: string
  before: string
  /** The list that the figure comes from. */
  to: string
  /** Of a day, for drawing. */
  of: (day: Day) => number
}

/** What the four tiles say. */
export function tilesOf(current: FigurePeriod, before: FigurePeriod): Tile[] {
  const { transfers, completed, failed } = current
  const underWay = transfers - completed - failed
  const done = listOf(current, { status: 'COMPLETED' })
  return [
    {
      name: t('Volume'),
      value: amountText(current.volume),
      unit: t('USD, indicative'),
      detail: plural(
        completed,
        { one: '{count} completed transfer', other: '{count} completed transfers' },
        { count: countText(completed) },
      ),
      before: amountText(before.volume, 'USD'),
      to: done,
      of: ({ volume }) => volume,
    },
    {
      name: t('Transfers'),
      value: countText(transfers),
      unit: '',
      detail: t('{share} completed, {count} in progress', {
        share: shareText(completed, transfers),
        count: countText(underWay),
      }),
      before:
        before.transfers === 0
          ? t('none')
          : t('{count}, {share} completed', {
              count: countText(before.transfers),
              share: shareText(before.completed, before.transfers),
            }),
      to: listOf(current),
      of: (day) => day.transfers,
    },
    {
      name: t('Time to complete'),
      value: secondsText(current.medianSeconds),
      unit: t('median'),
      detail: t('95% within {duration}', { duration: secondsText(current.p95Seconds) }),
      before:
        before.medianSeconds === null
          ? t('none')
          : t('{median}, 95% within {duration}', {
              median: secondsText(before.medianSeconds),
              duration: secondsText(before.p95Seconds),
            }),
      to: done,
      of: ({ medianSeconds }) => medianSeconds ?? 0,
    },
    {
      name: t('Fees'),
      value: amountText(current.fees),
      unit: t('USD, indicative'),
      detail: t('{share} of volume', { share: shareText(current.fees, current.volume) }),
      before: amountText(before.fees, 'USD'),
      to: done,
      of: ({ fees }) => fees,
    },
  ]
}

/** `20 Nov`, or `20 Nov, 14:00` of an hour. */
export const bucketText = ({ from, to }: { from: string; to: string }, zone: Zone): string =>
  timeText(from, zone, {
    detail: Date.parse(to) - Date.parse(from) < 20 * 3_600_000 ? 'minute' : 'day',
  })

const line = { width: 120, height: 28 }

/** A path through the values, the oldest at the left; flat where all are nothing. */
export function lineThrough(values: readonly number[], most: number): string {
  const step = line.width / Math.max(values.length - 1, 1)
  const y = (value: number) =>
    most > 0 ? line.height - 1 - (value / most) * (line.height - 2) : 27
  return values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${round(index * step)} ${round(y(value))}`)
    .join('')
}

const round = (value: number) => Math.round(value * 10) / 10
