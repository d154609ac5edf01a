import { type PolicyCondition, PolicyRules } from '@corridor/contract/policy'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile, decide, type Facts } from './index.ts'
import {
  anyFacts,
  anyPolicy,
  anyRule,
  approvals,
  factsOf,
  numbered,
  policyOf,
  ruleOf,
} from './testing/cases.ts'

const runs = { numRuns: 1_000 }
const shuffled = <Item>(items: Item[]) =>
  fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length })

describe('a decision', () => {
  const never = { not: { all: [] } }

  test('the first match decides, and otherwise what the policy has for the rest', () => {
    const rules = numbered([
      ruleOf({ when: never, then: 'allow' }),
      ruleOf({ then: approvals() }),
      ruleOf({ then: 'allow' }),
    ])
    expect(decide(policyOf(rules, 'deny'), factsOf())).toEqual({
      outcome: 'approvals',
      rule: 'rule-1',
      because: ['Rule “Rule 1” asks for one more signature (role treasury).'],
      needs: [{ from: ['role:treasury'], count: 1 }],
      expiresInMs: 3_600_000,
      version: 1,
      matched: 'yes',
    })
    expect(decide(policyOf([], 'deny'), factsOf())).toEqual({
      outcome: 'deny',
      rule: null,
      because: ['No rule allows it, and everything else is refused.'],
      needs: [],
      version: 1,
    })
    expect(decide(policyOf([]), factsOf()).outcome).toBe('allow')
  })

  test('a rule applies to the operations it names', () => {
    const ruleFor = (operation: string, on: string[]) =>
      decide(policyOf([ruleOf({ on })]), factsOf({ operation })).rule
    expect(ruleFor('sign', ['sign'])).toBe('rule')
    expect(ruleFor('transfers.execute', ['sign'])).toBeNull()
    expect(ruleFor('transfers.execute', ['sign', '*'])).toBe('rule')
    expect(ruleFor('constructor', ['sign'])).toBeNull()
  })

  test('it says why, with the numbers', () => {
    const limit = { fact: 'amount', unit: 'USDC', over: '1000' } as const
    const policy = policyOf([
      ruleOf({ name: 'Per transfer', when: { all: [limit, { fact: 'payee', in: ['new'] }] } }),
    ])
    const facts = factsOf({ amounts: { USDC: '2500.00' }, payee: 'new' })
    expect(decide(policy, facts).because).toEqual([
      '2,500 USDC is more than 1,000 USDC, the limit of rule “Per transfer”.',
      'The payee is new.',
      'Rule “Per transfer” refuses it.',
    ])
    const { payee: _, ...unclear } = facts
    expect(decide(policy, unclear)).toMatchObject({
      matched: 'unknown',
      because: expect.arrayContaining(['The payee is not known.']),
    })
  })

  test('it says what a rule that allows would have had to know', () => {
    const when: PolicyCondition = { fact: 'payee', in: ['listed'] }
    const policy = policyOf([ruleOf({ name: 'Listed', when, then: 'allow' })], 'deny')
    expect(decide(policy, factsOf()).because).toEqual([
      'The payee is not known.',
      'Rule “Listed” cannot allow it without knowing this.',
      'No rule allows it, and everything else is refused.',
    ])
  })

  test('a policy is compiled once', () => {
    const policy = policyOf([ruleOf()])
    expect(compile(policy)).toBe(compile(policy))
    expect(compile({ ...policy })).not.toBe(compile(policy))
  })
})

function without(facts: Facts, member: string): Facts {
  const entries = Object.entries(facts).filter(([name]) => name !== member)
  return Object.fromEntries(entries) as Facts
}

describe('whatever the policy and the facts', () => {
  /** Each rule alone, against a policy that would do the opposite without it. */
  const matches = (policy: Parameters<typeof decide>[0], facts: Facts): string[] =>
    policy.rules
      .filter((rule) => decide({ ...policy, rules: [rule] }, facts).rule === rule.id)
      .map(({ id }) => id)

  test('policies and rules are of the published form', () => {
    fc.assert(
      fc.property(anyPolicy, ({ version: _version, ...rules }) => {
        expect(PolicyRules.safeParse(rules).error).toBeUndefined()
      }),
    )
  })

  test('a match that refuses wins wherever it stands, else the first match, else the rest', () => {
    fc.assert(
      fc.property(anyPolicy, anyFacts, (policy, facts) => {
        const matching = policy.rules.filter(({ id }) => matches(policy, facts).includes(id))
        const expected = matching.find(({ then }) => then === 'deny') ?? matching[0]
        const { rule, outcome, version } = decide(policy, facts)
        expect(rule).toBe(expected?.id ?? null)
        const then = expected?.then ?? policy.otherwise
        expect(outcome).toBe(typeof then === 'string' ? then : 'approvals')
        expect(version).toBe(policy.version)
      }),
      runs,
    )
  })

  test('a rule that refuses by itself refuses among any others', () => {
    const withDenial = fc
      .tuple(anyPolicy, anyRule, fc.nat({ max: 6 }))
      .map(([policy, rule, at]) => {
        const denial = { ...rule, id: 'denial', then: 'deny' as const }
        return { denial, policy: { ...policy, rules: policy.rules.toSpliced(at, 0, denial) } }
      })
    fc.assert(
      fc.property(withDenial, anyFacts, ({ denial, policy }, facts) => {
        fc.pre(decide(policyOf([denial]), facts).outcome === 'deny')
        expect(decide(policy, facts).outcome).toBe('deny')
      }),
      runs,
    )
  })

  test('rules that do not match may stand in any order, or be gone', () => {
    const reordered = anyPolicy.chain((policy) =>
      shuffled(policy.rules).map((rules) => ({ policy, rules })),
    )
    fc.assert(
      fc.property(reordered, anyFacts, ({ policy, rules }, facts) => {
        const matching = policy.rules.filter(({ id }) => matches(policy, facts).includes(id))
        const { because: _, ...decision } = decide(policy, facts)
        expect(decide({ ...policy, rules: matching }, facts)).toMatchObject(decision)
        const next = matching.values()
        const moved = rules.map((rule) =>
          matching.includes(rule) ? (next.next().value ?? rule) : rule,
        )
        expect(decide({ ...policy, rules: moved }, facts)).toMatchObject(decision)
      }),
      runs,
    )
  })

  test('the same policy and facts, kept as JSON, decide the same later', () => {
    fc.assert(
      fc.property(anyPolicy, anyFacts, (policy, facts) => {
        const [before, kept] = [decide(policy, facts), JSON.stringify({ policy, facts })]
        const later = JSON.parse(kept) as { policy: typeof policy; facts: Facts }
        expect(decide(later.policy, later.facts)).toEqual(before)
        expect(JSON.stringify({ policy, facts })).toBe(kept)
      }),
      runs,
    )
  })

  test('what is not known never allows by a rule', () => {
    fc.assert(
      fc.property(anyPolicy, anyFacts, (policy, facts) => {
        const { outcome, matched } = decide(policy, facts)
        expect([outcome, matched]).not.toEqual(['allow', 'unknown'])
      }),
      runs,
    )
  })

  test('what is not allowed is not allowed either when less is known', () => {
    const members = ['asset', 'direction', 'corridor', 'payee', 'destinations', 'history'] as const
    const forgotten = fc.constantFrom<((facts: Facts) => Facts)[]>(
      ...members.map((member) => (facts: Facts) => without(facts, member)),
      (facts) => ({ ...facts, initiator: [] }),
      (facts) => ({ ...facts, amounts: {} }),
      (facts) => ({ ...facts, scopes: {} }),
      (facts) => ({ ...facts, at: Number.NaN }),
    )
    fc.assert(
      fc.property(anyPolicy, anyFacts, forgotten, (policy, facts, forget) => {
        fc.pre(decide(policy, facts).outcome !== 'allow')
        expect(decide(policy, forget(facts)).outcome).not.toBe('allow')
      }),
      runs,
    )
  })
})
