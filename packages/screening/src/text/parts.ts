import { romanised, scriptOf } from './romanised.ts'
import { frequentNames } from '../tables/frequent-names.ts'
import { legible } from './normal.ts'
import { bonesOf, bonesTogether, soundOf } from './sound.ts'

/** A piece of a name as it is compared. */
export type Part = {
  /** Small Latin letters and digits. */
  text: string
  /** `text` with the spellings of one sound made alike. */
  sound: string
  /** Written without all of its vowels, as in Arabic or Thai. */
  bare: boolean
  /** Consonants by which parts that are written together are compared with those that are not. */
  bones: string
  /** The number of letters that are no vowels. */
  consonants: number
  /** Which frequent names it is a spelling of; none where it is rare. */
  frequent: ReadonlySet<number> | undefined
}

/** Lists have most parts thousands of times. */
const known = new Map<string, Part>()
const knownAtMost = 50_000

export function partOf(text: string, bare = false): Part {
  const key = bare ? `${text}*` : text
  const kept = known.get(key)
  if (kept) return kept
  const sound = soundOf(text, !bare)
  const consonants = sound.replaceAll(/[aeiou]/g, '').length
  const frequent = bare ? undefined : frequentNames(text)
  const part = { text, sound, bare, bones: bonesOf(sound), consonants, frequent }
  if (known.size >= knownAtMost) known.clear()
  known.set(key, part)
  return part
}

/** Parts written together; letters of two of them make no sound together. */
export function joined(parts: readonly Part[]): Part {
  const text = parts.map((part) => part.text).join('')
  const sound = parts.map((part) => part.sound).join('')
  return {
    text,
    sound,
    bones: bonesOfAll(parts),
    bare: parts.some(({ bare }) => bare),
    consonants: parts.reduce((sum, { consonants }) => sum + consonants, 0),
    frequent: frequentNames(text),
  }
}

/** The consonants of parts written together. */
const bonesOfAll = (parts: readonly Part[]): string =>
  bonesTogether(parts.map(({ bones }) => bones))

/** What parts written together, and a part that may be they, have in common: few consonants are not enough. */
export function seamless(parts: readonly Part[]): string {
  const bones = bonesOfAll(parts)
  return bones.length >= bonesAtLeast ? bones : `=${parts.map(({ text }) => text).join('')}`
}
const bonesAtLeast = 3

/** By how many letters parts written together may be longer or shorter than another. */
export const lettersApart = (bare: boolean): number => (bare ? 8 : 2)

/** A name cut into its parts, in Latin letters and in the order given. */
export type Cut = {
  /** In small letters without marks, in the script it was written in. */
  normal: string
  parts: readonly Part[]
  /** Of its first letter. */
  script: string
}

export function cut(name: string): Cut {
  const plain = legible(name)
  const pieces = plain.split(' ')
  // Dots in Han: a foreign name by its sound; spaces in Hangul: family and given name are apart.
  const isForeign = /[·・‧•]/u.test(name) || (pieces.length > 1 && /\p{Script=Hangul}/u.test(name))
  const parts = pieces
    .flatMap((piece) => piece.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? [])
    .flatMap((piece) => romanised(piece, isForeign))
    .map(({ text, bare }) => partOf(text, bare))
  return { normal: plain, parts, script: scriptOf(plain) }
}
