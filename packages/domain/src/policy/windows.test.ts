import type { PolicyCondition } from '@corridor/contract/policy'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, type Facts, movedAmounts, type Past, windowKey, windowsOf } from './index.ts'
import { approvals, day, factsOf, noon, policyOf, ruleOf } from './testing/cases.ts'
import type { Truth } from './truth.ts'

const daily = (over: string): PolicyCondition => ({
  fact: 'sum',
  unit: 'USD',
  by: 'wallet',
  windowSeconds: 86_400,
  over,
})
const hourly = (over: number): PolicyCondition => ({
  fact: 'count',
  by: 'wallet',
  windowSeconds: 3_600,
  over,
})
const past = (at: number, dollars?: string, wallet = 'w1'): Past => ({
  at,
  amounts: dollars === undefined ? {} : { USD: dollars },
  scopes: { wallet },
})
const spend = (dollars: string, more: Partial<Facts> = {}): Facts =>
  factsOf({ amounts: { USD: dollars }, scopes: { wallet: 'w1' }, history: [], ...more })
const truthOf = (when: PolicyCondition, facts: Facts): Truth =>
  decide(policyOf([ruleOf({ when })]), facts).matched ?? 'no'

const sums: [name: string, limit: string, Facts, Truth][] = [
  ['the operation itself', '10', spend('11'), 'yes'],
  ['the limit reached', '10', spend('4', { history: [past(noon - 1, '6')] }), 'no'],
  ['the limit passed', '10', spend('4', { history: [past(noon - 1, '6.01')] }), 'yes'],
  ['a day ago', '10', spend('4', { history: [past(noon - day, '100')] }), 'no'],
  ['almost a day ago', '10', spend('4', { history: [past(noon - day + 1, '100')] }), 'yes'],
  ['a clock ahead of ours', '10', spend('4', { history: [past(noon + 5_000, '100')] }), 'yes'],
  ['a time that is not known', '10', spend('4', { history: [past(Number.NaN, '100')] }), 'yes'],
  ['another wallet', '10', spend('4', { history: [past(noon - 1, '100', 'w2')] }), 'no'],
  ['an earlier amount not known', '10', spend('4', { history: [past(noon - 1)] }), 'unknown'],
  [
    'enough without the one not known',
    '10',
    spend('4', { history: [past(noon - 1), past(noon - 1, '7')] }),
    'yes',
  ],
  ['this amount not known', '10', spend('x', { history: [past(noon - 1, '4')] }), 'unknown'],
  ['no wallet known', '10', spend('4', { scopes: {} }), 'unknown'],
  ['too much whoever it was', '10', spend('11', { scopes: {} }), 'yes'],
  ['no time known', '10', spend('4', { at: Number.NaN }), 'unknown'],
  [
    'no history known',
    '10',
    factsOf({ amounts: { USD: '4' }, scopes: { wallet: 'w1' } }),
    'unknown',
  ],
  ['a sum that is given', '10', spend('4', { sums: { 'sum:USD:wallet:86400': '6.5' } }), 'yes'],
  ['a given sum at the limit', '10', spend('4', { sums: { 'sum:USD:wallet:86400': '6' } }), 'no'],
  [
    'a given sum not legible',
    '10',
    spend('4', { sums: { 'sum:USD:wallet:86400': '' } }),
    'unknown',
  ],
]

const counts: [name: string, limit: number, Facts, Truth][] = [
  ['the operation itself', 0, spend('1'), 'yes'],
  ['the limit reached', 2, spend('1', { history: [past(noon - 1)] }), 'no'],
  ['the limit passed', 1, spend('1', { history: [past(noon - 1)] }), 'yes'],
  ['longer ago', 1, spend('1', { history: [past(noon - 3_600_000)] }), 'no'],
  ['a count that is given', 3, spend('1', { counts: { 'count:wallet:3600': 3 } }), 'yes'],
  ['a given count at the limit', 4, spend('1', { counts: { 'count:wallet:3600': 3 } }), 'no'],
  ['a given count below zero', 3, spend('1', { counts: { 'count:wallet:3600': -9 } }), 'unknown'],
  ['no history known', 3, factsOf({ scopes: { wallet: 'w1' } }), 'unknown'],
]

describe('a window', () => {
  test.each(sums)('sum: %s', (_, limit, facts, truth) => {
    expect(truthOf(daily(limit), facts)).toBe(truth)
  })

  test.each(counts)('count: %s', (_, limit, facts, truth) => {
    expect(truthOf(hourly(limit), facts)).toBe(truth)
  })

  test('a sum by payee leaves out what had no payee', () => {
    const when = { ...daily('10'), by: 'payee' } as PolicyCondition
    const history = [past(noon - 1, '100')]
    expect(truthOf(when, spend('4', { scopes: { payee: 'p1' }, history }))).toBe('no')
  })

  test('what a caller has to add up is listed once, for one operation or for all', () => {
    const policy = policyOf([
      ruleOf({ id: 'a', when: { any: [daily('10'), { not: hourly(3) }] } }),
      ruleOf({ id: 'b', when: daily('20'), then: approvals() }),
      ruleOf({ id: 'c', on: ['transfers.execute'], when: { ...daily('1'), unit: 'EUR' } as never }),
    ])
    expect(windowsOf(policy, 'sign').map(windowKey)).toEqual([
      'sum:USD:wallet:86400',
      'count:wallet:3600',
    ])
    expect(windowsOf(policy).map(windowKey)).toContain('sum:EUR:wallet:86400')
    expect(windowsOf(policyOf([ruleOf({ on: ['*'], when: daily('1') })]), 'sign')).toEqual([
      { fact: 'sum', unit: 'USD', by: 'wallet', windowSeconds: 86_400 },
    ])
  })

  test('an operation moves none of the assets that it does not move, and dollars as given', () => {
    const policy = policyOf([
      ruleOf({ when: { fact: 'amount', unit: 'EURC', over: '1' } }),
      ruleOf({ id: 'b', when: daily('20') }),
    ])
    expect(movedAmounts(policy, { asset: 'USDC', amount: '5' })).toEqual({ EURC: '0', USDC: '5' })
    expect(movedAmounts(policy, { asset: 'EURC', amount: '5', dollars: '5.5' })).toEqual({
      EURC: '5',
      USD: '5.5',
    })
  })
})

const cents = fc.integer({ min: 1, max: 100_000 })
const dollars = (value: number): string => (value / 100).toFixed(2)

describe('accumulation', () => {
  test('splitting an amount does not pass a limit: the part that goes over it is refused', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 12 }), cents, (parts, limit) => {
        const policy = policyOf([ruleOf({ when: daily(dollars(limit)) })])
        const history: Past[] = []
        let moved = 0
        for (const [at, part] of parts.entries()) {
          const facts = spend(dollars(part), { at: noon + at, history })
          const { outcome } = decide(policy, facts)
          expect(outcome).toBe(moved + part > limit ? 'deny' : 'allow')
          if (outcome === 'deny') continue
          moved += part
          history.push(past(noon + at, dollars(part)))
        }
        expect(moved).toBeLessThanOrEqual(limit)
      }),
    )
  })

  test('everything that happened counts, whichever rule it matched and whatever it was', () => {
    const policy = policyOf([
      ruleOf({ id: 'small', when: { not: daily('5') }, then: 'allow' }),
      ruleOf({ id: 'medium', when: { not: daily('50') }, then: approvals() }),
      ruleOf({ id: 'limit', on: ['*'], when: daily('100') }),
    ])
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 12 }), cents, (earlier, present) => {
        const history = earlier.map((part, at) => past(noon - at, dollars(part)))
        const total = earlier.reduce((sum, part) => sum + part, present)
        const { rule } = decide(policy, spend(dollars(present), { history }))
        const expected = total > 10_000 ? 'limit' : total <= 500 ? 'small' : 'medium'
        expect(rule).toBe(expected === 'medium' && total > 5_000 ? null : expected)
      }),
    )
  })

  test('a history and its sums give the same decision', () => {
    const policy = policyOf([ruleOf({ when: { all: [daily('300'), hourly(2)] } })])
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 5 }), cents, (earlier, present) => {
        const history = earlier.map((part, at) => past(noon - at, dollars(part)))
        const total = earlier.reduce((sum, part) => sum + part, 0)
        const added = {
          sums: { 'sum:USD:wallet:86400': dollars(total) },
          counts: { 'count:wallet:3600': earlier.length },
        }
        const { history: _, ...bare } = spend(dollars(present))
        expect(decide(policy, { ...bare, ...added })).toEqual(
          decide(policy, spend(dollars(present), { history })),
        )
      }),
    )
  })
})
