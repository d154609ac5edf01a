import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  breakerHold,
  breakerThreshold,
  healthAfter,
  readRetryAfter,
  retryDelay,
  type RetryPreset,
  retryPresets,
} from './schedule.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const random = fc.double({ min: 0, max: 1, noNaN: true })
const preset = fc.constantFrom<RetryPreset>('standard', 'short', 'single')

/** Delays of a receiver that never answers well, and no jitter. */
const delaysOf = (name: RetryPreset): number[] => {
  const delays: number[] = []
  for (let made = 1; made < 20; made += 1) {
    const delay = retryDelay({ preset: name, made, random: 0.5 })
    if (delay === undefined) break
    delays.push(delay)
  }
  return delays
}

describe('the schedule', () => {
  test.each<[RetryPreset, number[], number]>([
    [
      'standard',
      [
        5 * second,
        5 * minute,
        30 * minute,
        2 * hour,
        5 * hour,
        10 * hour,
        14 * hour,
        20 * hour,
        24 * hour,
      ],
      75 * hour + 35 * minute + 5 * second,
    ],
    ['short', [5 * second, 5 * minute, 30 * minute, 2 * hour], 2 * hour + 35 * minute + 5 * second],
    ['single', [], 0],
  ])('%s has these delays, and no attempt after them', (name, delays, whole) => {
    expect(delaysOf(name)).toEqual(delays)
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(whole)
    expect(retryPresets[name]).toHaveLength(delays.length + 1)
  })

  test('a delay is at most a tenth off its step, either way', () => {
    fc.assert(
      fc.property(preset, fc.integer({ min: 1, max: 12 }), random, (name, made, spread) => {
        const step = retryPresets[name][made]
        const delay = retryDelay({ preset: name, made, random: spread })
        expect(delay === undefined).toBe(step === undefined)
        expect(delay ?? 0).toBeGreaterThanOrEqual(Math.floor((step ?? 0) * 0.9))
        expect(delay ?? 0).toBeLessThanOrEqual(Math.ceil((step ?? 0) * 1.1))
      }),
    )
  })

  test('both ends of the jitter are reached', () => {
    expect(retryDelay({ preset: 'standard', made: 1, random: 0 })).toBe(4_500)
    expect(retryDelay({ preset: 'standard', made: 1, random: 1 })).toBe(5_500)
  })

  test('a receiver that asks for more time gets it, for a day at most, and never less than the step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 72 * hour }),
        random,
        (made, retryAfterMs, spread) => {
          const asked = { preset: 'standard', made, random: spread } as const
          const plain = retryDelay(asked) ?? 0
          const delay = retryDelay({ ...asked, retryAfterMs })
          expect(delay).toBe(Math.max(plain, Math.min(retryAfterMs, 24 * hour)))
        },
      ),
    )
  })

  test('a wish of the receiver adds no attempt', () => {
    expect(retryDelay({ preset: 'single', made: 1, retryAfterMs: hour, random: 0 })).toBeUndefined()
  })
})

describe('the breaker', () => {
  test.each<[number, number | undefined, number | undefined]>([
    [0, 5 * second, undefined],
    [breakerThreshold - 1, 5 * second, undefined],
    [breakerThreshold, second, 5 * second],
    [breakerThreshold, 5 * second, 5 * second],
    [breakerThreshold, minute, minute],
    [breakerThreshold, 24 * hour, 5 * minute],
    [breakerThreshold + 1, undefined, 5 * minute],
  ])('%i failures in a row, next attempt after %s ms: held for %s ms', (failures, next, held) => {
    expect(breakerHold(failures, next)).toBe(held)
  })
})

describe('what an endpoint has come to', () => {
  test.each<[number, number, string]>([
    [0, 0, 'ACTIVE'],
    [24 * hour, 100, 'ACTIVE'],
    [24 * hour + 1, 3, 'DEGRADED'],
    [24 * hour + 1, 2, 'ACTIVE'],
    [120 * hour, 100, 'DEGRADED'],
    [120 * hour + 1, 3, 'DISABLED'],
    [120 * hour + 1, 2, 'ACTIVE'],
  ])('failing for %i ms with %i failures: %s', (failingMs, failures, state) => {
    expect(healthAfter(failingMs, failures)).toBe(state)
  })

  test('never gets better by failing longer or more often', () => {
    const rank = { ACTIVE: 0, DEGRADED: 1, DISABLED: 2 }
    const ms = fc.integer({ min: 0, max: 200 * hour })
    const count = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(ms, ms, count, count, (a, b, few, more) => {
        const before = healthAfter(Math.min(a, b), Math.min(few, more))
        const after = healthAfter(Math.max(a, b), Math.max(few, more))
        expect(rank[after]).toBeGreaterThanOrEqual(rank[before])
      }),
    )
  })
})

describe('Retry-After', () => {
  const now = new Date('2026-11-21T10:00:00Z')

  test.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['0', 0],
    ['120', 2 * minute],
    [' 7 ', 7 * second],
    ['1.5', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['9999999999', undefined],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30 * second],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['2026-11-21T11:00:00Z', undefined],
    ['soon', undefined],
    ['Sat, nonsense', undefined],
  ])('%s: %s ms', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms)
  })

  test('whatever a receiver sends, it is a time ahead or nothing', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(readRetryAfter(header, now) ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
