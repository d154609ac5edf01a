import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decide,
  defaultPolicy,
  describe as describePolicy,
  explain,
  mayAgree,
  stillNeeded,
} from './index.ts'

const facts = (
  operation: string,
  more: { USD?: string; payee?: 'known' | 'new' | 'listed'; paid?: string } = {},
) => ({
  operation,
  amounts: more.USD === undefined ? {} : { USD: more.USD },
  payee: more.payee ?? 'known',
  initiator: ['key:key_1'],
  at: 0,
  scopes: { payee: 'p' },
  sums: { 'sum:USD:payee:86400': more.paid ?? '0' },
})
const outcome = (
  terms: { approvalAbove?: number; coolingOffHours: number },
  ...asked: Parameters<typeof facts>
) => {
  const { outcome: decided, rule } = decide(defaultPolicy(terms), facts(...asked))
  return [decided, rule]
}

describe('the default policy', () => {
  test.each([
    // Without a threshold and without cooling off nobody is asked about anything.
    [{ coolingOffHours: 0 }, 'transfers.execute', { USD: '1000000', payee: 'new' }, 'allow', null],
    [{ coolingOffHours: 0 }, 'approvals.changePolicy', {}, 'allow', null],
    // A threshold asks above it, not at it.
    [
      { approvalAbove: 1000, coolingOffHours: 0 },
      'transfers.execute',
      { USD: '1000' },
      'allow',
      null,
    ],
    [
      { approvalAbove: 1000, coolingOffHours: 0 },
      'transfers.refund',
      { USD: '1000.000001' },
      'approvals',
      'amount',
    ],
    // Many small payments to one payee are a large one.
    [
      { approvalAbove: 1000, coolingOffHours: 0 },
      'transfers.execute',
      { USD: '400', paid: '600.01' },
      'approvals',
      'payee-day',
    ],
    // An amount that nobody knows is asked about.
    [{ approvalAbove: 1000, coolingOffHours: 0 }, 'liquidity.initiate', {}, 'approvals', 'amount'],
    [
      { approvalAbove: 1000, coolingOffHours: 0 },
      'payinRoutes.update',
      { payee: 'known' },
      'approvals',
      'destination',
    ],
    [
      { coolingOffHours: 24 },
      'transfers.execute',
      { USD: '1', payee: 'new' },
      'approvals',
      'new-payee',
    ],
    [{ coolingOffHours: 24 }, 'transfers.execute', { USD: '1', payee: 'known' }, 'allow', null],
    [{ coolingOffHours: 24 }, 'payinRoutes.create', { payee: 'new' }, 'approvals', 'new-payee'],
    // Whom a list may mean is asked about whatever the amount, also where it is no new payee.
    [
      { approvalAbove: 1000, coolingOffHours: 0 },
      'transfers.refund',
      { USD: '1', payee: 'listed' },
      'approvals',
      'listed-payee',
    ],
    [
      { coolingOffHours: 24 },
      'payinRoutes.update',
      { payee: 'listed' },
      'approvals',
      'listed-payee',
    ],
    [{ coolingOffHours: 24 }, 'approvals.changePolicy', {}, 'approvals', 'policy'],
  ] as const)('%j: %s of %j is %s by %s', (terms, operation, asked, decided, rule) => {
    expect(outcome(terms, operation, asked)).toEqual([decided, rule])
  })

  test('has no rule that never decides, and reads as sentences', () => {
    const policy = defaultPolicy({ approvalAbove: 1000, coolingOffHours: 24 })
    expect(explain(policy)).toEqual([])
    expect(describePolicy(policy).at(-1)).toBe('Allow everything else.')
  })

  test('never asks less of a larger amount', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (approvalAbove, smaller, more) => {
        const terms = { approvalAbove, coolingOffHours: 0 }
        const asks = (USD: number) =>
          outcome(terms, 'transfers.execute', { USD: `${USD}` })[0] === 'approvals'
        return !asks(smaller) || asks(smaller + more)
      }),
    )
  })
})

describe('who has agreed', () => {
  const [owner, treasury] = [['role:owner'], ['role:treasury']]

  test.each([
    ['nobody', [{ from: owner, count: 2 }], [], 2],
    ['one of two', [{ from: owner, count: 2 }], [['role:owner', 'member:a']], 1],
    [
      'one person for two needs',
      [
        { from: owner, count: 1 },
        { from: ['member:a'], count: 1 },
      ],
      [['role:owner', 'member:a']],
      1,
    ],
    [
      'who fits two needs stands for the one that nobody else can',
      [
        { from: [...owner, ...treasury], count: 1 },
        { from: owner, count: 1 },
      ],
      [['role:owner'], ['role:treasury']],
      0,
    ],
    ['who is not asked for', [{ from: owner, count: 1 }], [['role:treasury']], 1],
  ] as const)('%s', (_, needs, people, left) => {
    const asked = needs.map(({ from, count }) => ({ from: [...from], count }))
    expect(stillNeeded(asked, people)).toBe(left)
  })

  test('a further person never makes more people necessary, and the order makes no difference', () => {
    const names = fc.subarray(['role:owner', 'role:treasury', 'member:a', 'member:b'], {
      minLength: 1,
    })
    const needs = fc.array(fc.record({ from: names, count: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(needs, fc.array(names, { maxLength: 5 }), names, (asked, people, further) => {
        const left = stillNeeded(asked, people)
        const then = stillNeeded(asked, [...people, further])
        expect(stillNeeded(asked, people.toReversed())).toBe(left)
        expect([left, left - 1]).toContain(then)
        if (!mayAgree(asked, further)) expect(then).toBe(left)
      }),
    )
  })
})
