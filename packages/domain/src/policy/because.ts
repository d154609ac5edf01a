// Why a rule decided, in sentences with the numbers of the operation at hand.
import type { PolicyRule } from '@corridor/contract/policy'
import { type CompiledCondition, truthIn } from './compile.ts'
import { byFact, type ByFact, type FactOf, windowKey } from './facts.ts'
import type { Reading } from './reading.ts'
import type { Truth } from './truth.ts'
import {
  describeAmount,
  describeCorridor,
  describeDays,
  joinList,
  describeNeeds,
  describePeople,
  describeSpan,
  describeStandings,
  describeWindow,
} from './texts.ts'

/** Says of each fact that made the condition what it is how it stands. */
export function reasonsOf(
  condition: CompiledCondition,
  reading: Reading,
  ruleName: string,
): string[] {
  if (condition.kind === 'not') return reasonsOf(condition.part, reading, ruleName)
  if (condition.kind === 'fact') {
    const { fact, ask } = condition
    return [byFact(reasons, fact, { truth: ask(reading), reading, ruleName })]
  }
  return decisiveParts(condition, reading).flatMap((part) => reasonsOf(part, reading, ruleName))
}

/** One `yes` decides an `any` and one `no` an `all`; otherwise each part has its share. */
function decisiveParts(
  { kind, parts }: Extract<CompiledCondition, { kind: 'all' | 'any' }>,
  reading: Reading,
): CompiledCondition[] {
  const truths = parts.map((part) => truthIn(part, reading))
  const decisive = truths.indexOf(kind === 'all' ? 'no' : 'yes')
  if (decisive >= 0) return parts.slice(decisive, decisive + 1)
  const isOpen = truths.includes('unknown')
  return parts.filter((_, at) => kind === 'all' || !isOpen || truths[at] === 'unknown')
}

export function verdictSentence({ name, on, then }: PolicyRule): string {
  if (then === 'deny') return `Rule “${name}” refuses it.`
  if (then === 'allow') return `Rule “${name}” allows it.`
  return `Rule “${name}” asks for ${describeNeeds(on, then.approvals)}.`
}

export const skippedSentence = ({ name }: PolicyRule): string =>
  `Rule “${name}” cannot allow it without knowing this.`

export const matchedByNone = {
  deny: 'No rule allows it, and everything else is refused.',
  allow: 'No rule is against it, and everything else is allowed.',
}

type Given = { truth: Truth; reading: Reading; ruleName: string }

const reasons: ByFact<[Given], string> = {
  amount: ({ unit, over }, given) => {
    if (given.truth === 'unknown') return `How much ${unit} it moves is not known.`
    const amount = describeAmount(given.reading.amount(unit).low, unit)
    return `${amount} is ${limitReached(describeAmount(over, unit), given)}`
  },
  sum: (fact, given) => {
    const window = describeWindow(fact)
    if (given.truth === 'unknown') return `How much ${fact.unit} moved ${window} is not known.`
    const { low, isWhole } = given.reading.total(fact, windowKey(fact))
    const sum = `${isWhole ? '' : 'at least '}${describeAmount(low, fact.unit)}`
    const limit = limitReached(describeAmount(fact.over, fact.unit), given)
    return `With this, the sum ${window} is ${sum}, ${limit}`
  },
  count: (fact, given) => {
    const window = describeWindow(fact)
    if (given.truth === 'unknown') return `How many operations there were ${window} is not known.`
    const { low, isWhole } = given.reading.total(fact, windowKey(fact))
    const count = `${isWhole ? '' : 'at least '}${low}`
    const limit = limitReached(String(fact.over), given)
    return `With this, the number of operations ${window} is ${count}, ${limit}`
  },
  asset: (fact, { truth, reading: { facts } }) =>
    standing('The asset', facts.asset, truth, joinList(fact.in, 'or')),
  direction: (fact, { truth, reading: { facts } }) =>
    standing('The direction', facts.direction, truth, joinList(fact.in, 'or')),
  corridor: (fact, { truth, reading: { facts } }) => {
    const asked = joinList(fact.in.map(describeCorridor), 'or')
    return standing('The corridor', describeCorridor(facts.corridor ?? ''), truth, asked)
  },
  payee: (fact, { truth, reading: { facts } }) => {
    const present = describeStandings(facts.payee ? [facts.payee] : [])
    return standing('The payee', present, truth, describeStandings(fact.in))
  },
  destination: destinationReason,
  initiator: (fact, { truth, reading: { facts } }) => {
    const present = describePeople(facts.initiator, 'and')
    return standing('The initiator', present, truth, describePeople(fact.in, 'or'))
  },
  time: timeReason,
  day: timeReason,
}

const limitReached = (limit: string, { truth, ruleName }: Given): string =>
  `${truth === 'yes' ? 'more' : 'no more'} than ${limit}, the limit of rule “${ruleName}”.`

function standing(what: string, is: string | undefined, truth: Truth, asked: string): string {
  if (truth === 'unknown') return `${what} is not known.`
  return truth === 'yes' ? `${what} is ${is}.` : `${what} is ${is}, not ${asked}.`
}

function destinationReason(fact: FactOf<'destination'>, { reading: { facts } }: Given): string {
  const { destinations } = facts
  if (!destinations) return 'Where it goes is not known.'
  if (destinations.length === 0) return 'It goes nowhere.'
  const asked = new Set(fact.in.map((term) => term.toLowerCase()))
  const meant = destinations.find((term) => asked.has(term.toLowerCase()))
  return meant === undefined
    ? `It goes to ${destinations[0]}, not to ${joinList(fact.in, 'or')}.`
    : `It goes to ${meant}.`
}

function timeReason(fact: FactOf<'time'> | FactOf<'day'>, { truth, reading }: Given): string {
  const time = reading.local(fact.zone)
  if (!time) return `The time in ${fact.zone} is not known.`
  const clock = [Math.floor(time.minute / 60), time.minute % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  const present = `It is ${describeDays([time.day])} ${clock} in ${fact.zone}`
  const asked = fact.fact === 'time' ? describeSpan(fact) : describeDays(fact.in)
  return truth === 'yes' ? `${present}.` : `${present}, not ${asked}.`
}
