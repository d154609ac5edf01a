import { compareReadings } from '../compare/compare.ts'
import type { Because } from '../compare/outcome.ts'
import { type Kind, readingsOf } from '../compare/readings.ts'
import { createShelf } from './shelf.ts'

/** Whom a list has: names, and whether they are those of a person. */
export type Listed = { names: readonly string[]; isPerson: boolean }
export type NameMatch<E> = { entry: E; listedName: string; score: number; because: Because[] }

const kinds: readonly Kind[] = ['person', 'organisation']

/**
 * Finds listed names that are alike to a name. Of a long list only those are compared that could
 * reach a threshold of 76 and more, so that none is passed over.
 */
export function createNameIndex<E extends Listed>() {
  const shelves = {
    person: createShelf<Named>('person'),
    organisation: createShelf<Named>('organisation'),
  }
  type Named = { entry: E; name: string }
  return { add, find }

  function add(entry: E): void {
    const kind = entry.isPerson ? 'person' : 'organisation'
    for (const name of entry.names)
      for (const reading of readingsOf(name, kind, 'listed'))
        shelves[kind].add({ entry, name }, reading)
  }

  /** The best name of each entry that reaches the threshold (0 to 100), best first. */
  function find(name: string, threshold: number): NameMatch<E>[] {
    const best = new Map<E, NameMatch<E>>()
    for (const kind of kinds)
      for (const asked of readingsOf(name, kind, 'asked'))
        for (const [{ entry, name: listedName }, reading] of shelves[kind].candidates(asked)) {
          const { score, because } = compareReadings(asked, reading)
          if (score >= threshold && score > (best.get(entry)?.score ?? -1))
            best.set(entry, { entry, listedName, score, because })
        }
    return [...best.values()].sort((a, b) => b.score - a.score)
  }
}
