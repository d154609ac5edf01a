import type { PolicyCondition, PolicyRule } from '@corridor/contract/policy'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, explain, type Facts, type Finding } from './index.ts'
import {
  anyFacts,
  anyPolicy,
  approvals,
  factsOf,
  numbered,
  policyOf,
  ruleOf,
} from './testing/cases.ts'

const over = (limit: string): PolicyCondition => ({ fact: 'amount', unit: 'USD', over: limit })
const not = (part: PolicyCondition): PolicyCondition => ({ not: part })
const all = (...parts: PolicyCondition[]): PolicyCondition => ({ all: parts })
const any = (...parts: PolicyCondition[]): PolicyCondition => ({ any: parts })
const asset = (...terms: string[]): PolicyCondition => ({ fact: 'asset', in: terms })
const payee = (...terms: ('known' | 'new' | 'listed')[]): PolicyCondition => ({
  fact: 'payee',
  in: terms,
})
const to = (...terms: string[]): PolicyCondition => ({ fact: 'destination', in: terms })
const corridor = (...terms: string[]): PolicyCondition => ({ fact: 'corridor', in: terms })
const time = (from: string, until: string): PolicyCondition => ({
  fact: 'time',
  from,
  to: until,
  zone: 'UTC',
})
const window = { by: 'wallet', windowSeconds: 86_400 } as const
const sum = (limit: string): PolicyCondition => ({
  fact: 'sum',
  unit: 'USD',
  ...window,
  over: limit,
})
const count = (limit: number): PolicyCondition => ({ fact: 'count', ...window, over: limit })

const kindsOf = (...rules: Partial<PolicyRule>[]): (string | undefined)[] => {
  const list = numbered(rules.map((rule) => ruleOf(rule)))
  const findings = explain(policyOf(list))
  return list.map(({ id }) => findings.find(({ rule }) => rule === id)?.kind)
}

describe('a rule that can never match', () => {
  test.each<[string, PolicyCondition]>([
    ['over 10 and not over 5', all(over('10'), not(over('5')))],
    ['over 10, and not over 5 in sum with it', all(over('10'), not(sum('5')))],
    ['disjoint sets', all(asset('USDC'), asset('EURC'))],
    ['a set and its opposite', all(asset('USDC'), not(asset('EURC', 'USDC')))],
    ['two standings of a payee', all(payee('new'), not(payee('new', 'listed')))],
    ['no standing of a payee', not(payee('known', 'new', 'listed'))],
    ['disjoint corridors', all(corridor('US>*'), corridor('GB>NG', '*>XX'), corridor('MX>*'))],
    ['disjoint times', all(time('22:00', '02:00'), time('02:00', '22:00'))],
    ['a time without length', time('08:00', '08:00')],
    ['no operation at all', not(count(0))],
    ['nothing of none', not(all())],
    ['alternatives of which none can be', any(not(all()), all(over('9'), not(over('9'))))],
  ])('%s', (_, when) => {
    expect(kindsOf({ when, then: 'allow' })).toEqual(['never'])
  })

  test.each<[string, PolicyCondition]>([
    ['over 5 and not over 10', all(over('5'), not(over('10')))],
    ['an amount in sum over 10 and itself not over 5', all(sum('10'), not(over('5')))],
    ['two destinations of one payee', all(to('acc_1'), to('0xab'))],
    ['corridors that meet', all(corridor('US>*'), corridor('*>MX'))],
    ['spans that meet', all(time('22:00', '02:00'), time('01:59', '22:00'))],
    ['one alternative that can be', any(asset('USDC'), not(all()))],
  ])('not: %s', (_, when) => {
    expect(kindsOf({ when, then: 'allow' })).toEqual([undefined])
  })

  test('a rule that refuses still does so where a fact is not known, unless it can never', () => {
    const when = all(over('10'), not(over('5')))
    expect(explain(policyOf([ruleOf({ when })]))).toEqual([
      {
        rule: 'rule',
        kind: 'never',
        unlessUnknown: true,
        sentence:
          'Rule “Rule” matches only where a fact is not known: its conditions exclude each other.',
      },
    ])
    expect(decide(policyOf([ruleOf({ when })]), factsOf()).outcome).toBe('deny')
    expect(explain(policyOf([ruleOf({ when: time('08:00', '08:00') })]))).toEqual([
      {
        rule: 'rule',
        kind: 'never',
        sentence: 'Rule “Rule” can never match: its conditions exclude each other.',
      },
    ])
  })
})

describe('a rule that never decides', () => {
  test.each<[string, wide: PolicyCondition, narrow: PolicyCondition]>([
    ['a lower limit', over('5'), over('10')],
    ['a lower count', count(1), count(3)],
    ['the same', asset('USDC'), asset('USDC')],
    ['a sum that the amount is part of', sum('5'), over('10')],
    ['more words', to('0xAB', 'acc_1'), to('0xab')],
    ['a wider corridor', corridor('US>*', '*>NG'), corridor('US>MX', 'GB>NG')],
    ['a longer time', time('20:00', '08:00'), time('22:00', '06:00')],
    ['fewer conditions', over('5'), all(asset('USDC'), over('5'))],
    ['always', all(), over('5')],
    ['each alternative', any(over('5'), asset('USDC')), any(asset('USDC'), over('7'))],
    ['opposites', not(over('9')), not(over('5'))],
    ['one word against another', not(asset('EURC')), asset('USDC')],
  ])('shadowed: %s', (_, wide, narrow) => {
    expect(kindsOf({ when: wide }, { when: narrow })).toEqual([undefined, 'shadowed'])
    expect(kindsOf({ when: wide, then: 'allow' }, { when: narrow, then: 'allow' })).toEqual([
      undefined,
      'shadowed',
    ])
    const shadowed = kindsOf({ when: narrow }, { when: wide })
    expect(shadowed[0]).toBeUndefined()
  })

  test('another operation is not in the way', () => {
    expect(kindsOf({ on: ['sign'] }, { on: ['sign', 'transfers.execute'] })).toEqual([
      undefined,
      undefined,
    ])
    expect(kindsOf({ on: ['*'] }, { on: ['sign'] })).toEqual([undefined, 'shadowed'])
  })

  test('a rule that allows does not shadow one that asks, which also matches the unknown', () => {
    const asked = { when: over('10'), then: approvals() }
    expect(kindsOf({ when: over('5'), then: 'allow' }, asked)).toEqual([undefined, undefined])
    expect(kindsOf({ when: all(), then: 'allow' }, asked)).toEqual([undefined, 'shadowed'])
  })

  test('an alternative that matches only what is unknown keeps a rule that refuses alive', () => {
    const when = any(asset('USDC'), all(over('10'), not(over('5'))))
    expect(kindsOf({ when: asset('USDC') }, { when })).toEqual([undefined, undefined])
    expect(kindsOf({ when: asset('USDC') }, { when, then: 'allow' })[1]).toBe('contradicted')
  })

  test('a rule that allows never stands in the way of one that refuses', () => {
    expect(kindsOf({ when: all(), then: 'allow' }, { when: over('5') })).toEqual([
      undefined,
      undefined,
    ])
  })

  test('contradicted: a later rule refuses all that it allows or asks about', () => {
    const rules = [
      ruleOf({ id: 'ten', name: 'Ten', when: over('10'), then: 'allow' }),
      ruleOf({ id: 'five', name: 'Five', when: over('5') }),
    ]
    expect(explain(policyOf(rules))).toEqual([
      {
        rule: 'ten',
        kind: 'contradicted',
        by: 'five',
        sentence: 'Rule “Ten” never decides: rule “Five” refuses all its cases.',
      },
    ])
    expect(kindsOf({ when: over('10'), then: approvals() }, { when: over('5') })).toEqual([
      'contradicted',
      undefined,
    ])
    expect(kindsOf({ when: over('5'), then: 'allow' }, { when: over('10') })).toEqual([
      undefined,
      undefined,
    ])
  })

  test('a condition with too many alternatives is left alone', () => {
    const pair = any(asset('USDC'), over('5'))
    const many = all(...Array.from({ length: 20 }, () => pair))
    expect(kindsOf({ when: many }, { when: many })).toEqual([undefined, undefined])
  })
})

/** Decisions of a rule that the finding says it never makes. */
const contradicts = ({ rule, unlessUnknown }: Finding, policy: Parameters<typeof decide>[0]) => {
  return (facts: Facts): boolean => {
    const decision = decide(policy, facts)
    return decision.rule === rule && !(unlessUnknown && decision.matched === 'unknown')
  }
}

test('a finding is certain: its rule decides no case', () => {
  const found = new Set<string>()
  fc.assert(
    fc.property(
      anyPolicy,
      fc.array(anyFacts, { minLength: 30, maxLength: 30 }),
      (policy, cases) => {
        for (const finding of explain(policy)) {
          found.add(finding.kind)
          expect(cases.filter(contradicts(finding, policy))).toEqual([])
        }
      },
    ),
    { numRuns: 1_000 },
  )
  expect([...found].sort()).toEqual(['contradicted', 'never', 'shadowed'])
})
