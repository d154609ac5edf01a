import { isSonOf } from '../tables/small-parts.ts'
import type { Part } from '../text/parts.ts'
import { isConsonantApart, manyNames, slipBelow } from './likeness.ts'
import {
  atMostApart,
  type Likeness,
  reasonsOf,
  scoreApart,
  unlike,
  withinShare,
} from './outcome.ts'
import { type Known, type Pair, pairUp } from './pairing.ts'
import type { Reading } from './readings.ts'

/** Where names are left out, those that are there must hardly differ. */
const nearlySame = 0.88
const sureAlike = 0.94
/** What a title or particle that is missing counts, in letters. */
const smallLetters = 0.5
/** So many consonants in common are a name, where vowels are missing. */
const consonantsAtLeast = { same: 4, other: 5, within: 6 }
/** A frequent name says half as much of who somebody is. */
const frequentShare = 0.5
const enoughRare = 1.5
const lettersAtLeast = 4
/** The score of many names of which one was read otherwise. */
const misread = 86
const otherSpelling = ['spelt otherwise'] as const

/** How alike two names of people are, from 0 to 100. */
export function comparePeople(asked: Reading, listed: Reading): Likeness {
  const [a, b] = [asked.parts, listed.parts]
  const { pairs, restA, restB } = pairUp(a, b, initials)
  const full = pairs.filter(({ kind, a: at }) => kind !== 'initial' && isNamed(asked, at))
  if (full.length === 0) return unlike
  const [lostA, lostB] = lostOf([asked, restA], [listed, restB])
  const small = restA.length + restB.length - lostA.length - lostB.length
  const because = reasonsOf(pairs)
  if (small > 0) because.push('a title or particle left out')
  if (lostA.length > 0 && lostB.length > 0) {
    const score = scoreApart(pairs, [...lostA, ...lostB])
    if (!isMisread(asked, listed, { full, lostA, lostB })) return { score, because }
    return {
      score: Math.max(score, misread),
      because: [...new Set([...because, ...otherSpelling])],
    }
  }
  const score = meanOf(pairs, small)
  const identity = full.reduce((sum, pair) => sum + identityOf(pair, a), 0)
  const isCertain =
    hasConsonants(asked, listed, full) &&
    !isOtherOrder(asked, listed, pairs) &&
    (identity >= 1 || full.length === pairs.length) &&
    !hasSlips(full, a, identity)
  if (lostA.length + lostB.length === 0)
    return { score: isCertain ? score : Math.min(atMostApart, score), because }
  because.push('some names left out')
  const within = Math.round(withinShare * score)
  const isEnough = isCertain && isEnoughOf(asked, listed, { full, lostA, lostB })
  return { score: isEnough ? within : Math.min(atMostApart, within), because }
}

/** A letter that stands for a name. */
const initials: Known = (a, b) =>
  (a.text.length === 1 || b.text.length === 1) && a.text !== b.text && a.sound[0] === b.sound[0]
    ? { alike: 0.8, kind: 'initial', letters: 3 }
    : undefined

const isNamed = ({ parts, needed }: Reading, places: readonly number[]): boolean =>
  places.some((at) => needed[at] === true || parts[at]?.text.length === 1)

type Side = readonly [Reading, rest: readonly number[]]

/**
 * Names of each side that the other lacks. What is there a second time is none, unless the other
 * side has another name in its place.
 */
function lostOf([asked, restA]: Side, [listed, restB]: Side): [Part[], Part[]] {
  const named = (reading: Reading, rest: readonly number[]) =>
    rest.filter((at) => isNamed(reading, [at]))
  const [lostA, lostB] = [named(asked, restA), named(listed, restB)]
  const isOneSided = lostA.length === 0 || lostB.length === 0
  const partsOf = ({ parts }: Reading, lost: readonly number[]) =>
    lost.flatMap((at) => (isOneSided && isRepeated(parts, at) ? [] : (parts[at] ?? [])))
  return [partsOf(asked, lostA), partsOf(listed, lostB)]
}

const isRepeated = (parts: readonly Part[], at: number): boolean =>
  parts.some(({ sound }, other) => other !== at && sound === parts[at]?.sound)

function meanOf(pairs: readonly Pair[], small: number): number {
  const letters = pairs.reduce((sum, pair) => sum + pair.letters, 0)
  const common = pairs.reduce((sum, pair) => sum + pair.letters * pair.alike, 0)
  return Math.round((100 * common) / (letters + small * smallLetters))
}

/** How many rare names a pair is worth; one that is only like another is worth less. */
function identityOf({ a: places, alike }: Pair, a: readonly Part[], least = 0): number {
  if (alike < least) return frequentShare
  if (places.length > 1) return places.length
  return a[places[0] ?? 0]?.frequent ? frequentShare : 1
}

/** Whether a short name differs, and what is left of the others is not enough. */
function hasSlips(full: readonly Pair[], a: readonly Part[], identity: number): boolean {
  const slips = full.filter(({ alike }) => alike < slipBelow)
  const [slip] = slips
  if (!slip || full.length === 1) return false
  const isOnly = full.every((pair) => pair === slip || pair.alike >= nearlySame)
  return !isOnly || identity - identityOf(slip, a) < 1
}

/** Whether so many consonants are the same that the vowels which are missing would hardly matter. */
function hasConsonants(asked: Reading, listed: Reading, full: readonly Pair[]): boolean {
  const count = bareConsonants(asked, listed, full)
  const isSame = full.every(({ alike }) => alike >= 0.97)
  return count >= (isSame ? consonantsAtLeast.same : consonantsAtLeast.other)
}

/** Infinity where both names have their vowels. */
function bareConsonants(
  { parts: a }: Reading,
  { parts: b }: Reading,
  full: readonly Pair[],
): number {
  if (!a.some(({ bare }) => bare) && !b.some(({ bare }) => bare)) return Infinity
  const counted = (parts: readonly Part[], places: readonly number[]) =>
    places.reduce((sum, at) => sum + (parts[at]?.consonants ?? 0), 0)
  return full.reduce((sum, pair) => sum + Math.min(counted(a, pair.a), counted(b, pair.b)), 0)
}

/** `Salman bin Muhammad` is the son of who `Muhammad bin Salman` is. */
function isOtherOrder(asked: Reading, listed: Reading, pairs: readonly Pair[]): boolean {
  const aroundSon = ({ parts }: Reading) => {
    const at = parts.findIndex(({ text }) => isSonOf(text))
    return at < 1 ? undefined : [at - 1, at + 1]
  }
  const [a, b] = [aroundSon(asked), aroundSon(listed)]
  const stands = (own: number | undefined, other: number | undefined) =>
    pairs.some((pair) => pair.a[0] === own && pair.b[0] === other)
  return a !== undefined && b !== undefined && stands(a[0], b[1]) && stands(a[1], b[0])
}

/**
 * Whether of many names of which a side lacks its vowels a single one has another consonant: it was
 * read otherwise.
 */
function isMisread(
  asked: Reading,
  listed: Reading,
  { full, lostA, lostB }: Pick<Found, 'full' | 'lostA' | 'lostB'>,
): boolean {
  const [a, b] = [lostA[0], lostB[0]]
  if (!a || !b || lostA.length + lostB.length > 2 || full.length + 1 < manyNames) return false
  if (full.some(({ alike }) => alike < nearlySame)) return false
  return bareConsonants(asked, listed, full) < Infinity && isConsonantApart(a, b)
}

type Found = {
  full: readonly Pair[]
  lostA: readonly Part[]
  lostB: readonly Part[]
}

/**
 * Whether a name of which some are left out is still that of the person: half of all, or a listed
 * one whole within a text, not only such as very many have, or of these all but one and the first of
 * the list's.
 */
function isEnoughOf(asked: Reading, listed: Reading, { full, lostA, lostB }: Found): boolean {
  const [more, lost] = lostA.length > 0 ? [asked, lostA] : [listed, lostB]
  const names = more.parts.filter((_, at) => isNamed(more, [at]))
  if (full.length < 2) return false
  const isHalf = full.length * 2 >= names.length
  if (!isHalf && (more !== asked || !areNeighbours(asked, full))) return false
  if (full.some(({ alike }) => alike < nearlySame)) return false
  if (bareConsonants(asked, listed, full) < consonantsAtLeast.within) return false
  const identity = full.reduce((sum, pair) => sum + identityOf(pair, asked.parts, sureAlike), 0)
  if (identity >= enoughRare) return true
  if (!isHalf) return false
  const [first] = names
  const hasFirst = more === asked || (first !== undefined && !lost.includes(first))
  return hasFirst && lost.length === 1 && full.every(({ kind }) => kind === 'same')
}

/** Whether long parts were found, hardly spelt otherwise, with nothing but particles between them. */
function areNeighbours(asked: Reading, full: readonly Pair[]): boolean {
  const isSure = ({ alike, letters, a }: Pair) =>
    alike >= sureAlike && letters >= lettersAtLeast && a.every((at) => !asked.parts[at]?.bare)
  if (!full.every(isSure)) return false
  const places = full.flatMap(({ a }) => a)
  const [from, to] = [Math.min(...places), Math.max(...places)]
  return asked.parts.every(
    (_, at) => at < from || at > to || places.includes(at) || !isNamed(asked, [at]),
  )
}
