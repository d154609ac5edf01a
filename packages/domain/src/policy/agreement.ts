import type { PolicyApproval } from '@corridor/contract/policy'

/** The names that one person goes by: `member:mem_…`, `role:treasury`. */
export type Person = readonly string[]

/**
 * How many further people have to agree. Each person counts once, wherever the most can be met: who
 * could stand for two needs stands for the one that nobody else can.
 */
export function stillNeeded(needs: readonly PolicyApproval[], people: readonly Person[]): number {
  const places = needs.flatMap(({ from, count }) => Array.from({ length: count }, () => from))
  const takenBy = new Map<number, number>()

  const seat = (person: number, seen: Set<number>): boolean =>
    places.some((from, place) => {
      if (seen.has(place) || !people[person]?.some((name) => from.includes(name))) return false
      seen.add(place)
      const holder = takenBy.get(place)
      if (holder !== undefined && !seat(holder, seen)) return false
      takenBy.set(place, person)
      return true
    })

  people.forEach((_, person) => seat(person, new Set()))
  return places.length - takenBy.size
}

/** Whether a person could agree at all: some need names them. */
export const mayAgree = (needs: readonly PolicyApproval[], person: Person): boolean =>
  needs.some(({ from }) => person.some((name) => from.includes(name)))
