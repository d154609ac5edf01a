import { describe, expect, test } from 'vitest'
import { transferLifecycle, type TransferStatus } from '../transfers/lifecycle.ts'
import { followExecution, followTransfer, movesBy } from './following.ts'
import { judgeRouted, type RoutedFacts } from './judging.ts'
import { type DepositEvent, depositLifecycle, type DepositState } from './lifecycle.ts'
import { keepsTo, leftOf, type LimitKind, resetsAt } from './limits.ts'

const states = Object.keys(depositLifecycle.transitions) as DepositState[]
const events: DepositEvent[] = [
  'receive',
  'screen',
  'forward',
  'complete',
  'hold',
  'return',
  'settleReturn',
  'failReturn',
]

/** operations.md 11.5. */
const matrix: [DepositState, DepositEvent, DepositState][] = [
  ['SCHEDULED', 'receive', 'RECEIVED'],
  ['RECEIVED', 'screen', 'SCREENING'],
  ['RECEIVED', 'hold', 'HELD'],
  ['SCREENING', 'forward', 'FORWARDING'],
  ['SCREENING', 'hold', 'HELD'],
  ['SCREENING', 'return', 'RETURNING'],
  ['FORWARDING', 'complete', 'FORWARDED'],
  ['FORWARDING', 'hold', 'HELD'],
  ['HELD', 'forward', 'FORWARDING'],
  ['HELD', 'return', 'RETURNING'],
  ['RETURNING', 'settleReturn', 'RETURNED'],
  ['RETURNING', 'failReturn', 'RETURN_FAILED'],
  ['RETURN_FAILED', 'hold', 'HELD'],
]

describe('the life of a deposit', () => {
  test.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
    '%s by %s',
    (state, event) => {
      const legal = matrix.find(([from, by]) => from === state && by === event)
      expect(depositLifecycle.next(state, event)).toBe(legal?.[2])
    },
  )

  test('ends forwarded or returned, and nothing leads out of either', () => {
    expect(states.filter((state) => depositLifecycle.isFinal(state))).toEqual([
      'FORWARDED',
      'RETURNED',
    ])
  })
})

describe('a deposit follows its execution', () => {
  const statuses = Object.keys(transferLifecycle.transitions) as TransferStatus[]
  const expected: Partial<Record<string, [DepositState[], DepositState, string, string]>> = {
    PROCESSING: [['SCREENING', 'HELD'], 'FORWARDING', '', ''],
    COMPLETED: [['FORWARDING'], 'FORWARDED', '', 'payment_processed'],
    FAILED: [
      ['RECEIVED', 'SCREENING', 'FORWARDING', 'RETURN_FAILED'],
      'HELD',
      'PAYOUT_FAILED',
      'held',
    ],
    IN_REVIEW: [
      ['RECEIVED', 'SCREENING', 'FORWARDING', 'RETURN_FAILED'],
      'HELD',
      'COMPLIANCE',
      'in_review',
    ],
    REFUNDING: [
      ['RECEIVED', 'SCREENING', 'FORWARDING', 'HELD', 'RETURN_FAILED'],
      'RETURNING',
      '',
      'refund_in_flight',
    ],
    REFUNDED: [['RETURNING'], 'RETURNED', '', 'refunded'],
  }

  test.each(statuses)('%s', (status) => {
    const following = followExecution({ status, eventStatus: '', isMoneyHeld: true })
    const moves = following && movesBy(following.ways)
    const [from, to, reason, published] = expected[status] ?? []
    expect(moves?.map((move) => move.from)).toEqual(from)
    expect([...new Set(moves?.map((move) => move.to))]).toEqual(to ? [to] : [])
    expect(following?.heldReason).toBe(reason)
    expect(following?.events.map((event) => event.status).join()).toBe(published)
  })

  test('a return that failed is published and held at once', () => {
    const facts = { status: 'IN_REVIEW', eventStatus: 'refund_failed', isMoneyHeld: true } as const
    const following = followExecution(facts)
    expect(movesBy(following?.ways ?? [])).toEqual([{ from: 'RETURNING', to: 'HELD' }])
    expect(following).toMatchObject({
      heldReason: 'RETURN_FAILED',
      events: [{ status: 'refund_failed' }, { status: 'held' }],
    })
  })

  test('one that failed with nothing held leaves its deposit alone', () => {
    const facts = { status: 'FAILED', eventStatus: 'error', isMoneyHeld: false } as const
    expect(followExecution(facts)).toBeUndefined()
  })

  test('what paid a transfer is held while that is looked at, and shares its end', () => {
    const following = (wasReviewed: boolean) =>
      statuses.filter((status) => followTransfer({ status, wasReviewed })).toSorted()
    expect(following(false)).toEqual(['COMPLETED', 'IN_REVIEW', 'REFUNDED', 'REFUNDING'])
    expect(following(true)).toEqual([
      'COMPLETED',
      'IN_REVIEW',
      'PROCESSING',
      'REFUNDED',
      'REFUNDING',
    ])
  })

  test('what is held for another reason than its transfer’s review stays', () => {
    for (const status of statuses) {
      const following = followTransfer({ status, wasReviewed: true })
      if (following) expect(following.heldFor).toBe('TRANSFER_IN_REVIEW')
    }
  })
})

describe('what becomes of money on a funding account', () => {
  const facts: RoutedFacts = {
    amount: 100n,
    labels: [],
    isDoubtful: false,
    funding: {
      isActive: true,
      returnsTo: false,
      minDeposit: 10n,
      maxDeposit: 1_000n,
      dailyLimit: 2_000n,
      today: 0n,
    },
    route: { status: 'active', reason: '' },
    isPayerVerified: true,
    isPayeeVerified: true,
    isDestinationOpen: true,
    isEatenByFees: false,
    customerLimit: '',
    partner: { worth: 100n, txnLimit: 1_000n, dailyLimit: 2_000n, today: 0n },
  }
  const { route: _route, ...unrouted } = facts
  const { funding, partner } = facts
  const held = (reason: string, labels: string[] = [], limit?: string) => ({
    kind: 'HOLD',
    reason,
    labels,
    ...(limit === undefined ? {} : { limit }),
  })

  test.each<[string, RoutedFacts, object]>([
    ['forwarded', facts, { kind: 'FORWARD' }],
    ['no route', unrouted, held('NO_ROUTE')],
    [
      'an inactive route',
      { ...facts, route: { status: 'inactive', reason: 'BY_PARTNER' } },
      held('ROUTE_INACTIVE'),
    ],
    [
      'a route that compliance switched off',
      { ...facts, route: { status: 'inactive', reason: 'COMPLIANCE_HOLD' } },
      held('COMPLIANCE'),
    ],
    [
      'too little',
      { ...facts, amount: 9n },
      held('BELOW_MINIMUM', ['BELOW_MINIMUM'], 'MIN_DEPOSIT'),
    ],
    ['dust', { ...facts, labels: ['BELOW_MINIMUM'] }, held('BELOW_MINIMUM', ['BELOW_MINIMUM'])],
    [
      'nothing behind the fees',
      { ...facts, isEatenByFees: true },
      held('BELOW_MINIMUM', ['BELOW_MINIMUM']),
    ],
    ['too much', { ...facts, amount: 1_001n }, held('ABOVE_MAXIMUM', ['OVERPAID'], 'MAX_DEPOSIT')],
    [
      'another token',
      { ...facts, labels: ['UNSUPPORTED_ASSET'] },
      held('UNSUPPORTED_ASSET', ['UNSUPPORTED_ASSET']),
    ],
    ['a transfer’s amount from a stranger', { ...facts, isDoubtful: true }, held('UNKNOWN_SENDER')],
    ['a closed end', { ...facts, isDestinationOpen: false }, held('DESTINATION_UNAVAILABLE')],
    ['a payer who is not verified', { ...facts, isPayerVerified: false }, held('COMPLIANCE')],
    ['a payee who is not verified', { ...facts, isPayeeVerified: false }, held('COMPLIANCE')],
    [
      'the account’s day',
      { ...facts, funding: { ...funding, today: 1_901n } },
      held('LIMIT', [], 'ACCOUNT_DAY'),
    ],
    [
      'the partner’s day',
      { ...facts, partner: { ...partner, today: 1_901n } },
      held('LIMIT', [], 'PARTNER_DAY'),
    ],
    [
      'the customer’s limits',
      { ...facts, customerLimit: 'CUSTOMER_MONTH' },
      held('LIMIT', [], 'CUSTOMER_MONTH'),
    ],
    [
      'one transfer',
      { ...facts, partner: { ...partner, worth: 1_001n } },
      held('LIMIT', [], 'PARTNER_TRANSFER'),
    ],
    [
      'an account that is off, with a policy',
      { ...facts, funding: { ...funding, isActive: false, returnsTo: true } },
      { kind: 'RETURN' },
    ],
    [
      'an account that is off, without',
      { ...facts, funding: { ...funding, isActive: false } },
      held('FUNDING_INACTIVE'),
    ],
    [
      'an account that is off for compliance, whatever its policy',
      {
        ...facts,
        isPayerVerified: false,
        funding: { ...funding, isActive: false, returnsTo: true },
      },
      held('COMPLIANCE'),
    ],
    [
      'just the bounds',
      { ...facts, amount: 1_000n, funding: { ...funding, today: 1_000n } },
      {
        kind: 'FORWARD',
      },
    ],
  ])('%s', (_name, given, expected) => {
    expect(judgeRouted(given)).toEqual(expected)
  })
})

describe('limits of deposits', () => {
  const newYear = new Date('2026-12-31T23:59:59Z')
  test.each<[LimitKind, string | undefined]>([
    ['MIN_DEPOSIT', undefined],
    ['PARTNER_TRANSFER', undefined],
    ['ACCOUNT_DAY', '2027-01-01T00:00:00.000Z'],
    ['CUSTOMER_DAY_COUNT', '2027-01-01T00:00:00.000Z'],
    ['CUSTOMER_MONTH', '2027-01-01T00:00:00.000Z'],
  ])('%s begins anew %s', (kind, expected) => {
    expect(resetsAt(kind, newYear)?.toISOString()).toBe(expected)
  })

  test('a month begins anew with the next one, a day with the next day', () => {
    const at = new Date('2026-11-22T10:00:00Z')
    expect(resetsAt('CUSTOMER_MONTH_COUNT', at)?.toISOString()).toBe('2026-12-01T00:00:00.000Z')
    expect(resetsAt('PARTNER_DAY', at)?.toISOString()).toBe('2026-11-23T00:00:00.000Z')
  })

  test('just what is left fits, and no more; the smallest deposit is a lower bound', () => {
    const use = { limit: 10n, used: 4n, needed: 6n }
    expect([leftOf(use), keepsTo('PARTNER_DAY', use)]).toEqual([6n, true])
    expect(keepsTo('PARTNER_DAY', { ...use, needed: 7n })).toBe(false)
    expect(leftOf({ limit: 3n, used: 4n })).toBe(0n)
    expect(keepsTo('MIN_DEPOSIT', { limit: 10n, used: 0n, needed: 9n })).toBe(false)
    expect(keepsTo('MIN_DEPOSIT', { limit: 10n, used: 0n, needed: 10n })).toBe(true)
  })
})
