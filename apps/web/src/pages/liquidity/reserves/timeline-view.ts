import { t } from '../../../messages/text.ts'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { locale } from '../../../messages/language.ts'
import { startOfDay } from '../../../ui/format/days.ts'
import { timeZoneOf, type Zone } from '../../../ui/format/zones.ts'

export const zooms = ['24h', '7d', '30d'] as const
export type Zoom = (typeof zooms)[number]
export const zoomLabels: Record<Zoom, string> = {
  '24h': t('24 h'),
  '7d': t('7 d'),
  '30d': t('30 d'),
}

export type Span = { from: number; to: number }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Length, how much of it lies before now, and between lines. */
const extents: Record<Zoom, { length: number; before: number; step: number }> = {
  '24h': { length: dayMs, before: 8 * hourMs, step: 4 * hourMs },
  '7d': { length: 7 * dayMs, before: 2 * dayMs, step: dayMs },
  '30d': { length: 30 * dayMs, before: 9 * dayMs, step: 3 * dayMs },
}

/**
 * The time that is shown: whole hours or days, so that it stays the same for a while. `shift` is in
 * halves of its length, later where positive.
 */
export function spanOf(now: number, zoom: Zoom, shift: number, zone: Zone): Span {
  const { length, before } = extents[zoom]
  const base = zoom === '24h' ? now - (now % hourMs) : startOfDay(now, zone)
  const from = base - before + (shift * length) / 2
  return { from, to: from + length }
}

export type Tick = { at: number; label: string }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Lines of the time axis, at midnight or at full hours of the person's zone. */
export function ticksOf({ from, to }: Span, zoom: Zoom, zone: Zone): Tick[] {
  const { step } = extents[zoom]
  const ticks: Tick[] = []
  const first = startOfDay(from, zone)
  for (let at = first; at < to; at = next(at, step, zone)) {
    if (at >= from) ticks.push({ at, label: formatOf(zoom, zone).format(at).replace(',', '') })
  }
  return ticks
}

/** Days are not always 24 hours long, so the start of each is looked up. */
function next(at: number, step: number, zone: Zone): number {
  return step < dayMs ? at + step : startOfDay(at + step + 2 * hourMs, zone)
}

function formatOf(zoom: Zoom, zone: Zone): Intl.DateTimeFormat {
  const known = formats.get(zoom + zone)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, {
    ...timeZoneOf(zone),
    ...(zoom === '24h'
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : zoom === '7d'
        ? { weekday: 'short', day: 'numeric' }
        : { day: 'numeric', month: 'short' }),
  })
  formats.set(zoom + zone, format)
  return format
}

type Held = Pick<ReserveFrame, 'startTimestamp' | 'endTimestamp' | 'amount'>

export type Step = Span & { sum: number }

/** What frames hold together, one entry for each stretch of a span in which it stays the same. */
export function stepsOf(frames: readonly Held[], { from, to }: Span): Step[] {
  const within = frames.map(({ startTimestamp, endTimestamp, amount }) => ({
    from: Math.max(Date.parse(startTimestamp), from),
    to: Math.min(Date.parse(endTimestamp), to),
    amount,
  }))
  const shown = within.filter((frame) => frame.from < frame.to)
  const moments = [from, to, ...shown.flatMap((frame) => [frame.from, frame.to])]
  const ordered = [...new Set(moments)].sort((a, b) => a - b)
  return ordered.slice(0, -1).map((start, index) => ({
    from: start,
    to: ordered[index + 1] ?? to,
    sum: shown
      .filter((frame) => frame.from <= start && start < frame.to)
      .reduce((sum, { amount }) => sum + amount, 0),
  }))
}

/** A round number that is not below a value: 1, 2, 2.5 or 5 of a power of ten. */
export function roundAbove(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5, 10].find((item) => item * power >= value) ?? 10) * power
}

const units = [
  [1_000_000, 'M'],
  [1000, 'k'],
] as const

const shortFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

/** `350 k`, `1.25 M`: on a chart alone; the exact amount is in the table. */
export function shortAmount(value: number): string {
  const unit = units.find(([size]) => value >= size)
  return unit ? `${shortFormat.format(value / unit[0])} ${unit[1]}` : shortFormat.format(value)
}
