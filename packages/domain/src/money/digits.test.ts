import { expect, test } from 'vitest'
import { shownDigits } from './digits.ts'

test.each([
  ['EUR', 2],
  ['HUF', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['USDC', 6],
  ['DAI', 6],
  ['ETH', 6],
])('%s is shown with %d digits', (currency, digits) => {
  expect(shownDigits(currency)).toBe(digits)
})
