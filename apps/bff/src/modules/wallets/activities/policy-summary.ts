import type { PolicyCondition, PolicyRules } from '@corridor/contract'
import { sentenceOf } from '@corridor/domain'

/** What a person reads before signing. */
export type Summary = { title: string; lines: string[]; risks: string[] }

/** So many receivers stand in a sentence; longer lists are written out, as they are what is signed. */
const inSentence = 5

/** What whoever signs a policy reads: each rule, and what is taken away from the present one. */
export function policySummary(walletName: string, present: PolicyRules, policy: PolicyRules) {
  const otherwise =
    policy.otherwise === 'allow'
      ? 'Whatever no rule speaks of may be signed.'
      : 'Whatever no rule speaks of is refused.'
  const kept = new Map(policy.rules.map((rule) => [rule.id, JSON.stringify(rule)]))
  const changes = present.rules.flatMap((rule) => {
    const now = kept.get(rule.id)
    if (now === undefined) return [`The rule “${rule.name}” is taken out.`]
    return now === JSON.stringify(rule) ? [] : [`The rule “${rule.name}” is changed.`]
  })
  const isFree = policy.rules.length === 0 && policy.otherwise === 'allow'
  return {
    title: `Set the policy of “${walletName}”`,
    lines: [
      ...policy.rules.flatMap((rule) => [sentenceOf(rule), ...receiversOf(rule.when)]),
      otherwise,
    ],
    risks: [
      ...changes,
      ...(present.otherwise === 'deny' && policy.otherwise === 'allow'
        ? ['What no rule speaks of was refused until now.']
        : []),
      ...(isFree ? ['Nothing limits what may be signed.'] : []),
    ],
  }
}

function receiversOf(condition: PolicyCondition): string[] {
  if ('all' in condition) return condition.all.flatMap(receiversOf)
  if ('any' in condition) return condition.any.flatMap(receiversOf)
  if ('not' in condition) return receiversOf(condition.not)
  if (condition.fact !== 'destination' || condition.in.length <= inSentence) return []
  return [`Receivers: ${condition.in.join(', ')}.`]
}
