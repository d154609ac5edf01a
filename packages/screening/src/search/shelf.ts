import { manyNames } from '../compare/likeness.ts'
import { joinedAtMost } from '../compare/pairing.ts'
import type { Kind, Reading } from '../compare/readings.ts'
import { spellingsOf } from '../tables/frequent-names.ts'
import { synonymsOf } from '../tables/organisations.ts'
import type { Part } from '../text/parts.ts'
import { createTogether, type Run, runOf } from './together.ts'
import { createVocabulary } from './vocabulary.ts'

/** Parts of a filed name are counted in four bits beside its place. */
const sizes = 16

/**
 * Names of a kind by their parts. `candidates` gives those that have all parts that are needed of
 * a name, or all of whose needed parts it has: the comparison reaches no others.
 */
export function createShelf<T>(kind: Kind) {
  const filed: (readonly [T, Reading])[] = []
  const needed: number[] = []
  const vocabulary = createVocabulary()
  /** By the number of a part: places of names, with 1 where they need it. */
  const holders: number[][] = []
  /** Parts read together: places, with the number of parts that are needed. */
  const together = createTogether()
  const whole = createTogether()
  return { add, candidates }

  function add(item: T, reading: Reading): void {
    const place = filed.push([item, reading]) - 1
    needed.push(reading.needed.filter(Boolean).length)
    reading.parts.forEach((part, at) => {
      const places = (holders[vocabulary.add(part)] ??= [])
      places.push(place * sizes + (reading.needed[at] ? 1 : 0))
    })
    for (const { run, from, to } of runsOf(reading.parts))
      together.add(run, place * sizes + reading.needed.slice(from, to).filter(Boolean).length)
    whole.add(runOf(reading.all), place)
  }

  /** Names that the comparison may find alike, and perhaps others. */
  function candidates(asked: Reading): (readonly [T, Reading])[] {
    const own = asked.needed.filter(Boolean).length
    const tally = createTally(asked.needed)
    const runs = runsOf(asked.parts)
    asked.parts.forEach((part, at) => {
      tally.turnTo(at)
      for (const number of matching(part)) tally.count(holders[number])
      for (const places of together.near(runOf([part]))) tally.count(places)
      for (const { run, from, to } of runs)
        if (from <= at && at < to)
          for (const numbers of vocabulary.near(run))
            for (const number of numbers) tally.count(holders[number])
    })
    const places = new Set(whole.near(runOf(asked.all)).flat())
    for (const [place, { ofAsked, ofListed }] of tally.counted()) {
      const listed = needed[place] ?? 0
      const isMany = Math.min(own, listed) >= manyNames
      const spare = isMany && (isBare(asked) || isBare(filed[place]?.[1])) ? 1 : 0
      if (ofAsked + spare >= own || ofListed + spare >= listed) places.add(place)
    }
    return [...places].flatMap((place) => {
      const found = filed[place]
      return found ? [found] : []
    })
  }

  function matching(part: Part): number[] {
    const others = kind === 'person' ? spellingsOf(part.text) : synonymsOf(part.text)
    return [...vocabulary.alike(part), ...others.flatMap((text) => vocabulary.withText(text))]
  }
}

const isBare = (reading: Reading | undefined): boolean =>
  reading?.parts.some(({ bare }) => bare) ?? false

/** Counts for each name how many parts of the one that is asked for it may have, and how many of its own. */
function createTally(needs: readonly boolean[]) {
  type Count = { ofAsked: number; ofListed: number; at: number; size: number }
  const counts = new Map<number, Count>()
  let at = 0
  return {
    turnTo: (place: number) => {
      at = place
    },
    count,
    counted: () => counts,
  }

  function count(holders: readonly number[] | undefined): void {
    if (!holders) return
    const need = needs[at] ? 1 : 0
    for (const holder of holders) {
      const size = holder % sizes
      if (need === 0 && size === 0) continue
      const place = (holder - size) / sizes
      const own = counts.get(place)
      if (!own) counts.set(place, { ofAsked: need, ofListed: size, at, size })
      else if (own.at !== at) {
        own.ofAsked += need
        own.ofListed += size
        own.at = at
        own.size = size
      } else if (size > own.size) {
        own.ofListed += size - own.size
        own.size = size
      }
    }
  }
}

/** Neighbouring parts read together. */
function runsOf(parts: readonly Part[]): { run: Run; from: number; to: number }[] {
  const runs = []
  for (let from = 0; from < parts.length; from += 1)
    for (let to = from + 2; to <= Math.min(parts.length, from + joinedAtMost); to += 1)
      runs.push({ run: runOf(parts.slice(from, to)), from, to })
  return runs
}
