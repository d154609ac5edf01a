/** Numbers that a seed repeats exactly. */
export type Random = {
  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number
  chance(percent: number): boolean
  pick<T>(list: readonly T[]): T | undefined
  /** From 1 up to and including the bound, small and large ones alike. */
  amount(max: bigint): bigint
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: 32 bits of state are enough for a walk of some hundred steps.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (bound: number) => next() % bound
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (list) => list[below(Math.max(1, list.length))],
    amount: (max) => {
      const digits = below(max.toString().length) + 1
      let value = 0n
      for (let i = 0; i < digits; i += 1) value = value * 10n + BigInt(below(10))
      return (value % max) + 1n
    },
  }
}
