import { expect, test } from 'vitest'
import { usageOf, usageText } from './usage-view.ts'

const daily = {
  limit: 750_000,
  used: 300_000,
  remaining: 450_000,
  resetsAt: '2026-11-21T00:00:00.000Z',
  hours: [
    { hour: '2026-11-20T02:00:00.000Z', amount: 100_000, total: 100_000 },
    { hour: '2026-11-20T10:00:00.000Z', amount: 200_000, total: 300_000 },
  ],
  projected: 600_000,
}
const hourMs = 3_600_000

test('a day begins at nothing, rises by the hour and goes on from now', () => {
  const usage = usageOf(daily, Date.parse('2026-11-20T12:00:00Z'))
  expect(usage.used).toEqual([
    { at: 0, total: 0 },
    { at: 2 * hourMs, total: 100_000 },
    { at: 10 * hourMs, total: 300_000 },
    { at: 12 * hourMs, total: 300_000 },
  ])
  expect(usage.planned).toEqual([
    { at: 12 * hourMs, total: 300_000 },
    { at: 24 * hourMs, total: 600_000 },
  ])
  expect(usage).toMatchObject({ most: 750_000, reachedAt: undefined })
})

test('a projection beyond the limit makes the chart higher and says when', () => {
  const high = { ...daily, projected: 900_000, reachedAt: '2026-11-20T18:55:00.000Z' }
  const usage = usageOf(high, Date.parse('2026-11-20T12:00:00Z'))
  expect(usage.most).toBe(900_000)
  expect(usage.reachedAt).toBe(18 * hourMs + 55 * 60_000)
  const limits = { asset: 'USDC', daily: high } as Parameters<typeof usageText>[0]
  expect(usageText(limits)).toContain('reached at 18:55 UTC')
})
