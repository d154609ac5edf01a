import { likeness } from './likeness.ts'
import { joined, lettersApart, type Part, seamless } from '../text/parts.ts'

/** Neighbouring parts of one name that stand for those of another; places from 0. */
export type Pair = {
  a: readonly number[]
  b: readonly number[]
  /** Above 0, to 1. */
  alike: number
  letters: number
  kind: PairKind
}
type PairKind = 'same' | 'sound' | 'joined' | 'initial' | 'meaning' | 'number'

/** What is known of two parts beyond their letters; nothing where it is no more than these. */
export type Known = (
  a: Part,
  b: Part,
) => { alike: number; kind: PairKind; letters?: number } | undefined

export type Pairing = {
  pairs: readonly Pair[]
  /** Places that nothing stands for. */
  restA: readonly number[]
  restB: readonly number[]
}

/** So many parts are read together at most, as in `Plat Ono Vich`. */
export const joinedAtMost = 3
/** A name that is cut otherwise is a little less the same. */
const joinedShare = 0.98

/** The pairs of parts that are most alike, each part in one pair at most. */
export function pairUp(a: readonly Part[], b: readonly Part[], known: Known): Pairing {
  const possible = singles(a, b, known)
  const pairing = chosen(a, b, possible)
  if (pairing.restA.length === 0 || pairing.restB.length === 0) return pairing
  const together = [
    ...runs(a, b, pairing),
    ...runs(b, a, { restA: pairing.restB, restB: pairing.restA }).map(turned),
  ]
  return together.length === 0 ? pairing : chosen(a, b, [...possible, ...together])
}

function chosen(a: readonly Part[], b: readonly Part[], possible: readonly Pair[]): Pairing {
  const [takenA, takenB] = [new Set<number>(), new Set<number>()]
  // Whole ones before joined ones, and long ones before short ones.
  const sorted = possible.toSorted((p, q) => q.alike - p.alike || q.letters - p.letters)
  const pairs = sorted.filter((pair) => {
    if (pair.a.some((at) => takenA.has(at)) || pair.b.some((at) => takenB.has(at))) return false
    for (const at of pair.a) takenA.add(at)
    for (const at of pair.b) takenB.add(at)
    return true
  })
  return { pairs, restA: placesWithout(a, takenA), restB: placesWithout(b, takenB) }
}

const placesWithout = (parts: readonly Part[], taken: ReadonlySet<number>): number[] =>
  parts.flatMap((_, at) => (taken.has(at) ? [] : [at]))

const turned = ({ a, b, ...pair }: Pair): Pair => ({ ...pair, a: b, b: a })

function singles(a: readonly Part[], b: readonly Part[], known: Known): Pair[] {
  const pairs: Pair[] = []
  a.forEach((part, i) => {
    b.forEach((other, j) => {
      const fact = known(part, other)
      const alike = fact?.alike ?? likeness(part, other)
      if (alike === 0) return
      const letters = fact?.letters ?? Math.max(part.text.length, other.text.length)
      const kind = fact?.kind ?? (alike === 1 ? 'same' : 'sound')
      pairs.push({ a: [i], b: [j], alike, letters, kind })
    })
  })
  return pairs
}

/** Some neighbours of `a` that stand for a single part of `b`, with what nothing stands for yet. */
function runs(
  a: readonly Part[],
  b: readonly Part[],
  { restA, restB }: Pick<Pairing, 'restA' | 'restB'>,
): Pair[] {
  const pairs: Pair[] = []
  for (let from = 0; from < a.length; from += 1)
    for (let to = from + 2; to <= Math.min(a.length, from + joinedAtMost); to += 1) {
      const pieces = a.slice(from, to)
      const places = Array.from({ length: to - from }, (_, at) => from + at)
      const isNew = restA.some((at) => from <= at && at < to)
      for (const [j, part] of b.entries()) {
        if (!isNew && !restB.includes(j)) continue
        const run = runAs(pieces, part)
        const alike = run ? joinedShare * likeness(run, part) : 0
        const letters = Math.max(run?.text.length ?? 0, part.text.length)
        if (alike > 0) pairs.push({ a: places, b: [j], alike, letters, kind: 'joined' })
      }
    }
  return pairs
}

/** Parts read together where they may be another; `II` behind a name is more than its letters. */
export function runAs(pieces: readonly Part[], other: Part): Part | undefined {
  let [length, consonants] = [0, 0]
  let bare = other.bare
  for (const piece of pieces) {
    length += piece.text.length
    consonants += piece.bones.length
    bare ||= piece.bare
  }
  // As many consonants, but for those that come twice where two parts meet.
  const spare = consonants - other.bones.length
  if (spare < 0 || spare >= pieces.length) return undefined
  if (Math.abs(length - other.text.length) > lettersApart(bare)) return undefined
  if (seamless(pieces) !== seamless([other])) return undefined
  const run = joined(pieces)
  return run.text === other.text || pieces.every(({ bones }) => bones !== '') ? run : undefined
}
