import { expect, test } from 'vitest'
import { scaleTop, shortText } from './scale.ts'

test.each([
  [0, 0],
  [3, 4],
  [4, 4],
  [4.1, 8],
  [95, 100],
  [1_640, 2_000],
  [0.03, 0.04],
])('a scale for %d ends at %d, and its parts are round', (most, top) => {
  expect(scaleTop(most)).toBeCloseTo(top, 10)
})

test('a scale always holds the most that is drawn on it', () => {
  for (let most = 0.7; most < 1e9; most *= 1.37) {
    expect(scaleTop(most)).toBeGreaterThanOrEqual(most)
    expect(scaleTop(most)).toBeLessThan(most * 2.5 + 1e-9)
  }
})

test('figures are shortened in scales', () => {
  expect([0, 250, 1_500, 18_420_000].map(shortText)).toEqual(['0', '250', '1.5K', '18.42M'])
})
