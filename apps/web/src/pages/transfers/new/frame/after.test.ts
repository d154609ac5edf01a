import { expect, test } from 'vitest'
import { afterText } from './quote-card.tsx'

test('what is left of a balance is exact, and not shown where it is unknown', () => {
  const dai = { currency: 'DAI', decimals: 18 }
  expect(afterText(0.3, 0.1, dai)).toBe('0.2')
  expect(afterText(undefined, 0.1, dai)).toBeUndefined()
  expect(afterText(0.1, 0.3, dai)).toBeUndefined()
})
