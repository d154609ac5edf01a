import { token_set_ratio, token_sort_ratio } from 'fuzzball'
import type { ListEntry } from './list-file.ts'
import { normalised, trigramsOf } from './names.ts'

export type NameMatch = { entry: ListEntry; listedName: string; score: number }

type Listed = { entry: ListEntry; name: string; normal: string; words: number; trigrams: number }

/** Share of the shorter name's trigrams that must be common before names are compared in full. */
const commonShare = 0.4
/** A name that lies whole within a longer one counts a little less than the same name. */
const withinShare = 0.95
const asTheyAre = { full_process: false } as const

/**
 * Finds listed names like a given one. Every name is filed under its trigrams, so that of a long
 * list only the few are compared that have enough of them in common.
 */
export function createNameIndex(entries: readonly ListEntry[]) {
  const listed: Listed[] = []
  const filed = new Map<string, number[]>()
  for (const entry of entries) for (const name of entry.names) file(entry, name)
  return { find }

  function file(entry: ListEntry, name: string): void {
    const normal = normalised(name)
    if (normal === '') return
    const trigrams = trigramsOf(normal)
    for (const trigram of trigrams) {
      const places = filed.get(trigram)
      if (places) places.push(listed.length)
      else filed.set(trigram, [listed.length])
    }
    listed.push({ entry, name, normal, words: wordsIn(normal), trigrams: trigrams.size })
  }

  /** The best name of each entry that reaches the threshold (0 to 100), best first. */
  function find(name: string, threshold: number): NameMatch[] {
    const normal = normalised(name)
    const best = new Map<ListEntry, NameMatch>()
    for (const candidate of candidates(trigramsOf(normal))) {
      const score = similarity(normal, candidate)
      const known = best.get(candidate.entry)
      if (score >= threshold && score > (known?.score ?? -1))
        best.set(candidate.entry, { entry: candidate.entry, listedName: candidate.name, score })
    }
    return [...best.values()].sort((a, b) => b.score - a.score)
  }

  function candidates(trigrams: ReadonlySet<string>): Listed[] {
    const common = new Map<number, number>()
    for (const trigram of trigrams)
      for (const place of filed.get(trigram) ?? []) common.set(place, (common.get(place) ?? 0) + 1)
    return [...common].flatMap(([place, count]) => {
      const one = listed[place]
      return one && count >= commonShare * Math.min(trigrams.size, one.trigrams) ? [one] : []
    })
  }
}

const wordsIn = (normal: string) => normal.split(' ').length

/**
 * 0 to 100: the same letters in whatever order of words (token sort), or a name of two words or
 * more whose every word is part of the other, as where a second name is left out (token set). One
 * word alone, "Kim" or "Ali", is part of too many names to mean anything.
 */
function similarity(normal: string, other: Listed): number {
  const sorted = token_sort_ratio(normal, other.normal, asTheyAre)
  if (Math.min(wordsIn(normal), other.words) < 2) return sorted
  return Math.max(
    sorted,
    Math.round(withinShare * token_set_ratio(normal, other.normal, asTheyAre)),
  )
}
