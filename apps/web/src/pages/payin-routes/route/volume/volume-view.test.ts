import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartText, columns, dayText, ticks } from './volume-view.ts'

const day = (date: string, received = 0, forwarded = 0, held = 0, returned = 0) => ({
  date,
  deposits: received > 0 ? 1 : 0,
  received,
  forwarded,
  held,
  returned,
})
const frame = { width: 300, height: 100, gap: 2 }

test('a day is as tall as what came in, in the order of what became of it', () => {
  const [first, second] = columns([day('a', 100, 40, 30, 20), day('b', 50, 50)], frame)
  expect(first?.pieces).toEqual([
    { part: 'forwarded', y: 60, height: 40 },
    { part: 'held', y: 30, height: 30 },
    { part: 'returned', y: 10, height: 20 },
    { part: 'open', y: 0, height: 10 },
  ])
  expect(second).toMatchObject({ x: 150, pieces: [{ part: 'forwarded', y: 50, height: 50 }] })
})

test('nothing is ever drawn outside the chart', () => {
  const amount = fc.double({ min: 0, max: 1e9, noNaN: true })
  const anyDay = fc.tuple(amount, amount, amount, amount).map((sums) => day('x', ...sums))
  fc.assert(
    fc.property(fc.array(anyDay, { maxLength: 90 }), (days) => {
      for (const { x, width, pieces } of columns(days, frame)) {
        expect(x + width).toBeLessThanOrEqual(frame.width + 1)
        for (const { y, height } of pieces) {
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y + height).toBeLessThanOrEqual(frame.height + 1e-6)
        }
      }
    }),
  )
})

test('a screen reader hears the sum, exactly', () => {
  const days = [day('a', 0.1), day('b', 0.2), day('c')]
  const volume = { teleportId: 'rt_1', currency: 'USD', days }
  expect(chartText(volume)).toBe('0.30 USD from 2 deposits in 3 days')
  expect(chartText({ ...volume, days: [day('a')] })).toBe('No deposit in 1 days')
})

test('days are those of UTC, wherever the browser is', () => {
  expect(dayText('2026-11-20')).toBe('20 Nov')
  expect(dayText('soon')).toBe('soon')
})

test('the axis names its first, middle and last day', () => {
  const named = (dates: string[]) => ticks(dates.map((date) => day(date))).map(({ date }) => date)
  expect(named(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'c', 'e'])
  expect(named(['a'])).toEqual(['a'])
  expect(named([])).toEqual([])
})
