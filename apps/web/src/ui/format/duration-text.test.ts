import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test.each([
  [0, 'at once'],
  [0.2, 'about 1 min'],
  [30, 'about 30 min'],
  [120, 'about 2 h'],
  [1440, 'about 24 h'],
  [4320, 'about 3 days'],
])('%d minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})
