import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CreditFacts,
  type HeldFrame,
  remainingCredit,
  roomForDrawing,
  roomForFrame,
  roomInFrame,
  sharesReached,
  unusedReserves,
} from './credit.ts'

const minuteMs = 60_000
const zero = Date.UTC(2026, 10, 21)
const minute = (count: number) => new Date(zero + count * minuteMs)
const longest = 60

const frame = (from: number, to: number, amount: bigint, drawn = 0n): HeldFrame => ({
  startsAt: minute(from),
  endsAt: minute(to),
  amount,
  drawn,
})
const frames: fc.Arbitrary<HeldFrame[]> = fc.array(
  fc
    .record({
      from: fc.integer({ min: 0, max: longest - 1 }),
      length: fc.integer({ min: 1, max: longest }),
      amount: fc.bigInt(1n, 20n),
      percent: fc.bigInt(0n, 100n),
    })
    .map(({ from, length, amount, percent }) =>
      frame(from, Math.min(from + length, longest), amount, (amount * percent) / 100n),
    ),
  { maxLength: 8 },
)
const span = fc
  .record({
    from: fc.integer({ min: 0, max: longest }),
    length: fc.integer({ min: 1, max: longest }),
  })
  .map(({ from, length }) => ({ from, to: from + length }))

/** Looks at every single minute. */
function slowPeak(
  of: readonly HeldFrame[],
  from: number,
  to: number,
  held: (heldFrame: HeldFrame) => bigint,
): bigint {
  let peak = 0n
  for (let at = from; at < to; at += 1) {
    const moment = minute(at)
    const sum = of
      .filter(({ startsAt, endsAt }) => startsAt <= moment && moment < endsAt)
      .reduce((total, item) => total + held(item), 0n)
    if (sum > peak) peak = sum
  }
  return peak
}
const undrawn = ({ amount, drawn }: HeldFrame) => amount - drawn
const least = (first: bigint, other: bigint) => (first < other ? first : other)
const atLeastZero = (value: bigint) => (value > 0n ? value : 0n)

const facts: fc.Arbitrary<CreditFacts> = fc
  .record({ creditLimit: fc.bigInt(0n, 100n), outside: fc.bigInt(0n, 60n), frames })
  .map(({ creditLimit, outside, frames: held }) => ({
    creditLimit,
    borrowedOutside: outside,
    borrowed: outside + held.reduce((sum, { drawn }) => sum + drawn, 0n),
    frames: held,
  }))

describe('the peak of reserves', () => {
  test.each([
    ['none', [], 0n],
    ['one after another do not add up', [frame(0, 10, 5n), frame(10, 20, 7n)], 7n],
    ['those that touch in one minute do', [frame(0, 11, 5n), frame(10, 20, 7n)], 12n],
    ['one inside another does', [frame(0, 20, 5n), frame(5, 10, 7n)], 12n],
    ['drawn parts are no reserve', [frame(0, 20, 5n, 2n), frame(5, 10, 7n, 7n)], 3n],
    ['what has ended is none', [frame(0, 3, 50n), frame(5, 10, 7n)], 7n],
  ])('%s', (_, of, peak) => {
    expect(unusedReserves(of, { from: minute(3) })).toBe(peak)
  })

  test('is what looking at each minute finds, from a moment on or in a span', () => {
    fc.assert(
      fc.property(frames, span, (of, { from, to }) => {
        expect(unusedReserves(of, { from: minute(from) })).toBe(
          slowPeak(of, from, longest, undrawn),
        )
        expect(unusedReserves(of, { from: minute(from), to: minute(to) })).toBe(
          slowPeak(of, from, to, undrawn),
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('what is left of a credit line', () => {
  test('limit − borrowed − peak of unused reserves, never below zero', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: longest }), (of, at) => {
        const left = of.creditLimit - of.borrowed - slowPeak(of.frames, at, longest, undrawn)
        expect(remainingCredit(of, minute(at))).toBe(atLeastZero(left))
      }),
    )
  })

  test('a new frame has what others that overlap and debts outside of frames leave', () => {
    fc.assert(
      fc.property(facts, span, (of, { from, to }) => {
        const taken = of.borrowedOutside + slowPeak(of.frames, from, to, ({ amount }) => amount)
        const room = roomForFrame(of, { from: minute(from), to: minute(to) })
        expect(room).toBe(atLeastZero(of.creditLimit - taken))
        // With it, the frames and the debts outside of them stay within the limit.
        if (room === 0n) return
        const held = [...of.frames, frame(from, to, room)]
        const peak = slowPeak(held, from, to, ({ amount }) => amount)
        expect(of.borrowedOutside + peak).toBe(of.creditLimit)
      }),
    )
  })

  test('a drawing without a frame has what is borrowed and reserved until it is due leave', () => {
    fc.assert(
      fc.property(facts, span, (of, { from, to }) => {
        const left = of.creditLimit - of.borrowed - slowPeak(of.frames, from, to, undrawn)
        const room = roomForDrawing(of, { from: minute(from), to: minute(to) })
        expect(room).toBe(atLeastZero(left))
        // What begins after it is due does not stand in its way.
        expect(room >= roomForDrawing(of, { from: minute(from), to: minute(longest * 2) })).toBe(
          true,
        )
      }),
    )
  })

  test('a drawing on a frame has what neither is drawn nor scheduled, within the limit', () => {
    const sum = fc.bigInt(0n, 50n)
    fc.assert(
      fc.property(sum, sum, sum, sum, sum, (creditLimit, borrowed, amount, drawn, scheduled) => {
        const room = roomInFrame({ creditLimit, borrowed }, { amount, drawn, scheduled })
        expect(room).toBe(atLeastZero(least(amount - drawn - scheduled, creditLimit - borrowed)))
      }),
    )
  })
})

test.each([
  [0n, 100n, []],
  [79n, 100n, []],
  [80n, 100n, [80]],
  [94n, 100n, [80]],
  [95n, 100n, [80, 95]],
  [120n, 100n, [80, 95]],
  [799_999n, 1_000_000n, []],
  [1n, 0n, []],
])('%d of %d reaches %j percent', (used, limit, shares) => {
  expect(sharesReached(used, limit)).toEqual(shares)
})
