import type { Policy, PolicyApproval } from '@corridor/contract/policy'
import { reasonsOf, matchedByNone, skippedSentence, verdictSentence } from './because.ts'
import { compile, type CompiledRule, truthIn } from './compile.ts'
import type { Facts } from './facts.ts'
import { readingOf } from './reading.ts'

/** Rules that are named because what they would have to know is missing. */
const skippedMax = 3

export type Decision = {
  outcome: 'allow' | 'deny' | 'approvals'
  /** Id of the rule that decided; null if none matched. */
  rule: string | null
  /** Why, in sentences with the numbers that count; the last one says what follows. */
  because: string[]
  /** Who has to agree; empty unless the outcome is `approvals`. */
  needs: PolicyApproval[]
  expiresInMs?: number
  /** Of the policy that decided. */
  version: number
  /** `unknown`: the rule counts because a fact that it asks about is not known. */
  matched?: 'yes' | 'unknown'
}

/**
 * Any matching `deny` wins wherever it stands; otherwise the first match; otherwise `otherwise`.
 * What depends on an unknown fact matches to refuse and to ask for approvals, never to allow.
 */
export function decide(policy: Policy, facts: Facts): Decision {
  const { zones, rulesFor } = compile(policy)
  const reading = readingOf(facts, zones)
  const skipped: CompiledRule[] = []

  for (const candidate of rulesFor(facts.operation)) {
    const truth = truthIn(candidate.when, reading)
    if (truth === 'no') continue
    if (truth === 'unknown' && candidate.rule.then === 'allow') skipped.push(candidate)
    else return decidedBy(candidate, truth)
  }
  return decidedByNone()

  function decidedBy({ rule, when }: CompiledRule, matched: 'yes' | 'unknown'): Decision {
    const { version } = policy
    const because = [...reasonsOf(when, reading, rule.name), verdictSentence(rule)]
    const base = { rule: rule.id, because, version, matched }
    if (typeof rule.then === 'string') return { ...base, outcome: rule.then, needs: [] }
    const { approvals, expiresInMs } = rule.then
    return { ...base, outcome: 'approvals', needs: approvals, expiresInMs }
  }

  function decidedByNone(): Decision {
    const { otherwise, version } = policy
    const because = [
      ...skipped
        .slice(0, skippedMax)
        .flatMap(({ rule, when }) => [
          ...reasonsOf(when, reading, rule.name),
          skippedSentence(rule),
        ]),
      matchedByNone[otherwise],
    ]
    return { outcome: otherwise, rule: null, because: [...new Set(because)], needs: [], version }
  }
}
