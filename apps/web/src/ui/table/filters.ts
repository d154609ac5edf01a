import { startOfDay } from '../format/days.ts'
import { timeText } from '../format/times.ts'
import { instantOf, wallTime, type Zone } from '../format/zones.ts'
import type { FilterField } from './types.ts'
import type { ListQuery } from '../../api/list-source.ts'
import { t } from '../../messages/text.ts'

/** Query parameters that a filter owns. A date filter also keeps the name of its preset. */
export function parametersOf(field: FilterField): string[] {
  if (field.kind === 'dates') return [field.from, field.to, field.key]
  if (field.kind === 'range') return [field.min, field.max]
  return [field.key]
}

/** The value of a filter as its chip shows it: `last 30 days`, `Completed +2`, `over 250`. */
export function filterText(field: FilterField, values: ListQuery, zone: Zone): string {
  if (field.kind === 'text') return t('“{text}”', { text: values[field.key] ?? '' })
  if (field.kind === 'range') return rangeText(values[field.min], values[field.max], field.unit)
  if (field.kind === 'dates') {
    const preset = datePresets.find(({ name }) => name === values[field.key])
    return preset?.text ?? datesText(values[field.from], values[field.to], zone)
  }
  const chosen = (values[field.key] ?? '').split(',')
  const labels = chosen.map(
    (value) => field.options.find((option) => option.value === value)?.label ?? value,
  )
  const [first = '', second] = labels
  if (labels.length <= 2) return [first, second].filter(Boolean).join(', ')
  return `${first}, ${second} +${labels.length - 2}`
}

function rangeText(min: string | undefined, max: string | undefined, unit = ''): string {
  const withUnit = (amount: string) => (unit ? `${amount} ${unit}` : amount)
  if (min && max) return t('{from} to {to}', { from: min, to: withUnit(max) })
  return min
    ? t('at least {amount}', { amount: withUnit(min) })
    : t('at most {amount}', { amount: withUnit(max ?? '') })
}

function datesText(from: string | undefined, to: string | undefined, zone: Zone): string {
  if (from && to) return t('{from} to {to}', { from: timeText(from, zone), to: timeText(to, zone) })
  return from
    ? t('since {time}', { time: timeText(from, zone) })
    : t('until {time}', { time: timeText(to ?? '', zone) })
}

const dayMs = 24 * 3_600_000

/** Presets are resolved once, in the chosen zone, and written as instants, so that a shared link shows the same rows. */
export const datePresets = [
  {
    name: 'today',
    label: t('Today'),
    text: t('today'),
    since: (now: number, zone: Zone) => startOfDay(now, zone),
  },
  {
    name: '24h',
    label: t('24 hours'),
    text: t('last 24 hours'),
    since: (now: number) => now - dayMs,
  },
  {
    name: '7d',
    label: t('7 days'),
    text: t('last 7 days'),
    since: (now: number) => now - 7 * dayMs,
  },
  {
    name: '30d',
    label: t('30 days'),
    text: t('last 30 days'),
    since: (now: number) => now - 30 * dayMs,
  },
  {
    name: 'month',
    label: t('Month to date'),
    text: t('this month'),
    since: (now: number, zone: Zone) => startOfMonth(now, zone),
  },
] as const

function startOfMonth(at: number, zone: Zone): number {
  const { year, month } = wallTime(at, zone)
  return instantOf({ year, month }, zone)
}

/** The start of a day typed as `YYYY-MM-DD`, in the zone; `days` later for the end of a range. */
export function instantOfDay(text: string, zone: Zone, days = 0): string | undefined {
  const [year = 0, month = 0, day = 0] = text.split('-').map((part) => Number.parseInt(part, 10))
  const at = instantOf({ year, month, day: day + days }, zone)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** The day of an instant as `YYYY-MM-DD`, for a date input. */
export function dayOfInstant(at: string | undefined, zone: Zone, days = 0): string {
  const ms = Date.parse(at ?? '')
  if (Number.isNaN(ms)) return ''
  const { year, month, day } = wallTime(ms, zone)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}
