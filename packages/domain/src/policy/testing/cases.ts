// Policies and facts for tests: from a small stock, so that they meet often.
import type { Policy, PolicyCondition, PolicyFact, PolicyRule } from '@corridor/contract/policy'
import fc from 'fast-check'
import type { Facts } from '../facts.ts'

/** Saturday 14 November 2026, 12:00 UTC. */
export const noon = Date.UTC(2026, 10, 14, 12)
export const day = 86_400_000

export const factsOf = (more: Partial<Facts> = {}): Facts => ({
  operation: 'sign',
  amounts: {},
  initiator: ['member:mem_1'],
  at: noon,
  scopes: {},
  ...more,
})

export const ruleOf = (more: Partial<PolicyRule> = {}): PolicyRule => ({
  id: 'rule',
  name: 'Rule',
  on: ['sign'],
  when: { all: [] },
  then: 'deny',
  ...more,
})

export const policyOf = (rules: PolicyRule[], otherwise: 'allow' | 'deny' = 'allow'): Policy => ({
  version: 1,
  rules,
  otherwise,
})

export const approvals = (from = 'role:treasury', count = 1) => ({
  approvals: [{ from: [from], count }],
  expiresInMs: 3_600_000,
})

const amount = fc.constantFrom('0', '5', '10', '10.5', '20', '40')
const unit = fc.constantFrom('USD', 'USDC')
const by = fc.constantFrom('wallet' as const, 'payee' as const)
const windowSeconds = fc.constantFrom(3_600, 86_400)
const zone = fc.constantFrom('UTC', 'Asia/Tokyo', 'Nowhere/Land')
const timeOfDay = fc.constantFrom('00:00', '06:00', '12:00', '22:00')
const some = <Term extends string>(...terms: Term[]) =>
  fc.uniqueArray(fc.constantFrom(...terms), { minLength: 1, maxLength: terms.length })

const fact: fc.Arbitrary<PolicyFact> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ fact: fc.constant('amount'), unit, over: amount }) },
  fc.record({ fact: fc.constant('sum'), unit, by, windowSeconds, over: amount }),
  fc.record({
    fact: fc.constant('count'),
    by,
    windowSeconds,
    over: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ fact: fc.constant('asset'), in: some('USDC', 'EURC') }),
  fc.record({ fact: fc.constant('direction'), in: some('ON_RAMP', 'OFF_RAMP') }),
  fc.record({ fact: fc.constant('corridor'), in: some('US>MX', 'US>*', '*>MX', '*>*', 'GB>NG') }),
  fc.record({ fact: fc.constant('payee'), in: some('known', 'new', 'listed') }),
  fc.record({ fact: fc.constant('destination'), in: some('0xAB', 'acc_1', 'acc_2') }),
  fc.record({ fact: fc.constant('initiator'), in: some('member:mem_1', 'role:admin') }),
  fc.record({ fact: fc.constant('time'), from: timeOfDay, to: timeOfDay, zone }),
  fc.record({ fact: fc.constant('day'), in: some('mon', 'fri', 'sat', 'sun'), zone }),
)

const { condition } = fc.letrec<{ condition: PolicyCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: fact },
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
}))

const then = fc.constantFrom<PolicyRule['then'][]>('allow', 'deny', approvals())

export const anyRule: fc.Arbitrary<PolicyRule> = fc.record({
  id: fc.constant('rule'),
  name: fc.constant('Rule'),
  on: fc.constantFrom(['sign'], ['*'], ['sign', 'transfers.execute'], ['transfers.execute']),
  when: condition,
  then,
})

export const numbered = (rules: PolicyRule[]): PolicyRule[] =>
  rules.map((rule, at) => ({ ...rule, id: `rule-${at}`, name: `Rule ${at}` }))

export const anyPolicy: fc.Arbitrary<Policy> = fc.record({
  version: fc.integer({ min: 1, max: 9 }),
  rules: fc.array(anyRule, { maxLength: 6 }).map(numbered),
  otherwise: fc.constantFrom('allow', 'deny'),
})

const scopes = fc.record(
  { wallet: fc.constantFrom('w1', 'w2'), payee: fc.constantFrom('p1', 'p2') },
  { requiredKeys: [] },
)
const amounts = fc.record({ USD: amount, USDC: amount }, { requiredKeys: [] })
const at = fc.integer({ min: noon - 2 * day, max: noon + 2 * day })

export const anyFacts: fc.Arbitrary<Facts> = fc.record(
  {
    operation: fc.constantFrom('sign', 'transfers.execute', 'payinRoutes.create'),
    amounts,
    asset: fc.constantFrom('USDC', 'EURC', 'PYUSD'),
    direction: fc.constantFrom('ON_RAMP', 'OFF_RAMP'),
    corridor: fc.constantFrom('US>MX', 'US>GB', 'GB>NG', 'unclear'),
    payee: fc.constantFrom('known', 'new', 'listed'),
    destinations: fc.subarray(['0xaB', 'acc_1', 'acc_3']),
    initiator: fc.subarray(['member:mem_1', 'role:admin', 'role:viewer']),
    at,
    scopes,
    history: fc.array(fc.record({ at, amounts, scopes }), { maxLength: 5 }),
    sums: fc.record({ 'sum:USD:wallet:86400': amount }, { requiredKeys: [] }),
    counts: fc.record({ 'count:wallet:3600': fc.nat({ max: 3 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: ['operation', 'amounts', 'initiator', 'at', 'scopes'] },
)
