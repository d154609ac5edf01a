import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankSystemOf } from '../calendars/index.ts'
import { failureKinds } from './failures.ts'
import { allowedActions, depositWindowEnd, judgeDeposit, outcomeOfFailure } from './ordinary.ts'

const at = (text: string) => new Date(text)

describe('ordinary transfers', () => {
  test.each([
    // A Saturday and a Sunday do not count.
    ['2026-11-18T09:30:00Z', 'DE', '2026-11-23T09:30:00.000Z'],
    ['2026-11-20T09:30:00Z', 'DE', '2026-11-25T09:30:00.000Z'],
    ['2026-11-21T09:30:00Z', 'DE', '2026-11-25T09:30:00.000Z'],
    ['2026-11-22T22:59:59Z', 'DE', '2026-11-25T22:59:59.000Z'],
    // Monday in Frankfurt.
    ['2026-11-22T23:00:00Z', 'DE', '2026-11-25T23:00:00.000Z'],
    ['2026-12-23T09:30:00Z', 'DE', '2026-12-29T09:30:00.000Z'],
    ['2026-12-23T09:30:00Z', 'GB', '2026-12-30T09:30:00.000Z'],
    ['2026-11-24T15:00:00Z', 'US', '2026-11-30T15:00:00.000Z'],
    ['2026-02-13T15:00:00Z', 'BR', '2026-02-20T15:00:00.000Z'],
    ['2026-11-08T10:00:00Z', 'IN', '2026-11-11T10:00:00.000Z'],
    ['2026-11-26T09:00:00Z', 'KW', '2026-12-01T09:00:00.000Z'],
    ['2026-11-21T09:30:00Z', undefined, '2026-11-22T09:30:00.000Z'],
  ] as const)('money asked for at %s in %s may come until %s', (from, country, until) => {
    const system = country && bankSystemOf(country)
    expect(depositWindowEnd(at(from), system).toISOString()).toBe(until)
  })

  test.each([
    [100_000n, 100_000n, 'EXACT'],
    [100_000n, 99_500n, 'NEAR'],
    [100_000n, 100_500n, 'NEAR'],
    [100_000n, 99_499n, 'UNDERPAID'],
    [100_000n, 100_501n, 'OVERPAID'],
    [100n, 101n, 'OVERPAID'],
    [100n, 1n, 'UNDERPAID'],
  ] as const)('of %d quoted and %d received is %s', (quoted, received, judgement) => {
    expect(judgeDeposit(quoted, received)).toBe(judgement)
  })

  test('nothing within half a percent is reviewed, everything outside is', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 24n), (quoted, received) => {
        const judgement = judgeDeposit(quoted, received)
        const isNear = received * 1000n >= quoted * 995n && received * 1000n <= quoted * 1005n
        expect(judgement === 'EXACT' || judgement === 'NEAR').toBe(isNear)
      }),
    )
  })

  test.each(Object.keys(failureKinds) as (keyof typeof failureKinds)[])(
    '%s without money held is the end, and with it money waits for the payee alone',
    (code) => {
      expect(outcomeOfFailure(code, false)).toBe('FAILED')
      expect(outcomeOfFailure(code, true)).toBe(
        code.startsWith('BENEFICIARY_') ? 'HELD' : 'REFUNDING',
      )
    },
  )

  test('each state says what may be asked of it', () => {
    const none = {
      isMoneyHeld: false,
      isRetryable: false,
      isPaymentScheduled: false,
      isRefundable: false,
    }
    const held = { ...none, status: 'FAILED', isMoneyHeld: true } as const
    expect(allowedActions({ ...none, status: 'QUOTED' })).toEqual(['submit'])
    expect(allowedActions({ ...none, status: 'AWAITING_APPROVAL' })).toEqual(['approve', 'cancel'])
    expect(allowedActions({ ...none, status: 'PENDING' })).toEqual(['cancel'])
    expect(allowedActions({ ...none, status: 'PENDING', isPaymentScheduled: true })).toEqual([])
    expect(allowedActions({ ...held, isRetryable: true })).toEqual(['retry', 'refund'])
    expect(allowedActions(held)).toEqual(['refund'])
    expect(allowedActions({ ...none, status: 'FAILED' })).toEqual([])
    expect(allowedActions({ ...none, status: 'COMPLETED', isRefundable: true })).toEqual(['refund'])
    for (const status of ['COMPLETED', 'PROCESSING', 'IN_REVIEW', 'REFUNDED', 'EXPIRED'] as const)
      expect(allowedActions({ ...none, status })).toEqual([])
  })
})
