import type { Part } from '../text/parts.ts'
import type { Pair } from './pairing.ts'

/** Why two names are taken for each other, in English for whoever decides. */
export type Because =
  | 'the same name'
  | 'written in another script'
  | 'written together or apart'
  | 'in another order'
  | 'spelt otherwise'
  | 'digits for letters'
  | 'an initial for a name'
  | 'some names left out'
  | 'a title or particle left out'
  | 'the legal form in words'
  | 'the legal form left out'
  | 'a place or "group" left out'
  | 'the number beside it'
  | 'another name for the same'
  | 'one of several names in a line'

export type Likeness = {
  /** 0 to 100, where 100 is the same name. */
  score: number
  /** Empty where the score is 0. */
  because: Because[]
}

export const unlike: Likeness = { score: 0, because: [] }

/** At most this where something sets the two apart. */
export const atMostApart = 75
/** A name that lies whole within a longer one counts a little less than the same name. */
export const withinShare = 0.94

/** What two names have in common, with parts that the other lacks on a side or on both. */
export function scoreApart(pairs: readonly Pair[], lost: readonly Part[]): number {
  const letters = pairs.reduce((sum, pair) => sum + pair.letters, 0)
  const common = pairs.reduce((sum, pair) => sum + pair.letters * pair.alike, 0)
  const lostLetters = lost.reduce((sum, { text }) => sum + text.length, 0)
  return Math.min(atMostApart, Math.round((200 * common) / Math.max(1, 2 * letters + lostLetters)))
}

/** What pairs of parts say of why two names are alike. */
export function reasonsOf(pairs: readonly Pair[]): Because[] {
  const kinds = new Set(pairs.map(({ kind }) => kind))
  const order = pairs.toSorted((p, q) => (p.a[0] ?? 0) - (q.a[0] ?? 0)).map(({ b }) => b[0] ?? 0)
  const reasons: readonly (readonly [boolean, Because])[] = [
    [kinds.has('joined'), 'written together or apart'],
    [kinds.has('sound'), 'spelt otherwise'],
    [kinds.has('meaning'), 'another name for the same'],
    [kinds.has('initial'), 'an initial for a name'],
    [kinds.has('number'), 'the number beside it'],
    [order.some((at, place) => place > 0 && at < (order[place - 1] ?? 0)), 'in another order'],
  ]
  return reasons.flatMap(([holds, because]) => (holds ? [because] : []))
}
