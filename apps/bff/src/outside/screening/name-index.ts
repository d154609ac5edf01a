import { ratio, token_set_ratio } from 'fuzzball'
import type { ListEntry } from './list-file.ts'
import { normalised, trigramsOf, withoutForms } from './names.ts'

export type NameMatch = { entry: ListEntry; listedName: string; score: number }

/** A name with its words sorted, since their order is written now so, now so. */
type Name = { normal: string; words: string[]; sorted: string }
type Listed = Name & { entry: ListEntry; name: string; trigrams: number }
/** A name as it is compared with people, and as it is compared with companies. */
type Asked = { person: Name; company: Name }

/**
 * Share of the trigrams that must be common before names are compared in full: of the name with
 * more of them, or, where words may be left out, of the one with fewer. Measured, not proven: no
 * name of 85 is missed among thousands of spoiled ones.
 */
const commonOfMore = 0.3
const commonOfFewer = 0.6
/** A name that lies whole within a longer one counts a little less than the same name. */
const withinShare = 0.95
const asTheyAre = { full_process: false } as const

/**
 * Finds listed names that resemble a name. Every name is indexed by its trigrams; of a long
 * list only the few are compared that have enough of them in common.
 */
export function createNameIndex(entries: readonly ListEntry[]) {
  const listed: Listed[] = []
  const filed = new Map<string, number[]>()
  for (const entry of entries) for (const name of entry.names) file(entry, name)
  return { find }

  function file(entry: ListEntry, name: string): void {
    const plain = normalised(name)
    if (plain === '') return
    const own = named(entry.isPerson ? plain : withoutForms(plain))
    const trigrams = trigramsOf(own.normal)
    for (const trigram of trigrams) {
      const places = filed.get(trigram)
      if (places) places.push(listed.length)
      else filed.set(trigram, [listed.length])
    }
    listed.push({ ...own, entry, name, trigrams: trigrams.size })
  }

  /** The best name of each entry that reaches the threshold (0 to 100), best first. */
  function find(name: string, threshold: number): NameMatch[] {
    const plain = normalised(name)
    const asked = { person: named(plain), company: named(withoutForms(plain)) }
    const best = new Map<ListEntry, NameMatch>()
    for (const candidate of candidates(trigramsOf(plain))) {
      const score = similarity(asked, candidate, threshold)
      const known = best.get(candidate.entry)
      if (score >= threshold && score > (known?.score ?? -1))
        best.set(candidate.entry, { entry: candidate.entry, listedName: candidate.name, score })
    }
    return [...best.values()].sort((a, b) => b.score - a.score)
  }

  function candidates(trigrams: ReadonlySet<string>): Listed[] {
    const common = new Uint16Array(listed.length)
    const places = new Set<number>()
    for (const trigram of trigrams)
      for (const place of filed.get(trigram) ?? []) {
        common[place] = (common[place] ?? 0) + 1
        places.add(place)
      }
    return [...places].flatMap((place) => {
      const one = listed[place]
      return one && isNear(one, trigrams.size, common[place] ?? 0) ? [one] : []
    })
  }
}

function isNear({ entry, trigrams }: Listed, asked: number, common: number): boolean {
  if (common >= commonOfMore * Math.max(trigrams, asked)) return true
  return entry.isPerson && common >= commonOfFewer * Math.min(trigrams, asked)
}

function named(normal: string): Name {
  const words = normal.split(' ')
  return { normal, words, sorted: words.toSorted().join(' ') }
}

/**
 * 0 to 100. The same letters in whatever order of words (token sort); of a person also a name with
 * some left out (token set). Two companies that share some words are two companies.
 */
function similarity({ person, company }: Asked, listed: Listed, threshold: number): number {
  if (!listed.entry.isPerson) return sortRatio(company, listed, threshold)
  const sorted = sortRatio(person, listed, threshold)
  if (sorted === 100 || !mayBeShortened(person.words, listed.words)) return sorted
  const within = token_set_ratio(person.normal, listed.normal, asTheyAre)
  return Math.max(sorted, Math.round(withinShare * within))
}

/** 0 where the lengths alone keep it below the threshold; that spares most of the comparisons. */
function sortRatio({ sorted: a }: Name, { sorted: b }: Name, threshold: number): number {
  if (a === b) return 100
  const atBest = (200 * Math.min(a.length, b.length)) / (a.length + b.length)
  return Math.round(atBest) < threshold ? 0 : ratio(a, b, asTheyAre)
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
  return fewer.filter((word) => more.includes(word)).length >= fewer.length - 1
}
