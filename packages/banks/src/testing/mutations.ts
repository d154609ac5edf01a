import { randomFrom, type Random } from './days/random-days.ts'

/** A part of a text that can be taken as a whole: an element, or a line. */
type Span = { start: number; end: number; /** What is inside of it. */ inner: [number, number] }

const tag = /<(\/?)([\w:.-]+)([^<>]*?)(\/?)>/g

/** All elements of an XML text. */
function elementsOf(text: string): Span[] {
  const open: { start: number; inner: number }[] = []
  const spans: Span[] = []
  for (const match of text.matchAll(tag)) {
    const after = match.index + match[0].length
    if (match[1] === '' && match[4] === '') open.push({ start: match.index, inner: after })
    else if (match[4] === '/') spans.push({ start: match.index, end: after, inner: [after, after] })
    else {
      const begun = open.pop()
      if (begun) spans.push({ start: begun.start, end: after, inner: [begun.inner, match.index] })
    }
  }
  return spans.toSorted((a, b) => a.start - b.start)
}

/** All lines of a text; the inside is what comes behind the name of a field or record. */
function linesOf(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(/[^\n]*\n/g)) {
    const end = match.index + match[0].length
    const name = /^(?::\d\d[A-Z]?:|\d\d,)/.exec(match[0])?.[0].length ?? 0
    spans.push({ start: match.index, end, inner: [match.index + name, end - 1] })
  }
  return spans
}

const encodings = ['utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be', 'latin1', 'wrong'] as const

function encoded(text: string, random: Random): Uint8Array {
  const declared = (name: string) =>
    text.startsWith('<?xml')
      ? text.replace(/^<\?xml[^>]*\?>/, `<?xml version="1.0" encoding="${name}"?>`)
      : text
  switch (encodings[random(encodings.length)]) {
    case 'utf-8 with a mark':
      return Buffer.from(`\u{FEFF}${declared('UTF-8')}`)
    case 'utf-16le':
      return Buffer.from(declared('UTF-16'), 'utf16le')
    case 'utf-16be':
      return Buffer.from(`\u{FEFF}${text}`, 'utf16le').swap16()
    case 'latin1':
      return Buffer.from(declared('ISO-8859-1'), 'latin1')
    case 'wrong':
      return Buffer.from(text, 'latin1')
    default:
      return Buffer.from(text)
  }
}

const values = [
  '',
  '0',
  '-1',
  '.5',
  '5.',
  '1e3',
  'NaN',
  'true',
  '2026-02-30',
  'EUR',
  '\u{1F4B6}',
  '&amp;',
  '  ',
]

/** One change of a text. */
function changed(text: string, random: Random, isXml: boolean): string {
  const spans = isXml ? elementsOf(text) : linesOf(text)
  const span = spans[random(spans.length)]
  if (!span) return text
  const { start, end, inner } = span
  const whole = text.slice(start, end)
  const inside = text.slice(...inner)
  const replace = (from: number, to: number, by: string) =>
    text.slice(0, from) + by + text.slice(to)
  switch (random(8)) {
    case 0:
      return replace(start, end, '')
    case 1:
      return replace(start, end, whole + whole)
    case 2:
      return replace(...inner, '')
    case 3:
      return replace(...inner, inside.length < 200 ? inside.repeat(1 + random(40)) : inside)
    case 4: {
      const next = spans.find((other) => other.start >= end)
      if (!next) return text
      const between = text.slice(end, next.start)
      return replace(start, next.end, text.slice(next.start, next.end) + between + whole)
    }
    case 5:
      return inside.includes('<') ? text : replace(...inner, values[random(values.length)] ?? '')
    case 6: {
      // One character is another one.
      const at = start + random(end - start)
      return replace(at, at + 1, String.fromCharCode(32 + random(95)))
    }
    default:
      return text.slice(0, end)
  }
}

export type Mutation = {
  /** As a reader of the right encoding sees it. */ text: string
  bytes: Uint8Array
}

/** The text with some changes, each of which a bank's program or a bad transfer may have made. */
export function mutationOf(original: string, seed: number): Mutation {
  const random = randomFrom(seed)
  const isXml = original.trimStart().startsWith('<')
  let text = original
  for (let changes = 1 + random(3); changes > 0; changes -= 1) text = changed(text, random, isXml)
  return { text, bytes: encoded(text, random) }
}
