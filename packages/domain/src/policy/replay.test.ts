import type { PolicyCondition } from '@corridor/contract/policy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide, replay } from './index.ts'
import { anyFacts, anyPolicy, approvals, factsOf, policyOf, ruleOf } from './testing/cases.ts'

const over = (limit: string): PolicyCondition => ({ fact: 'amount', unit: 'USD', over: limit })
const moved = (id: string, dollars: string) => ({
  id,
  facts: factsOf({ amounts: { USD: dollars } }),
})

test('a replay names what would have been refused, waited or been let through, and why', () => {
  const before = policyOf([
    ruleOf({ id: 'limit', when: over('1000') }),
    ruleOf({ id: 'large', when: over('400'), then: approvals() }),
  ])
  const after = policyOf([
    ruleOf({ id: 'limit', name: 'Limit', when: all(over('500'), { not: over('1000') }) }),
    ruleOf({ id: 'large', name: 'Large', when: over('400'), then: approvals('role:admin') }),
    ruleOf({ id: 'mid', name: 'Mid', when: over('100'), then: approvals() }),
    ruleOf({ id: 'small', name: 'Small', when: over('0'), then: 'allow' }),
  ])
  const cases = [
    moved('a', '50'),
    moved('b', '200'),
    moved('c', '450'),
    moved('d', '600'),
    moved('e', '2000'),
  ]
  expect(replay(before, after, cases)).toMatchObject({
    total: 5,
    newlyDenied: [{ id: 'd', rule: 'limit' }],
    newlyWaiting: [
      {
        id: 'b',
        rule: 'mid',
        because: [
          '200 USD is more than 100 USD, the limit of rule “Mid”.',
          'Rule “Mid” asks for one more signature (role treasury).',
        ],
      },
      { id: 'e', rule: 'large' },
    ],
    newlyAllowed: [],
    otherApprovals: [{ id: 'c', rule: 'large' }],
    unchanged: 1,
  })
  expect(replay(after, before, cases)).toMatchObject({
    newlyDenied: [{ id: 'e' }],
    newlyAllowed: [{ id: 'b', rule: null }],
    newlyWaiting: [{ id: 'd' }],
  })
})

function all(...parts: PolicyCondition[]): PolicyCondition {
  return { all: parts }
}

test('each case is counted once, and a policy replayed on itself changes nothing', () => {
  const cases = fc
    .array(anyFacts, { maxLength: 10 })
    .map((list) => list.map((facts, at) => ({ id: String(at), facts })))
  fc.assert(
    fc.property(anyPolicy, anyPolicy, cases, (before, after, given) => {
      const { total, unchanged, ...lists } = replay(before, after, given)
      const named = Object.values(lists).flat()
      expect(total).toBe(given.length)
      expect(new Set(named.map(({ id }) => id)).size + unchanged).toBe(total)
      expect(replay(after, after, given).unchanged).toBe(total)
      for (const { id } of lists.newlyDenied) {
        const facts = given.find((item) => item.id === id)?.facts ?? factsOf()
        expect(decide(before, facts).outcome).not.toBe('deny')
        expect(decide(after, facts).outcome).toBe('deny')
      }
    }),
  )
})
