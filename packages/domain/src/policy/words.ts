// Words of a policy, the same in its sentences and in the reasons of a decision.
import type { PolicyApproval } from '@corridor/contract/policy'
import { decimalInWords, parseDecimal } from './decimal.ts'
import type { FactOf, PolicyScope } from './facts.ts'

/** A reader's word for an id or an operation, such as a member's name; undefined leaves it as it is. */
export type Names = (word: string) => string | undefined

const listMax = 5

/** `a, b or c`; of a long list the first ones and how many more there are. */
export function listInWords(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length > listMax) {
    const shown = words.slice(0, listMax - 1)
    return `${shown.join(', ')} ${last} ${words.length - shown.length} others`
  }
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/** Decimal text with its unit: `2,500 USDC`. */
export function amountInWords(amount: string | bigint, unit: string): string {
  const units = typeof amount === 'bigint' ? amount : (parseDecimal(amount) ?? 0n)
  return `${decimalInWords(units)} ${unit}`
}

const durations = [
  { seconds: 86_400, word: 'day' },
  { seconds: 3_600, word: 'hour' },
  { seconds: 60, word: 'minute' },
  { seconds: 1, word: 'second' },
]

/** In the largest unit that leaves nothing over: `7 days`, `24 hours`, `90 seconds`. */
export function durationInWords(seconds: number): string {
  const whole = durations.find((unit) => {
    const isOneDay = unit.word === 'day' && seconds === unit.seconds
    return seconds % unit.seconds === 0 && !isOneDay
  })
  const { seconds: length, word } = whole ?? { seconds: 1, word: 'second' }
  const count = seconds / length
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

const scopes: Record<PolicyScope, string> = {
  partner: 'by this partner',
  initiator: 'by this initiator',
  wallet: 'by this wallet',
  account: 'by this account',
  payee: 'to this payee',
}

/** `within 24 hours by this wallet`. */
export function windowInWords({ by, windowSeconds }: Pick<FactOf<'sum'>, 'by' | 'windowSeconds'>) {
  return `within ${durationInWords(windowSeconds)} ${scopes[by]}`
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

export const daysInWords = (words: FactOf<'day'>['in']): string =>
  listInWords(
    words.map((day) => days[day]),
    'or',
  )

/** `between 22:00 and 06:00`: from the first on, before the second. */
export const spanInWords = ({ from, to }: FactOf<'time'>): string => `between ${from} and ${to}`

/** `US to any country`. */
export function corridorInWords(corridor: string): string {
  const [from, to] = corridor.split('>').map((end) => (end === '*' ? 'any country' : end))
  return `${from} to ${to}`
}

const standings: Record<FactOf<'payee'>['in'][number], string> = {
  known: 'known',
  new: 'new',
  listed: 'on the list',
}

export const standingsInWords = (words: FactOf<'payee'>['in']): string =>
  listInWords(
    words.map((standing) => standings[standing]),
    'or',
  )

/** `role:treasury` as `role treasury`, `method:passkey` as `passkey`; a destination as it is. */
export const peopleInWords = (words: readonly string[], last: 'and' | 'or', names?: Names) =>
  listInWords(
    words.map((word) => personInWords(word, names)),
    last,
  )

/** Who has to agree: `one more signature (passkey)`, `2 approvals (role treasury)`. */
export function needsInWords(
  on: readonly string[],
  approvals: readonly PolicyApproval[],
  names?: Names,
): string {
  const what = on.every((operation) => operation === 'sign') ? 'more signature' : 'approval'
  const needs = approvals.map(({ from, count }) => {
    const whose = peopleInWords(from, 'or', names)
    return `${count === 1 ? `one ${what}` : `${count} ${what}s`} (${whose})`
  })
  return listInWords(needs, 'and')
}

function personInWords(word: string, names?: Names): string {
  const name = names?.(word)
  if (name !== undefined) return name
  const [, kind, id] = /^(member|role|key|method):(.+)$/.exec(word) ?? []
  if (kind === undefined || id === undefined) return word
  return kind === 'method' ? id : `${kind} ${names?.(id) ?? id}`
}
