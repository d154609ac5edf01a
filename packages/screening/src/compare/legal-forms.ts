import { costBetween, spelled, wholeLetter } from './costs.ts'
import { cut, type Part, partOf } from '../text/parts.ts'
import table from '../tables/legal-forms.json' with { type: 'json' }

export type FormKind = 'letters' | 'spelled out'
type Form = {
  /** In small Latin letters, without spaces. */
  text: string
  size: number
  kind: FormKind
}

const forms = new Map<string, Form>()
/** Long ones, which may have a letter wrong, by their number of parts. */
const long = new Map<number, Form[]>()
for (const { letters, names } of table) {
  for (const name of names) file(name, isSpelledOut(name) ? 'spelled out' : 'letters')
  for (const letter of letters.split(' ').filter(Boolean)) file(letter, 'letters')
}

/** Abbreviations of other scripts, and of several parts, are among the names. */
function isSpelledOut(name: string): boolean {
  return /\p{L}{6}|\p{Script=Han}/u.test(name)
}

function file(name: string, kind: FormKind): void {
  const { parts } = cut(name)
  const form = { text: parts.map(({ text }) => text).join(''), size: parts.length, kind }
  if (form.text === '' || forms.has(form.text)) return
  forms.set(form.text, form)
  if (form.text.length >= 11) long.set(form.size, [...(long.get(form.size) ?? []), form])
}

/** Written at an end of a name without a space, in Han. */
const attached = table
  .flatMap(({ names }) => names)
  .filter((name) => /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(name))
  .map((name) =>
    cut(name)
      .parts.map(({ text }) => text)
      .join(''),
  )
  .toSorted((a, b) => b.length - a.length)

const sizeMax = Math.max(...[...forms.values()].map(({ size }) => size))

/** Parts of a company's name without those of its legal form, unless it is nothing else. */
export function withoutForms(parts: readonly Part[]): {
  parts: readonly Part[]
  forms: ReadonlySet<FormKind>
} {
  const kinds = new Set<FormKind>()
  const kept: Part[] = []
  for (let at = 0; at < parts.length;) {
    const form = formAt(parts, at)
    if (form) kinds.add(form.kind)
    else kept.push(...parts.slice(at, at + 1).map(detached))
    at += form?.size ?? 1
  }
  return kept.length > 0 ? { parts: kept, forms: kinds } : { parts, forms: new Set() }
}

/** A name in Han without the form that is written to it. */
function detached(part: Part): Part {
  const form = attached.find((text) => part.text.endsWith(text) || part.text.startsWith(text))
  return form === undefined || form.length + 2 > part.text.length
    ? part
    : partOf(part.text.replace(form, ''), part.bare)
}

/** The longest form that begins at a place; its size is the number of parts that it takes here. */
function formAt(parts: readonly Part[], at: number): Form | undefined {
  for (let size = Math.min(sizeMax, parts.length - at); size > 0; size -= 1) {
    const run = parts.slice(at, at + size)
    const text = run.map((part) => part.text).join('')
    const form = forms.get(text)
    // `S. A.` is `SA`; other parts never come together to a form by chance.
    if (form && (form.size === size || run.every((part) => part.text.length <= 2)))
      return { ...form, size }
    const typed =
      text.length < 10 ? undefined : long.get(size)?.find((known) => isNear(text, known.text))
    if (typed) return { ...typed, size }
  }
  return undefined
}

const isNear = (text: string, form: string): boolean =>
  text.slice(0, 2) === form.slice(0, 2) &&
  costBetween(text, form, spelled, 2 * wholeLetter) <= 2 * wholeLetter
