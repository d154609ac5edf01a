import { ratio, token_set_ratio } from 'fuzzball'
import type { ListEntry } from './list-file.ts'
import { normalised, withoutForms } from './names.ts'

export type NameMatch = { entry: ListEntry; listedName: string; score: number }

/** A name with its words sorted, since their order is written now so, now so. */
type Name = { normal: string; parts: string[]; sorted: string }
type Listed = Name & { entry: ListEntry; name: string }
/** A name as it is compared with people, and as it is compared with companies. */
type Asked = { person: Name; company: Name }

/** Letters are counted in so many groups; a power of two, in which a to z are apart. */
const groups = 32
/** A name that lies whole within a longer one counts a little less than the same name. */
const withinShare = 0.95
const asTheyAre = { full_process: false } as const

/**
 * Finds listed names that resemble a name. Of a long list only those are compared whose letters
 * could reach the threshold, and of people those that begin with one of the words. Both are
 * bounds of `similarity`, so none that reaches the threshold is passed over.
 */
export function createNameIndex(entries: readonly ListEntry[]) {
  const listed: Listed[] = []
  const byLength = new Map<number, number[]>()
  const byFirstPart = new Map<string, number[]>()
  for (const entry of entries) for (const name of entry.names) file(entry, name)
  const counts = new Uint16Array(listed.length * groups)
  listed.forEach(({ sorted }, place) => countLetters(sorted, counts, place * groups))
  return { find }

  function file(entry: ListEntry, name: string): void {
    const plain = normalised(name)
    if (plain === '') return
    const own = named(entry.isPerson ? plain : withoutForms(plain))
    fileUnder(byLength, own.sorted.length, listed.length)
    if (entry.isPerson) fileUnder(byFirstPart, own.parts[0] ?? '', listed.length)
    listed.push({ ...own, entry, name })
  }

  /** The best name of each entry that reaches the threshold (0 to 100), best first. */
  function find(name: string, threshold: number): NameMatch[] {
    const plain = normalised(name)
    const asked = { person: named(plain), company: named(withoutForms(plain)) }
    const best = new Map<ListEntry, NameMatch>()
    for (const candidate of candidates(asked, threshold)) {
      const score = similarity(asked, candidate, threshold)
      const known = best.get(candidate.entry)
      if (score >= threshold && score > (known?.score ?? -1))
        best.set(candidate.entry, { entry: candidate.entry, listedName: candidate.name, score })
    }
    return [...best.values()].sort((a, b) => b.score - a.score)
  }

  function candidates({ person, company }: Asked, threshold: number): Listed[] {
    const places = new Set(person.parts.flatMap((part) => byFirstPart.get(part) ?? []))
    const spellings = person.sorted === company.sorted ? [person] : [person, company]
    for (const { sorted } of spellings) addLetterKin(places, sorted, threshold)
    return [...places].flatMap((place) => listed[place] ?? [])
  }

  /** Those that have enough of the letters, in whatever order. */
  function addLetterKin(places: Set<number>, sorted: string, threshold: number): void {
    const own = new Uint16Array(groups)
    countLetters(sorted, own, 0)
    for (const [length, ofLength] of byLength) {
      if (ratioAtMost(Math.min(length, sorted.length), length + sorted.length) < threshold) continue
      for (const place of ofLength) {
        const common = commonLetters(own, counts, place * groups)
        if (ratioAtMost(common, length + sorted.length) >= threshold) places.add(place)
      }
    }
  }
}

function fileUnder<K>(files: Map<K, number[]>, key: K, place: number): void {
  const places = files.get(key)
  if (places) places.push(place)
  else files.set(key, [place])
}

/** Letters that share a group only raise the bound. */
function countLetters(text: string, counts: Uint16Array, from: number): void {
  for (let at = 0; at < text.length; at += 1) {
    const group = from + (text.charCodeAt(at) & (groups - 1))
    counts[group] = (counts[group] ?? 0) + 1
  }
}

function commonLetters(own: Uint16Array, counts: Uint16Array, from: number): number {
  let common = 0
  for (let group = 0; group < groups; group += 1)
    common += Math.min(own[group] ?? 0, counts[from + group] ?? 0)
  return common
}

/** The ratio of two texts that have so many letters in common, if these are in the same order. */
const ratioAtMost = (common: number, lengths: number) => Math.round((200 * common) / lengths)

function named(normal: string): Name {
  const parts = normal.split(' ')
  return { normal, parts, sorted: parts.toSorted().join(' ') }
}

/**
 * 0 to 100. The same letters in whatever order of words (token sort); of a person also a name with
 * some left out (token set). Two companies that share some words are two companies.
 */
function similarity({ person, company }: Asked, listed: Listed, threshold: number): number {
  if (!listed.entry.isPerson) return sortRatio(company, listed, threshold)
  const sorted = sortRatio(person, listed, threshold)
  if (sorted === 100 || !mayBeShortened(person.parts, listed.parts)) return sorted
  const within = token_set_ratio(person.normal, listed.normal, asTheyAre)
  return Math.max(sorted, Math.round(withinShare * within))
}

/** 0 where the lengths alone keep it below the threshold; that spares most of the comparisons. */
function sortRatio({ sorted: a }: Name, { sorted: b }: Name, threshold: number): number {
  if (a === b) return 100
  const atBest = ratioAtMost(Math.min(a.length, b.length), a.length + b.length)
  return atBest < threshold ? 0 : ratio(a, b, asTheyAre)
}

/**
 * People leave out second names, but hardly their first one, nor more than half of all: a lone
 * "Kim" or an "Ibrahim Ali" would otherwise match the long names of very many. One of the words
 * may be spelt otherwise.
 */
function mayBeShortened(asked: string[], listed: string[]): boolean {
  const [fewer, more] = asked.length < listed.length ? [asked, listed] : [listed, asked]
  if (fewer.length === more.length || fewer.length < 2 || fewer.length * 2 < more.length)
    return false
  if (!asked.includes(listed[0] ?? '')) return false
  return fewer.filter((part) => more.includes(part)).length >= fewer.length - 1
}
