import { expect, test } from 'vitest'
import { stepsOf } from './new.tsx'

test('the first step that is not done is where the person is', () => {
  const none = {
    parties: false,
    amount: false,
    quoted: false,
    review: false,
    signing: false,
    last: 'Sign' as const,
  }
  const current = (reached: Partial<typeof none>) =>
    stepsOf({ ...none, ...reached }).find(({ state }) => state === 'current')?.name
  expect(current({})).toBe('Parties')
  expect(current({ amount: true })).toBe('Parties')
  expect(current({ parties: true })).toBe('Amount')
  expect(current({ parties: true, amount: true, quoted: true })).toBe('Quote')
  expect(current({ parties: true, amount: true, quoted: true, review: true })).toBe('Review')
  expect(current({ parties: true, amount: true, quoted: true, review: true, signing: true })).toBe(
    'Sign',
  )
})
