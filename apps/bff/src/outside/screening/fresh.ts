import type { Deps } from '../../ports/deps.ts'
import type { Screening } from '../../ports/screening.ts'

/** A list that was not confirmed for so long that nothing is to be cleared by it. */
export class StaleList extends Error {
  override readonly name = 'StaleList'
}

/** Refuses to answer by a list that is older than so many milliseconds. */
export function onlyFresh(
  screening: Screening,
  maxAgeMs: number,
  confirmedAt: () => number | Promise<number>,
  realTime: Deps['realTime'],
): Screening {
  return {
    name: screening.name,
    screen: async (subjects) => {
      const ageMs = realTime().getTime() - (await confirmedAt())
      if (ageMs > maxAgeMs)
        throw new StaleList(`The sanctions list is ${Math.floor(ageMs / 3_600_000)} hours old.`)
      return screening.screen(subjects)
    },
  }
}
