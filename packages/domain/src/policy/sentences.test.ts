import type { PolicyCondition, PolicyRule } from '@corridor/contract/policy'
import fc from 'fast-check'
import { describe as group, expect, test } from 'vitest'
import { describe, sentenceOf, sentencesOf } from './index.ts'
import { anyRule, approvals, policyOf, ruleOf } from './testing/cases.ts'

const over: PolicyCondition = { fact: 'amount', unit: 'USDC', over: '1000' }
const isNew: PolicyCondition = { fact: 'payee', in: ['new'] }
const asset: PolicyCondition = { fact: 'asset', in: ['USDC', 'EURC', 'PYUSD'] }
const night: PolicyCondition = { fact: 'time', from: '22:00', to: '06:00', zone: 'Europe/Oslo' }
const weekend: PolicyCondition = { fact: 'day', in: ['sat', 'sun'], zone: 'UTC' }
const window = { by: 'wallet', windowSeconds: 86_400 } as const
const daily: PolicyCondition = { fact: 'sum', unit: 'USD', ...window, over: '2500000.50' }
const often: PolicyCondition = { fact: 'count', ...window, windowSeconds: 604_800, over: 10 }
const to = (...terms: string[]): PolicyCondition => ({ fact: 'destination', in: terms })

const table: [sentence: string, Partial<PolicyRule>][] = [
  ['Refuse a transfer.', {}],
  ['Refuse a transfer of more than 1,000 USDC.', { when: over }],
  ['Refuse any operation of more than 1,000 USDC.', { when: over, on: ['sign', '*'] }],
  [
    'Allow a transfer of more than 1,000 USDC when the payee is new.',
    { when: { all: [isNew, over] }, then: 'allow' },
  ],
  ['Refuse a transfer when it moves no more than 1,000 USDC.', { when: { not: over } }],
  [
    'Refuse a transfer when it brings the sum within 24 hours by this wallet to more than 2,500,000.5 USD.',
    { when: daily },
  ],
  [
    'Refuse a transfer when it brings the number of operations within 7 days by this wallet to more than 10.',
    { when: often },
  ],
  [
    'Ask for one more signature (passkey) for a transfer of more than 1,000 USDC.',
    { when: over, then: approvals('method:passkey') },
  ],
  [
    'Ask for 2 approvals (role treasury) for transfers.execute when the payee is new.',
    { when: isNew, then: approvals('role:treasury', 2), on: ['transfers.execute'] },
  ],
  [
    'Refuse a transfer when the payee is new and (the asset is USDC, EURC or PYUSD or it is between 22:00 and 06:00 in Europe/Oslo).',
    { when: { all: [isNew, { any: [asset, night] }] } },
  ],
  [
    'Refuse a transfer when the payee is not new or it is not Saturday or Sunday in UTC.',
    { when: { not: { all: [isNew, weekend] } } },
  ],
  ['Refuse a transfer when the payee is new.', { when: { not: { not: { any: [isNew] } } } }],
  ['Refuse a transfer when never.', { when: { not: { all: [] } } }],
  ['Refuse a transfer when it does not go to acc_1.', { when: { not: to('acc_1') } }],
  [
    'Refuse a transfer when it goes to a, b, c, d or 2 others.',
    { when: to('a', 'b', 'c', 'd', 'e', 'f') },
  ],
  [
    'Refuse a transfer when the corridor is US to any country or GB to NG.',
    { when: { fact: 'corridor', in: ['US>*', 'GB>NG'] } },
  ],
  [
    'Refuse a transfer when the initiator is member mem_1, key key_1 or passkey.',
    { when: { fact: 'initiator', in: ['member:mem_1', 'key:key_1', 'method:passkey'] } },
  ],
  [
    'Refuse a transfer when the direction is not ON_RAMP.',
    { when: { not: { fact: 'direction', in: ['ON_RAMP'] } } },
  ],
]

group('a sentence', () => {
  test.each(table)('%s', (sentence, rule) => {
    expect(sentenceOf(ruleOf(rule))).toBe(sentence)
  })

  test('ids and operations have the names that a reader knows', () => {
    const names = (term: string) => ({ sign: 'a payment', mem_1: 'Ada Moe', acc_1: 'Rent' })[term]
    const initiator: PolicyCondition = { fact: 'initiator', in: ['member:mem_1'] }
    const when = { all: [initiator, to('acc_1', 'acc_2')] }
    expect(sentenceOf(ruleOf({ when }), names)).toBe(
      'Refuse a payment when the initiator is member Ada Moe and it goes to Rent or acc_2.',
    )
  })

  test('every rule is one sentence of whole words', () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        expect(sentenceOf(rule)).toMatch(/^(Refuse|Allow|Ask for) [^\n]+[^ .]\.$/)
        expect(sentenceOf(rule)).not.toMatch(/undefined|\[object| {2}|\( /)
      }),
      { numRuns: 1_000 },
    )
  })

  test('approvals have an end, and a policy has a last line for the rest', () => {
    const rule = ruleOf({ name: 'New payees', when: isNew, then: approvals('method:passkey') })
    expect(sentencesOf(rule)).toEqual([
      'Ask for one more signature (passkey) for a transfer when the payee is new.',
      'The request expires after 1 hour.',
    ])
    expect(describe(policyOf([rule, ruleOf({ when: over })], 'deny'))).toEqual([
      `New payees: ${sentencesOf(rule).join(' ')}`,
      'Rule: Refuse a transfer of more than 1,000 USDC.',
      'Refuse everything else.',
    ])
    expect(describe(policyOf([]))).toEqual(['Allow everything else.'])
  })
})
