import { expect, test } from 'vitest'
import { netText, shareText } from './amounts.ts'

test.each([
  [1000, 3.4, '996.6'],
  [0.3, 0.1, '0.2'],
  [5, 5, '0'],
  [5, 6, undefined],
])('%d less fees of %d is %s, exactly', (amount, fees, net) => {
  expect(netText(amount, fees)).toBe(net)
})

test.each([
  [3.4, 1000, '0.34%'],
  [144.6, 48_200, '0.30%'],
  [1, 3, '33.33%'],
  [2, 3, '66.67%'],
  [0, 10, '0.00%'],
  [1, 0, undefined],
])('%d of %d is %s', (part, whole, share) => {
  expect(shareText(part, whole)).toBe(share)
})
