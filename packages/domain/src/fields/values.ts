import { cleanLine, cleanName } from '@corridor/contract/names'

/** Answers by dotted key; text without spaces around it. */
export type FieldAnswers = Record<string, string>

/** Deeper than any form goes; a hostile body of a thousand brackets must not exhaust the stack. */
const maxDepth = 6

/**
 * Answers by dotted key, whether they came nested, dotted or mixed. Numbers and booleans become
 * text; null, and what is no value, is left out.
 */
export function flattenValues(values: unknown): FieldAnswers {
  return Object.fromEntries(entriesOf(values, '', 0))
}

function entriesOf(value: unknown, key: string, depth: number): [string, string][] {
  if (typeof value === 'string')
    return key ? [[key, /name$/i.test(key) ? cleanName(value) : cleanLine(value)]] : []
  if (typeof value === 'number' || typeof value === 'boolean') return key ? [[key, `${value}`]] : []
  if (typeof value !== 'object' || value === null || depth > maxDepth) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    entriesOf(inner, key ? `${key}.${name}` : name, depth + 1),
  )
}

/** A record of answers, nested again: `{ 'a.b': 'c' }` is `{ a: { b: 'c' } }`. */
export function nestValues(values: FieldAnswers): Record<string, unknown> {
  const nested = new Map<string, string | FieldAnswers>()
  for (const [key, text] of Object.entries(values)) {
    const dot = key.indexOf('.')
    if (dot === -1) {
      nested.set(key, text)
      continue
    }
    const group = nested.get(key.slice(0, dot))
    const inner = typeof group === 'object' ? group : {}
    nested.set(key.slice(0, dot), { ...inner, [key.slice(dot + 1)]: text })
  }
  return Object.fromEntries(
    [...nested].map(([key, inner]) => [key, typeof inner === 'string' ? inner : nestValues(inner)]),
  )
}
