import type { Part } from '../text/parts.ts'
import { costBetween, spelled, unvoiced, wholeLetter } from './costs.ts'

/** What may differ, in hundredths of a letter, by the letters of the shorter part. */
const tolerance = [0, 0, 0, 35, 100, 100, 130, 160, 200, 200, 230, 230, 260]
/** The same, by the consonants where vowels are missing. */
const bareTolerance = [0, 0, 20, 40, 60, 100, 120]

const at = (steps: readonly number[], length: number) =>
  steps[Math.min(length, steps.length - 1)] ?? 0

/** A part of as many letters that differs wholly counts 1 - this. */
const costShare = 0.65

/** How alike two parts are: 0 where they are two names, else above 0.5; 1 is the same. */
export function likeness(a: Part, b: Part): number {
  if (a.text === b.text) return 1
  if (a.bare || b.bare) return bareLikeness(a, b)
  // `Mehmet` and `Muhammad` are a name; `Maria` and `Mario` are two that many have.
  if (a.frequent && b.frequent) return isShared(a.frequent, b.frequent) ? sameNameAlike : 0
  if (a.sound === b.sound && a.sound.length > 1) return 0.98
  if (isBaltic(a, b) || isBaltic(b, a)) return sameNameAlike
  const most = toleranceOf(a, b)
  const cost = most === 0 ? 1 : costBetween(a.sound, b.sound, spelled, most)
  if (cost > most) return 0
  return 1 - (costShare * cost) / (wholeLetter * Math.max(a.sound.length, b.sound.length))
}

const sameNameAlike = 0.97
const isShared = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.values().some((name) => b.has(name))

/** `Lavrovs` and `Lavrovas` are Latvian and Lithuanian for `Lavrov`. */
const isBaltic = ({ sound: long }: Part, { sound: short }: Part): boolean =>
  short.length >= balticAtLeast &&
  long.startsWith(short) &&
  balticEnds.has(long.slice(short.length))
const balticEnds = new Set(['s', 'as', 'is', 'us'])
const balticAtLeast = 5

/** Less than this is a wrong letter in a short name, which may be another name. */
export const slipBelow = 0.87

/** What may differ of two parts with their vowels, in hundredths of a letter: less at their beginning. */
export function toleranceOf(a: Part, b: Part): number {
  const most = at(tolerance, Math.min(a.text.length, b.text.length))
  return a.sound.charCodeAt(0) === b.sound.charCodeAt(0) ? most : Math.min(most, wholeLetter)
}

/** Of so many names one may have another consonant, where vowels are missing. */
export const manyNames = 4

/** Whether two parts differ by a consonant and no more; it takes two to have one in common. */
export function isConsonantApart(a: Part, b: Part): boolean {
  const most = bareToleranceOf(a, b) + wholeLetter
  return (
    Math.min(a.consonants, b.consonants) > 1 &&
    costBetween(a.sound, b.sound, unvoiced, most) <= most
  )
}

/** What a part of so many letters may differ at most from any. */
export const mostTolerated = ({ text }: Part): number => at(tolerance, text.length)

/** The same where a side lacks vowels. */
export const bareToleranceOf = (a: Part, b: Part): number => {
  const count = Math.min(a.consonants, b.consonants)
  return at(bareTolerance, count) + vowelShare * (Math.max(a.sound.length, b.sound.length) - count)
}

const vowelShare = 12

function bareLikeness(a: Part, b: Part): number {
  const most = bareToleranceOf(a, b)
  const cost = costBetween(a.sound, b.sound, unvoiced, most)
  if (cost > most) return 0
  const count = Math.max(1, Math.min(a.consonants, b.consonants))
  const ofVowels = vowelShare * (Math.max(a.sound.length, b.sound.length) - count)
  return 0.97 - (0.5 * Math.max(0, cost - ofVowels)) / (wholeLetter * count)
}

/** What a part may differ at most from one whose sound has so many letters. */
export const mostBareTolerated = (part: Part, length: number): number =>
  at(bareTolerance, part.consonants) + vowelShare * Math.max(part.sound.length, length)
