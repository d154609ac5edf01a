import type { PolicyCondition, PolicyFact } from '@corridor/contract/policy'

/** One line of the form: a fact, or its opposite. */
export type Term = { fact: PolicyFact; isNegated: boolean }

/** The lines of a condition that the form can show; undefined where it nests deeper. */
export function termsOf(condition: PolicyCondition): Term[] | undefined {
  const parts = 'all' in condition ? condition.all : [condition]
  const terms = parts.map(termOf)
  return terms.every((term) => term !== undefined) ? terms : undefined
}

function termOf(condition: PolicyCondition): Term | undefined {
  if ('fact' in condition) return { fact: condition, isNegated: false }
  if ('not' in condition && 'fact' in condition.not) return { fact: condition.not, isNegated: true }
  return undefined
}

export function conditionOf(terms: readonly Term[]): PolicyCondition {
  const parts = terms.map(({ fact, isNegated }) => (isNegated ? { not: fact } : fact))
  const [only] = parts
  return only && parts.length === 1 ? only : { all: parts }
}

const daySeconds = 86_400

/** What a new line of each kind begins with. */
export const freshFacts: { [Kind in PolicyFact['fact']]: Extract<PolicyFact, { fact: Kind }> } = {
  amount: { fact: 'amount', unit: 'USD', over: '1000' },
  sum: { fact: 'sum', unit: 'USD', by: 'payee', windowSeconds: daySeconds, over: '5000' },
  count: { fact: 'count', by: 'initiator', windowSeconds: daySeconds, over: 10 },
  payee: { fact: 'payee', in: ['new', 'listed'] },
  destination: { fact: 'destination', in: [] },
  corridor: { fact: 'corridor', in: ['US>*'] },
  asset: { fact: 'asset', in: ['USDC'] },
  direction: { fact: 'direction', in: ['OFF_RAMP'] },
  initiator: { fact: 'initiator', in: ['role:operations'] },
  time: { fact: 'time', from: '18:00', to: '08:00', zone: 'UTC' },
  day: { fact: 'day', in: ['sat', 'sun'], zone: 'UTC' },
}

/** Text of a list as it is typed: one entry in each line, or between commas. */
export const termsIn = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((term) => term.trim())
    .filter((term) => term !== '')
