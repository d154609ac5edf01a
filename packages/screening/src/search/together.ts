import { lettersApart, type Part, seamless } from '../text/parts.ts'

/** Parts read together, as they are looked for. */
export type Run = { bones: string; length: number; bare: boolean }

export const runOf = (parts: readonly Part[]): Run => ({
  bones: seamless(parts),
  length: parts.reduce((sum, { text }) => sum + text.length, 0),
  bare: parts.some(({ bare }) => bare),
})

/** Numbers by the consonants and the length of what they stand for. */
export function createTogether() {
  const numbers = new Map<string, number[]>()
  return { add, near }

  function add(run: Run, number: number): void {
    const key = keyOf(run, run.length, run.bare)
    const known = numbers.get(key)
    if (known) known.push(number)
    else numbers.set(key, [number])
  }

  /** Of all that have the same consonants and are about as long. */
  function near(run: Run): number[][] {
    return [false, true].flatMap((bare) => {
      const apart = lettersApart(bare || run.bare)
      return Array.from({ length: 2 * apart + 1 }, (_, at) =>
        numbers.get(keyOf(run, run.length - apart + at, bare)),
      ).filter((found) => found !== undefined)
    })
  }
}

const keyOf = ({ bones }: Run, length: number, bare: boolean): string =>
  `${bones}${bare ? '*' : ' '}${length}`
