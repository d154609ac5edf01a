import { expect, test } from 'vitest'
import { deliveryText } from './steps.tsx'

test.each([
  ['', undefined],
  [', pending', { status: 'PENDING', attempts: 0 }],
  [
    ', delivered, 200 in 184 ms',
    { status: 'DELIVERED', attempts: 1, lastAttempt: { httpStatus: 200, durationMs: 184 } },
  ],
  [
    ', retrying, no answer in 10000 ms, attempt 3',
    { status: 'RETRYING', attempts: 3, lastAttempt: { httpStatus: null, durationMs: 10_000 } },
  ],
])('%j', (text, delivery) => {
  expect(deliveryText(delivery)).toBe(text)
})
