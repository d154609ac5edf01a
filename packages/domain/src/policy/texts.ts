// Words of a policy, the same in its sentences and in the reasons of a decision.
import type { PolicyApproval } from '@corridor/contract/policy'
import { describeDecimal, parseDecimal } from './decimal.ts'
import type { FactOf, PolicyScope } from './facts.ts'

/** A reader's word for an id or an operation, such as a member's name; undefined leaves it as it is. */
export type Names = (term: string) => string | undefined

const listMax = 5

/** `a, b or c`; of a long list the first ones and how many more there are. */
export function joinList(terms: readonly string[], last: 'and' | 'or'): string {
  if (terms.length > listMax) {
    const shown = terms.slice(0, listMax - 1)
    return `${shown.join(', ')} ${last} ${terms.length - shown.length} others`
  }
  if (terms.length < 2) return terms.join('')
  return `${terms.slice(0, -1).join(', ')} ${last} ${terms.at(-1)}`
}

/** Decimal text with its unit: `2,500 USDC`. */
export function describeAmount(amount: string | bigint, unit: string): string {
  const units = typeof amount === 'bigint' ? amount : (parseDecimal(amount) ?? 0n)
  return `${describeDecimal(units)} ${unit}`
}

const durations = [
  { seconds: 86_400, name: 'day' },
  { seconds: 3_600, name: 'hour' },
  { seconds: 60, name: 'minute' },
  { seconds: 1, name: 'second' },
]

/** In the largest unit that leaves nothing over: `7 days`, `24 hours`, `90 seconds`. */
export function describeDuration(seconds: number): string {
  const whole = durations.find((unit) => {
    const isOneDay = unit.name === 'day' && seconds === unit.seconds
    return seconds % unit.seconds === 0 && !isOneDay
  })
  const { seconds: length, name } = whole ?? { seconds: 1, name: 'second' }
  const count = seconds / length
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

const scopes: Record<PolicyScope, string> = {
  partner: 'by this partner',
  initiator: 'by this initiator',
  wallet: 'by this wallet',
  account: 'by this account',
  payee: 'to this payee',
}

/** `within 24 hours by this wallet`. */
export function describeWindow({ by, windowSeconds }: Pick<FactOf<'sum'>, 'by' | 'windowSeconds'>) {
  return `within ${describeDuration(windowSeconds)} ${scopes[by]}`
}

const days: Record<FactOf<'day'>['in'][number], string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

export const describeDays = (terms: FactOf<'day'>['in']): string =>
  joinList(
    terms.map((day) => days[day]),
    'or',
  )

/** `between 22:00 and 06:00`: from the first on, before the second. */
export const describeSpan = ({ from, to }: FactOf<'time'>): string => `between ${from} and ${to}`

/** `US to any country`. */
export function describeCorridor(corridor: string): string {
  const [from, to] = corridor.split('>').map((end) => (end === '*' ? 'any country' : end))
  return `${from} to ${to}`
}

const standings: Record<FactOf<'payee'>['in'][number], string> = {
  known: 'known',
  new: 'new',
  listed: 'on the list',
}

export const describeStandings = (terms: FactOf<'payee'>['in']): string =>
  joinList(
    terms.map((standing) => standings[standing]),
    'or',
  )

/** `role:treasury` as `role treasury`, `method:passkey` as `passkey`; a destination as it is. */
export const describePeople = (terms: readonly string[], last: 'and' | 'or', names?: Names) =>
  joinList(
    terms.map((term) => describePerson(term, names)),
    last,
  )

/** Who has to agree: `one more signature (passkey)`, `2 approvals (role treasury)`. */
export function describeNeeds(
  on: readonly string[],
  approvals: readonly PolicyApproval[],
  names?: Names,
): string {
  const what = on.every((operation) => operation === 'sign') ? 'more signature' : 'approval'
  const needs = approvals.map(({ from, count }) => {
    const whose = describePeople(from, 'or', names)
    const many = count === 1 ? `one ${what}` : `${count} ${what}s`
    return `${many} (${whose})`
  })
  return joinList(needs, 'and')
}

function describePerson(term: string, names?: Names): string {
  const name = names?.(term)
  if (name !== undefined) return name
  const [, kind, id] = /^(member|role|key|method):(.+)$/.exec(term) ?? []
  if (kind === undefined || id === undefined) return term
  return kind === 'method' ? id : `${kind} ${names?.(id) ?? id}`
}
