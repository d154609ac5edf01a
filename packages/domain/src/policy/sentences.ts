import type { Policy, PolicyCondition, PolicyFact, PolicyRule } from '@corridor/contract/policy'
import { byFact, type ByFact, type FactOf } from './facts.ts'
import {
  describeAmount,
  describeCorridor,
  describeDays,
  describeDuration,
  joinList,
  type Names,
  describeNeeds,
  describePeople,
  describeSpan,
  describeStandings,
  describeWindow,
} from './texts.ts'

/** A rule as one English sentence: `Refuse a transfer of more than 1,000 USDC.` */
export function sentenceOf(rule: PolicyRule, names?: Names): string {
  const { amount, rest } = amountApart(rule.when)
  const size = amount ? ` of more than ${describeAmount(amount.over, amount.unit)}` : ''
  const when = rest ? ` when ${clauseOf(rest, names)}` : ''
  return `${actionOf(rule, names)} ${subjectOf(rule, names)}${size}${when}.`
}

/** The sentence, and how long approvals are waited for. */
export function sentencesOf(rule: PolicyRule, names?: Names): string[] {
  const sentence = sentenceOf(rule, names)
  if (typeof rule.then === 'string') return [sentence]
  const expiry = describeDuration(Math.floor(rule.then.expiresInMs / 1000))
  return [sentence, `The request expires after ${expiry}.`]
}

/** A policy from top to bottom, one line for each rule and one for all that no rule matches. */
export function describe(policy: Policy, names?: Names): string[] {
  return [
    ...policy.rules.map((rule) => `${rule.name}: ${sentencesOf(rule, names).join(' ')}`),
    `${policy.otherwise === 'deny' ? 'Refuse' : 'Allow'} everything else.`,
  ]
}

/** What a rule does, up to its operation: `Ask for 2 approvals (role treasury) for`. */
function actionOf(rule: PolicyRule, names?: Names): string {
  if (rule.then === 'deny') return 'Refuse'
  if (rule.then === 'allow') return 'Allow'
  return `Ask for ${describeNeeds(rule.on, rule.then.approvals, names)} for`
}

function subjectOf({ on }: PolicyRule, names?: Names): string {
  if (on.includes('*')) return 'any operation'
  return joinList(
    on.map((term) => names?.(term) ?? (term === 'sign' ? 'a transfer' : term)),
    'or',
  )
}

/** An amount reads best beside the operation; all else follows as `when …`. */
function amountApart(when: PolicyCondition) {
  if (isAmount(when)) return { amount: when }
  if (!('all' in when)) return { rest: when }
  const amount = when.all.find(isAmount)
  const rest = when.all.filter((part) => part !== amount)
  const [only] = rest
  return {
    ...(amount ? { amount } : {}),
    ...(only ? { rest: rest.length === 1 ? only : { all: rest } } : {}),
  }
}

const isAmount = (condition: PolicyCondition): condition is FactOf<'amount'> =>
  'fact' in condition && condition.fact === 'amount'

/** A condition as a clause; a `not` is carried inwards to the facts, where it reads plainly. */
function clauseOf(condition: PolicyCondition, names?: Names, isNegated = false): string {
  if ('not' in condition) return clauseOf(condition.not, names, !isNegated)
  if ('fact' in condition) return factClause(condition, isNegated ? ' not' : '', names)
  const isAll = 'all' in condition
  const parts = isAll ? condition.all : condition.any
  if (parts.length === 0) return isAll === isNegated ? 'never' : 'always'
  const clauses = parts.map((part) => {
    const clause = clauseOf(part, names, isNegated)
    return parts.length > 1 && isCompound(part) ? `(${clause})` : clause
  })
  return clauses.join(isAll === isNegated ? ' or ' : ' and ')
}

function isCompound(condition: PolicyCondition): boolean {
  if ('not' in condition) return isCompound(condition.not)
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : []
  return parts.length > 1 || parts.some(isCompound)
}

type Polarity = '' | ' not'

const factClause = (fact: PolicyFact, not: Polarity, names?: Names): string =>
  byFact(clauses, fact, not, names)

const more = (not: Polarity): string => (not ? 'no more than' : 'more than')

const clauses: ByFact<[Polarity, Names | undefined], string> = {
  amount: ({ over, unit }, not) => `it moves ${more(not)} ${describeAmount(over, unit)}`,
  sum: (fact, not) =>
    `it brings the sum ${describeWindow(fact)} to ${more(not)} ${describeAmount(fact.over, fact.unit)}`,
  count: (fact, not) =>
    `it brings the number of operations ${describeWindow(fact)} to ${more(not)} ${fact.over}`,
  asset: (fact, not) => `the asset is${not} ${joinList(fact.in, 'or')}`,
  direction: (fact, not) => `the direction is${not} ${joinList(fact.in, 'or')}`,
  corridor: (fact, not) => `the corridor is${not} ${joinList(fact.in.map(describeCorridor), 'or')}`,
  payee: (fact, not) => `the payee is${not} ${describeStandings(fact.in)}`,
  destination: (fact, not, names) =>
    `it ${not ? 'does not go' : 'goes'} to ${describePeople(fact.in, 'or', names)}`,
  initiator: (fact, not, names) => `the initiator is${not} ${describePeople(fact.in, 'or', names)}`,
  time: (fact, not) => `it is${not} ${describeSpan(fact)} in ${fact.zone}`,
  day: (fact, not) => `it is${not} ${describeDays(fact.in)} in ${fact.zone}`,
}
