import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepMemorySmall } from './memory.ts'

const mib = 1_048_576
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What the process holds and how busy it is from one look to the next, and after which it collected. */
function collections(looks: readonly [held: number, busyPart: number][]): number[] {
  let at = -1
  const seen: number[] = []
  const end = keepMemorySmall({
    held: () => (looks[at]?.[0] ?? 150) * mib,
    busyPart: () => looks[at]?.[1] ?? 0,
    collect: () => void seen.push(at),
  })
  for (at = 0; at < looks.length; at += 1) vi.advanceTimersByTime(500)
  end()
  return seen
}

test('memory is given back once it is quiet after a load, and once', () => {
  const load = [
    [400, 0.9],
    [440, 0.7],
  ] satisfies [number, number][]
  expect(collections([...load, [440, 0.01], [210, 0.01], [212, 0.01], [270, 0.01]])).toEqual([2])
})

test('what cannot be given back is not asked for again, and what grows on it is', () => {
  const quiet = [400, 410, 460, 480, 400].map((held): [number, number] => [held, 0])
  expect(collections(quiet)).toEqual([0, 3])
})

test('nothing is collected while there is much to do, or for little', () => {
  expect(
    collections([
      [600, 0.5],
      [600, 0.06],
      [210, 0],
    ]),
  ).toEqual([])
})
