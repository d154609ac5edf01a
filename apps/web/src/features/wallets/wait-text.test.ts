import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

test.each([
  [45, '45 s'],
  [3600, '1 h'],
  [5400, '1 h 30 min'],
  [86_400, '1 d'],
  [93_600, '1 d 2 h'],
  [604_800, '7 d'],
])('%i seconds are %s', (seconds, expected) => {
  expect(waitText(seconds)).toBe(expected)
})
