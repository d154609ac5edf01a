// What is known of a policy's rules without a case at hand. Sound, not complete: a finding is
// certain, and a rule without one may still be useless.
import type { Policy, PolicyCondition, PolicyRule } from '@corridor/contract/policy'
import { appliesTo } from './facts.ts'
import { constantOf, exclude, liesBelow, type Literal, literalOf } from './literals.ts'

export type Finding = {
  /** Id of the rule; empty where it is about the policy as a whole. */
  rule: string
  /**
   * `never`: no case matches it. `shadowed`: an earlier rule matches whenever it does.
   * `contradicted`: a rule that refuses takes all its cases away. Of a team (`explainForTeam`):
   * `unreachable`: too few people could agree. `locked`: the policy could not be changed again.
   */
  kind: 'never' | 'shadowed' | 'contradicted' | 'unreachable' | 'locked'
  /** The rule that stands in its way. */
  by?: string
  /** It still matches where a fact that it asks about is not known. */
  unlessUnknown?: true
  sentence: string
}

/** A condition as an `any` of `all`s. */
type Alternatives = Literal[][]

type Examined = {
  rule: PolicyRule
  /** Undefined if there are too many to compare. */
  alternatives: Alternatives | undefined
  /** Those that can hold with all facts known. */
  possible: Alternatives
}

/** Literals of one rule beyond which it is left alone: alternatives multiply. */
const literalsMax = 64

/** Comparisons of literals for one policy: a long one is judged as far as they reach. */
const comparisonsMax = 100_000
type Budget = { left: number }

/** One finding at most for each rule, in their order. */
export function explain(policy: Policy): Finding[] {
  const rules = policy.rules.map((rule): Examined => {
    const alternatives = alternativesOf(rule.when, false)
    return { rule, alternatives, possible: alternatives?.filter(isPossible) ?? [] }
  })
  const budget = { left: comparisonsMax }
  return rules.flatMap((examined, at) => findingOf(examined, rules, at, budget) ?? [])
}

function findingOf(
  examined: Examined,
  rules: Examined[],
  at: number,
  budget: Budget,
): Finding | undefined {
  const { rule, alternatives, possible } = examined
  if (!alternatives) return undefined
  const about = `Rule “${rule.name}”`
  if (alternatives.length === 0 || (rule.then === 'allow' && possible.length === 0)) {
    const sentence = `${about} can never match: its conditions exclude each other.`
    return { rule: rule.id, kind: 'never', sentence }
  }
  if (possible.length === 0) {
    const sentence = `${about} matches only where a fact is not known: its conditions exclude each other.`
    return { rule: rule.id, kind: 'never', unlessUnknown: true, sentence }
  }
  const isDenial = rule.then === 'deny'
  const denial = isDenial
    ? undefined
    : rules.find((other) => other.rule.then === 'deny' && takesAll(other, examined, budget))
  if (denial) {
    const by = denial.rule
    const sentence = `${about} never decides: rule “${by.name}” refuses all its cases.`
    return { rule: rule.id, kind: 'contradicted', by: by.id, sentence }
  }
  const earlier = rules
    .slice(0, at)
    .find((other) => (other.rule.then === 'deny') === isDenial && takesAll(other, examined, budget))
  if (!earlier) return undefined
  const by = earlier.rule
  const sentence = `${about} never decides: rule “${by.name}” comes first and matches whenever it does.`
  return { rule: rule.id, kind: 'shadowed', by: by.id, sentence }
}

/** Whether `other` certainly matches each case that the rule matches. */
function takesAll(
  other: Examined,
  { rule, alternatives = [], possible }: Examined,
  budget: Budget,
): boolean {
  if (!other.alternatives || !rule.on.every((term) => appliesTo(other.rule.on, term))) return false
  // A rule that allows needs certainty; the others match what is unknown too.
  if (rule.then !== 'allow' && other.rule.then === 'allow') {
    return other.alternatives.some((wide) => wide.length === 0)
  }
  const cases = rule.then === 'allow' ? possible : alternatives
  budget.left -= 1 + cases.flat().length * other.alternatives.flat().length
  if (budget.left < 0) return false
  return cases.every((narrow) =>
    other.alternatives?.some((wide) =>
      wide.every((asked) => narrow.some((given) => liesBelow(given, asked))),
    ),
  )
}

const isPossible = (literals: Literal[]): boolean =>
  !literals.some((literal, at) => literals.slice(at).some((other) => exclude(literal, other)))

/** Kleene's logic is distributive and knows De Morgan's laws, so this keeps the value in each case. */
function alternativesOf(condition: PolicyCondition, isNegated: boolean): Alternatives | undefined {
  if ('not' in condition) return alternativesOf(condition.not, !isNegated)
  if ('fact' in condition) {
    const literal = literalOf(condition, isNegated)
    const constant = constantOf(literal)
    if (constant !== undefined) return constant ? [[]] : []
    return [[literal]]
  }
  const isAll = 'all' in condition
  const parts = isAll ? condition.all : condition.any
  let result: Alternatives = isAll === isNegated ? [] : [[]]
  for (const part of parts) {
    const more = alternativesOf(part, isNegated)
    if (!more) return undefined
    result =
      isAll === isNegated
        ? [...result, ...more]
        : result.flatMap((left) => more.map((right) => [...left, ...right]))
    if (result.flat().length > literalsMax) return undefined
  }
  return result
}
