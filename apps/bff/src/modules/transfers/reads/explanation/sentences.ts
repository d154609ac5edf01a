import type { ExplanationSentence } from '@corridor/contract'
import { toText } from '@corridor/domain'
import type { z } from 'zod'

export type Sentence = z.output<typeof ExplanationSentence>
type Value = Sentence['values'][string]
type Part = Sentence['part']

export const amount = (minor: bigint, currency: string, scale: number): Value => ({
  kind: 'amount',
  value: toText(minor, scale),
  currency,
})
export const time = (at: Date | string): Value => ({
  kind: 'time',
  value: new Date(at).toISOString(),
})
export const duration = (ms: number): Value => ({ kind: 'duration', value: String(ms) })
export const plain = (value: string): Value => ({ kind: 'text', value })
export const rate = (value: string): Value => ({ kind: 'rate', value })
export const count = (value: number): Value => ({ kind: 'count', value: String(value) })

/** A sentence of its values: each `{name}` of the pattern is one of them. */
export function say(
  part: Part,
  code: string,
  pattern: string,
  values: Record<string, Value> = {},
  { forPayer = true }: { forPayer?: boolean } = {},
): Sentence {
  const named: Record<string, Value> = {}
  const text = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new TypeError(`${code} names no ${name}`)
    named[name] = value
    return written(value)
  })
  return { code, part, text, values: named, forPayer }
}

function written({ kind, value, currency }: Value): string {
  if (kind === 'amount') return `${grouped(value)} ${currency ?? ''}`.trimEnd()
  if (kind === 'time') return timeText(value)
  if (kind === 'duration') return durationText(Number.parseInt(value, 10))
  return value
}

/** At least two decimals, thousands apart: `1,250.00`. */
function grouped(text: string): string {
  const [whole = '', decimals = ''] = text.split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** In UTC, which it says, because a copied text has no reader whose zone is known. */
function timeText(iso: string): string {
  const at = new Date(iso)
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  return `${day}, ${iso.slice(11, 19)} UTC`
}

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const

/** In its two largest units. */
function durationText(ms: number): string {
  let rest = ms
  const parts = units.flatMap(([size, name]) => {
    const whole = Math.floor(rest / size)
    rest -= whole * size
    return whole > 0 ? [`${whole} ${name}${whole === 1 ? '' : 's'}`] : []
  })
  return parts.slice(0, 2).join(' ') || 'less than a second'
}
