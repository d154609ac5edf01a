import { expect, test } from 'vitest'
import { pollMs } from './polling.ts'

const now = Date.parse('2026-11-20T14:00:00.000Z')
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()

test('deliveries are asked for every 2 s while an attempt is near, every 15 s while one is open, else never', () => {
  const done = { status: 'DELIVERED' } as const
  expect(pollMs([], now)).toBe(false)
  expect(pollMs([done, { status: 'SKIPPED' }], now)).toBe(false)
  expect(pollMs([done, { status: 'IN_FLIGHT' }], now)).toBe(2000)
  expect(pollMs([{ status: 'RETRYING', nextAttemptAt: at(59) }], now)).toBe(2000)
  expect(pollMs([{ status: 'RETRYING', nextAttemptAt: at(61) }], now)).toBe(15_000)
  expect(pollMs([{ status: 'PENDING', nextAttemptAt: at(-5) }], now)).toBe(2000)
})
