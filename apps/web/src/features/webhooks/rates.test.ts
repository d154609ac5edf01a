import { expect, test } from 'vitest'
import { rateText } from './rates.ts'

test('a rate is 100 only when all were delivered, and nothing is no rate', () => {
  expect(rateText(0, 0)).toBe('–')
  expect(rateText(7, 7)).toBe('100')
  expect(rateText(0, 7)).toBe('0')
  expect(rateText(9999, 10_000)).toBe('99.9')
  expect(rateText(1187, 1204)).toBe('98.5')
})
