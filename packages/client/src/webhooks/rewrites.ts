// What happens to a body on its way through a program, undone: where the undone text fits the
// signature, that is what happened.
import { utf8, utf8Text } from '@corridor/signing'
import { parseJson } from '../api/api-error.ts'
import { isRecord } from './event.ts'

export type Rewrite = {
  /** What was done to the body after it was signed; '' for nothing. */
  flaw: string
  body: Uint8Array
}

const undone: readonly { flaw: string; undo: (text: string) => string | undefined }[] = [
  { flaw: 'Its line ends were changed to CRLF', undo: (text) => text.replaceAll('\r\n', '\n') },
  { flaw: 'Spaces or line ends were put around it', undo: (text) => text.trim() },
  { flaw: 'Its last line end was cut off', undo: (text) => `${text}\n` },
  {
    flaw: 'It was parsed and written again with other spaces or escapes',
    undo: (text) => written(text, (value) => value),
  },
  {
    flaw: 'It was parsed and printed on one line',
    undo: (text) => written(text, (value) => value, 2),
  },
  {
    flaw: 'It was parsed and written again with its members in another order',
    undo: (text) => written(text, inOrderSent),
  },
  { flaw: 'It was read as Latin-1 and written as UTF-8', undo: undoLatin1 },
]

/** The body as it is, then as it may have been before. */
export function rewritesOf(body: Uint8Array): Rewrite[] {
  const text = utf8Text(body)
  const asIs = { flaw: '', body }
  if (text === undefined) return [asIs]
  const seen = new Set([text])
  const guesses = undone.flatMap(({ flaw, undo }) => {
    const before = undo(text)
    if (before === undefined || seen.has(before)) return []
    seen.add(before)
    return [{ flaw, body: utf8(before) }]
  })
  return [asIs, ...guesses]
}

function written(text: string, change: (value: unknown) => unknown, indent?: number) {
  const value = parseJson(text.trim())
  return value === undefined ? undefined : JSON.stringify(change(value), undefined, indent)
}

/** Each byte was taken for a letter. */
function undoLatin1(text: string): string | undefined {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  if (codes.some((code) => code > 0xff)) return undefined
  return utf8Text(Uint8Array.from(codes))
}

/** The members of an event in the order in which the service writes them. */
const order = [
  'eventId',
  'eventCategory',
  'eventType',
  'eventStatus',
  'eventObject',
  'createdAt',
  'sequence',
  'changes',
  'apiVersion',
  'environment',
]

function inOrderSent(event: unknown): unknown {
  if (!isRecord(event)) return event
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return sorted(event, (a, b) => place(a) - place(b))
}

function sorted(
  value: Readonly<Record<string, unknown>>,
  compare: (a: string, b: string) => number,
): object {
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, inStoredOrder(inner)] as const,
  )
  return Object.fromEntries(entries.toSorted(([a], [b]) => compare(a, b)))
}

/** Objects inside an event come from the database: shorter names first, then by their bytes. */
function inStoredOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inStoredOrder)
  if (!isRecord(value)) return value
  return sorted(value, (a, b) => a.length - b.length || (a < b ? -1 : 1))
}
