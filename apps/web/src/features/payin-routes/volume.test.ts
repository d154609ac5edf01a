import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bars, exactSum, volumeText } from './volume.ts'

test('amounts add up exactly, where numbers would not', () => {
  expect(exactSum([0.1, 0.2])).toBe('0.3')
  expect(exactSum([])).toBe('0')
  expect(exactSum([999_999_999_999.99, 0.01, 1e-7])).toBe('1000000000000.0000001')
})

test.each([
  [[0, 0, 0], 'No deposit in 3 days'],
  [[0, 12.5, 0], '12.50 USD in 3 days, on 1 of them'],
  [[0.1, 0.2, 1000], '1,000.30 USD in 3 days, on 3 of them'],
])('%j is read as "%s"', (days, text) => {
  expect(volumeText(days, 'USD')).toBe(text)
})

test('bars stay inside the chart, and every day with a deposit has one that can be seen', () => {
  const amounts = fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { maxLength: 90 })
  const frame = { width: 300, height: 40, gap: 1 }
  fc.assert(
    fc.property(amounts, (days) => {
      const drawn = bars(days, frame)
      expect(drawn).toHaveLength(days.length)
      for (const [index, { x, y, height }] of drawn.entries()) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThan(frame.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y + height).toBeCloseTo(frame.height)
        expect(height > 0).toBe((days[index] ?? 0) > 0)
      }
    }),
  )
})
