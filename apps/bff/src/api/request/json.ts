import { decimalText } from '@corridor/domain'
import { canonicalJson as canonical } from '@corridor/signing/audit'

/** A number whose source text says more than a JSON number can carry; refused by every schema. */
export class ImpreciseNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const depthMax = 32

type ReviverContext = { source?: string }

/** Digits of a number's text without sign of style: `1.50e1` and `15` are the same number. */
function isExact(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = significant(whole + fraction)
  const shortest = significant(decimalText(Math.abs(value)).replace('.', ''))
  return digits === shortest && digits.length <= 15 && Math.abs(Number.parseInt(exponent, 10)) < 400
}

/** Digits without the zeros around them. Not by `0+$`: over a long text it takes more than a minute. */
function significant(digits: string): string {
  let start = 0
  let end = digits.length
  while (digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  return digits.slice(start, end)
}

/**
 * Parses a body and keeps numbers honest: one that a JSON number cannot carry exactly comes back as
 * `ImpreciseNumber` (decisions.md 7). Throws a SyntaxError for malformed or too deep JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text, (_key, inner: unknown, context?: ReviverContext) => {
    if (typeof inner !== 'number' || context?.source === undefined) return inner
    return isExact(context.source, inner) ? inner : new ImpreciseNumber(context.source)
  })
  if (depthOf(value) > depthMax) throw new SyntaxError('JSON is nested too deeply')
  return value
}

/** How many objects and arrays lie within each other. */
function depthOf(root: unknown): number {
  let depth = 0
  let level = [root].filter(isContainer)
  while (level.length > 0 && depth <= depthMax) {
    level = level.flatMap((value) => Object.values(value).filter(isContainer))
    depth += 1
  }
  return depth
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The value at a path, as the schema saw it. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    root,
  )
}

/** As `canonicalJson` of the signing package; a number that JSON cannot carry keeps its source. */
export const canonicalJson = (value: unknown): string =>
  canonical(value, (item) => (item instanceof ImpreciseNumber ? item.source : undefined))

/** Dotted names of members that the schema dropped. */
export function ignoredFields(raw: unknown, kept: unknown, prefix = ''): string[] {
  if (typeof raw !== 'object' || raw === null || typeof kept !== 'object' || kept === null)
    return []
  return Object.entries(raw).flatMap(([name, value]) => {
    const path = Array.isArray(raw) ? `${prefix}[${name}]` : prefix ? `${prefix}.${name}` : name
    if (!Object.hasOwn(kept, name)) return [path]
    return ignoredFields(value, (kept as Record<string, unknown>)[name], path)
  })
}
