import { treatmentOf, type Treatment } from './names.ts'

const itemsMax = 20
const textMax = 500
const depthMax = 12
/** Of a body as it is kept, in characters of JSON. */
export const keptMax = 8_192

export const hidden = '••••'
export const dropped = '[left out]'

/** A body without secrets, with personal data masked, and cut to 8 KiB. */
export function redactBody(body: unknown, isAnswer: boolean): unknown {
  if (body === undefined) return null
  for (const items of [itemsMax, 2]) {
    const kept = redact(body, '', { isAnswer, items, depth: 0 })
    if (JSON.stringify(kept).length <= keptMax) return kept
  }
  return omitted(JSON.stringify(body).length)
}

/** In place of a body that is too large to be kept. */
export const omitted = (bytes: number) => ({ omitted: `${bytes} bytes` })

type At = { isAnswer: boolean; items: number; depth: number }

function redact(value: unknown, name: string, at: At): unknown {
  const treatment = name === '' ? 'keep' : treatmentOf(name, at.isAnswer)
  if (value === null || value === undefined) return null
  if (treatment === 'drop') return dropped
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return name === '' ? hidden : textOf(value, treatment)
  // Numbers that are too precise for JSON, and ids written as numbers.
  if (typeof value !== 'object') return treatment === 'keep' || isCount(value) ? value : hidden
  if (ArrayBuffer.isView(value)) return dropped
  if (at.depth > depthMax) return hidden
  const deeper = { ...at, depth: at.depth + 1 }
  if (Array.isArray(value)) {
    const kept = value.slice(0, at.items).map((item: unknown) => redact(item, name, deeper))
    const rest = value.length - kept.length
    return rest > 0 ? [...kept, `… ${rest} more`] : kept
  }
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [keyOf(member), redact(inner, member, deeper)]),
  )
}

/** Amounts and counts are kept; what is longer may be the number of an account or a phone. */
const isCount = (value: unknown) => typeof value === 'number' && Math.abs(value) < 1e9

function textOf(text: string, treatment: Treatment): string {
  if (treatment === 'drop') return dropped
  if (treatment === 'mask' || text.includes('@')) return hidden
  if (treatment === 'end') return text.length < 8 ? hidden : hidden + text.slice(-4)
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text
}

/** Names of members that a caller chose may name people. */
const keyOf = (member: string) => (/^[\w.-]{1,60}$/.test(member) ? member : hidden)

/** A path without the parameters that name a person; of one that is no operation's, words and ids. */
export function redactPath(path: string, pattern: string | undefined): string {
  const names = pattern?.split('/')
  const segments = path.split('/').map((segment, i) => {
    const name = /^\{(\w+)\}$/.exec(names?.[i] ?? '')?.[1]
    if (names && name === undefined) return segment
    const isKept = name === undefined || treatmentOf(name, false) === 'keep'
    return isKept && /^[\w.-]{0,80}$/.test(segment) ? segment : hidden
  })
  return segments.join('/').slice(0, 300)
}

export const redactQuery = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...query]
      .slice(0, 50)
      .map(([name, value]) => [keyOf(name), textOf(value, treatmentOf(name, false))]),
  )
