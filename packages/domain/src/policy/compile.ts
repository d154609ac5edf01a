import type { Policy, PolicyCondition, PolicyFact, PolicyRule } from '@corridor/contract/policy'
import { appliesTo } from './facts.ts'
import { type Ask, askOf } from './questions.ts'
import { type Reading, zoneFormat, type Zones } from './reading.ts'
import { joined, not, type Truth } from './truth.ts'

export type CompiledCondition =
  | { kind: 'all' | 'any'; parts: CompiledCondition[] }
  | { kind: 'not'; part: CompiledCondition }
  | { kind: 'fact'; fact: PolicyFact; ask: Ask }

export type CompiledRule = { rule: PolicyRule; when: CompiledCondition }

export type CompiledPolicy = {
  policy: Policy
  zones: Zones
  /** Rules that apply to the operation, in the order to ask: first those that refuse. */
  rulesFor: (operation: string) => readonly CompiledRule[]
}

const compiled = new WeakMap<Policy, CompiledPolicy>()

/** Prepares a policy once; the result is kept as long as the object, which must not be changed. */
export function compile(policy: Policy): CompiledPolicy {
  const known = compiled.get(policy)
  if (known) return known
  const fresh = prepare(policy)
  compiled.set(policy, fresh)
  return fresh
}

function prepare(policy: Policy): CompiledPolicy {
  const zones = new Map<string, Intl.DateTimeFormat | undefined>()
  const rules = policy.rules.map((rule) => ({ rule, when: compileCondition(rule.when, zones) }))
  const rulesOf = (operation: string): CompiledRule[] => {
    const applying = rules.filter(({ rule }) => appliesTo(rule.on, operation))
    const isDenial = ({ rule }: CompiledRule): boolean => rule.then === 'deny'
    return [...applying.filter(isDenial), ...applying.filter((rule) => !isDenial(rule))]
  }
  const named = new Set(policy.rules.flatMap(({ on }) => on))
  const byOperation = new Map([...named].map((operation) => [operation, rulesOf(operation)]))
  const unnamed = rulesOf('*')
  return { policy, zones, rulesFor: (operation) => byOperation.get(operation) ?? unnamed }
}

function compileCondition(
  condition: PolicyCondition,
  zones: Map<string, Intl.DateTimeFormat | undefined>,
): CompiledCondition {
  const compilePart = (part: PolicyCondition) => compileCondition(part, zones)
  if ('all' in condition) return { kind: 'all', parts: condition.all.map(compilePart) }
  if ('any' in condition) return { kind: 'any', parts: condition.any.map(compilePart) }
  if ('not' in condition) return { kind: 'not', part: compilePart(condition.not) }
  if ('zone' in condition && !zones.has(condition.zone)) {
    zones.set(condition.zone, zoneFormat(condition.zone))
  }
  return { kind: 'fact', fact: condition, ask: askOf(condition) }
}

export function truthIn(condition: CompiledCondition, reading: Reading): Truth {
  if (condition.kind === 'fact') return condition.ask(reading)
  if (condition.kind === 'not') return not(truthIn(condition.part, reading))
  return joined(condition.kind, condition.parts, (part) => truthIn(part, reading))
}
