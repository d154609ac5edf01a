import { isArticle, isParticle, isTitle } from '../tables/small-parts.ts'
import { numberIn, numbersTogether } from '../tables/numbers.ts'
import { mayBeLeftOut, spelledOut } from '../tables/organisations.ts'
import { cut, type Part, partOf } from '../text/parts.ts'
import { pinyinOf } from '../text/wade-giles.ts'
import { type FormKind, withoutForms } from './legal-forms.ts'
import { namesIn, personsIn } from './lines.ts'
import type { Because } from './outcome.ts'

export type Kind = 'person' | 'organisation'

/** A way to read a name, ready to be compared. */
export type Reading = {
  kind: Kind
  /** In small letters without marks, in its own script. */
  normal: string
  script: string
  /** Of an organisation without legal form and articles. */
  parts: readonly Part[]
  /** Of each part, whether a name without it is another: no title, and no number of a branch. */
  needed: readonly boolean[]
  /** All of them, as they may be written together. */
  all: readonly Part[]
  /** How its legal form is written; none of a person. */
  forms: ReadonlySet<FormKind>
  /** What had to be assumed. */
  because: readonly Because[]
}

/**
 * All ways to read a name: as it is, with letters for digits, and as each of the several names that
 * a line may have.
 */
export function readingsOf(name: string, kind: Kind, side: 'asked' | 'listed'): Reading[] {
  const pieces = side === 'asked' ? personsIn(name, kind) : namesIn(name)
  return [
    ...readingsOfName(name, kind, []),
    ...pieces.flatMap((piece) => readingsOfName(piece, kind, ['one of several names in a line'])),
  ]
}

function readingsOfName(name: string, kind: Kind, because: readonly Because[]): Reading[] {
  const { together, turned } = kind === 'person' ? withoutSpace(name) : {}
  return [
    ...readingsOfPiece(name, kind, because),
    ...(together ? readingsOfPiece(together, kind, [...because, 'written together or apart']) : []),
    ...(turned ? readingsOfPiece(turned, kind, [...because, 'in another order']) : []),
  ]
}

/** A name in Han or Hangul that has a space, as both are written: family first, and no space. */
function withoutSpace(name: string): { together?: string; turned?: string } {
  const [, first = '', second = ''] = spaced.exec(inOrder(name).trim()) ?? []
  // A family name is the shorter one.
  return {
    ...(first.length <= second.length && { together: first + second }),
    ...(second.length <= first.length && { turned: second + first }),
  }
}
const spaced =
  /^(\p{Script=Han}{1,3}|\p{Script=Hangul}{1,3})\s+(\p{Script=Han}{1,3}|\p{Script=Hangul}{1,3})$/u

function readingsOfPiece(name: string, kind: Kind, because: readonly Because[]): Reading[] {
  const { normal, script, parts: all } = cut(kind === 'person' ? inOrder(name) : dotted(name))
  if (all.length === 0) return []
  const { parts, forms } =
    kind === 'person' ? { parts: all, forms: new Set<FormKind>() } : coreOf(all)
  const whole = { kind, normal, script, forms, all }
  const readingOf = (read: readonly Part[], reasons: readonly Because[]): Reading => ({
    ...whole,
    parts: read,
    needed: neededOf(read, kind),
    because: reasons,
  })
  const others = deciphered(parts)
  const mandarin = kind === 'person' ? pinyinOf(parts.map(({ text }) => text)) : undefined
  return [
    readingOf(parts, because),
    ...(others ? [readingOf(others, [...because, 'digits for letters'])] : []),
    ...(mandarin
      ? [
          readingOf(
            mandarin.map((text) => partOf(text)),
            [...because, 'spelt otherwise'],
          ),
        ]
      : []),
  ]
}

function neededOf(parts: readonly Part[], kind: Kind): boolean[] {
  const needed = parts.map(({ text }) =>
    kind === 'person'
      ? text.length > 1 && !isParticle(text) && !isTitle(text)
      : !mayBeLeftOut(text) && !/\d/.test(text) && numberIn(text) === undefined,
  )
  if (needed.includes(true)) return needed
  // `Al An` has nothing but particles, which then are names; a letter stands for one still.
  const names = parts.map(({ text }) => text.length > 1)
  return names.includes(true) ? names : names.map(() => true)
}

/** `Family, Given` as `Given Family`; what has more commas stays. */
const inOrder = (name: string): string => name.replace(/^([^,،]+)[,،]([^,،]+)$/u, '$2 $1')

/** `L.P.` is `LP`, and no initials. */
const dotted = (name: string): string =>
  name.replaceAll(/(?<![\p{L}.])\p{L}\.\p{L}\.?(?![\p{L}.])/gu, (letters) =>
    letters.replaceAll('.', ''),
  )

/** Without legal form and articles, and numbers in digits. */
function coreOf(all: readonly Part[]): Pick<Reading, 'parts' | 'forms'> {
  const { parts, forms } = withoutForms(all)
  const named = parts
    .filter(({ text }) => !isArticle(text))
    .flatMap((part) => spelledOut(part.text)?.map((text) => partOf(text)) ?? [part])
  const kept = named.length > 0 ? named : parts
  const texts = numbersTogether(kept.map(({ text }) => text))
  return { parts: texts.length === kept.length ? kept : texts.map((text) => partOf(text)), forms }
}

const lookalikes: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
}

/** The parts with letters for the digits among letters, where there are any: `Sech1n`. */
function deciphered(parts: readonly Part[]): Part[] | undefined {
  const hides = ({ text }: Part) => /[a-z]/.test(text) && /\d/.test(text)
  if (!parts.some(hides)) return undefined
  return parts.map((part) =>
    hides(part)
      ? partOf(
          part.text.replaceAll(/\d/g, (digit) => lookalikes[digit] ?? digit),
          part.bare,
        )
      : part,
  )
}
