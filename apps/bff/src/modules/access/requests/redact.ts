import { treatmentOf, type Treatment } from './names.ts'

const itemsMax = 20
const textMax = 500
const depthMax = 12
/** Of a body as it is kept, in characters of JSON. */
export const keptMax = 8_192

export const hidden = '••••'
export const dropped = '[left out]'

/** A body without secrets, with personal data masked, and cut to 8 KiB, as JSON. */
export function redactedJson(body: unknown, isAnswer: boolean): string {
  if (body === undefined) return 'null'
  const forms = formsOf(isAnswer)
  for (const items of [itemsMax, 2]) {
    const kept: Kept = { text: '', items, forms }
    redact(kept, body, '', 0)
    if (kept.text.length <= keptMax) return kept.text
  }
  return JSON.stringify(omitted(JSON.stringify(body).length))
}

/** In place of a body that is too large to be kept. */
export const omitted = (bytes: number) => ({ omitted: `${bytes} bytes` })

/** How a member is kept, and its name as JSON with a colon. */
type Form = { treatment: Treatment; key: string }
type Forms = (name: string) => Form
/** What is written so far; once it is too long nothing more is. */
type Kept = { text: string; items: number; forms: Forms }

const whole: Form = { treatment: 'keep', key: '' }
const json = { hidden: JSON.stringify(hidden), dropped: JSON.stringify(dropped) }

function redact(kept: Kept, value: unknown, name: string, depth: number): void {
  if (kept.text.length > keptMax) return
  const { treatment } = name === '' ? whole : kept.forms(name)
  if (value === null || value === undefined) kept.text += 'null'
  else if (treatment === 'drop') kept.text += json.dropped
  else if (typeof value === 'boolean') kept.text += String(value)
  else if (typeof value === 'string')
    kept.text += name === '' ? json.hidden : JSON.stringify(textOf(value, treatment))
  // Numbers that are too precise for JSON, and ids written as numbers.
  else if (typeof value !== 'object')
    kept.text += treatment === 'keep' || isCount(value) ? JSON.stringify(value) : json.hidden
  else if (ArrayBuffer.isView(value)) kept.text += json.dropped
  else if (depth > depthMax) kept.text += json.hidden
  else if (Array.isArray(value)) redactList(kept, value, name, depth)
  else redactMembers(kept, value, depth)
}

function redactList(kept: Kept, list: readonly unknown[], name: string, depth: number): void {
  kept.text += '['
  for (const [at, item] of list.slice(0, kept.items).entries()) {
    if (at > 0) kept.text += ','
    redact(kept, item, name, depth + 1)
  }
  const rest = list.length - kept.items
  if (rest > 0) kept.text += `,"… ${rest} more"`
  kept.text += ']'
}

function redactMembers(kept: Kept, value: object, depth: number): void {
  let separator = '{'
  for (const [member, inner] of Object.entries(value)) {
    kept.text += separator + kept.forms(member).key
    separator = ','
    redact(kept, inner, member, depth + 1)
  }
  kept.text += separator === '{' ? '{}' : '}'
}

const namesMax = 5_000
const known: Record<'answer' | 'request', Map<string, Form>> = {
  answer: new Map(),
  request: new Map(),
}

/** Looked up by its patterns once for each name; names that callers made up are not kept for ever. */
function formsOf(isAnswer: boolean): Forms {
  const forms = isAnswer ? known.answer : known.request
  return (name) => {
    const found = forms.get(name)
    if (found) return found
    const form = { treatment: treatmentOf(name, isAnswer), key: `${JSON.stringify(keyOf(name))}:` }
    if (forms.size >= namesMax) forms.clear()
    forms.set(name, form)
    return form
  }
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
