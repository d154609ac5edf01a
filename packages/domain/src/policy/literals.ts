// Single facts and how they bear on each other, for the analysis of a policy. `a` lies below `b` if
// in every case, known or not, `a` is at most as true as `b` (no < unknown < yes).
import type { PolicyFact } from '@corridor/contract/policy'
import { parseDecimal } from './decimal.ts'
import { byFact, type ByFact, type FactOf } from './facts.ts'
import { minuteOf } from './reading.ts'

export type Literal = { fact: PolicyFact; isNegated: boolean }

const standings: FactOf<'payee'>['in'] = ['known', 'new', 'listed']
const weekdays: FactOf<'day'>['in'] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The opposite of what can be only one of a few is the rest of them. */
export function literalOf(fact: PolicyFact, isNegated: boolean): Literal {
  if (isNegated && fact.fact === 'payee') {
    return { fact: { ...fact, in: without(standings, fact.in) }, isNegated: false }
  }
  if (isNegated && fact.fact === 'day') {
    return { fact: { ...fact, in: without(weekdays, fact.in) }, isNegated: false }
  }
  if (isNegated && fact.fact === 'time' && fact.from !== fact.to) {
    return { fact: { ...fact, from: fact.to, to: fact.from }, isNegated: false }
  }
  return { fact, isNegated }
}

/** What a literal is in every case, known or not; undefined if it depends. */
export function constantOf({ fact, isNegated }: Literal): boolean | undefined {
  if (fact.fact === 'time' && fact.from === fact.to) return isNegated
  // An operation counts itself.
  if (fact.fact === 'count' && fact.over === 0) return !isNegated
  return undefined
}

export function liesBelow(a: Literal, b: Literal): boolean {
  if (a.isNegated) return b.isNegated && isFactBelow(b.fact, a.fact)
  return b.isNegated ? areExclusive(a.fact, b.fact) : isFactBelow(a.fact, b.fact)
}

/** Both cannot hold at once; a literal excludes itself if nothing is left that it allows. */
export const exclude = (a: Literal, b: Literal) => liesBelow(a, { ...b, isNegated: !b.isNegated })

const isFactBelow = (a: PolicyFact, b: PolicyFact): boolean => byFact(below, a, b)

const below: ByFact<[PolicyFact], boolean> = {
  // The amount at hand is part of each sum.
  amount: (a, b) =>
    (b.fact === 'amount' || b.fact === 'sum') && a.unit === b.unit && limitOf(a) >= limitOf(b),
  sum: (a, b) =>
    a.fact === b.fact && a.unit === b.unit && sameWindow(a, b) && limitOf(a) >= limitOf(b),
  count: (a, b) => a.fact === b.fact && sameWindow(a, b) && a.over >= b.over,
  asset: (a, b) => a.fact === b.fact && isWithin(a.in, b.in),
  direction: (a, b) => a.fact === b.fact && isWithin(a.in, b.in),
  payee: (a, b) => a.fact === b.fact && isWithin(a.in, b.in),
  initiator: (a, b) => a.fact === b.fact && isWithin(a.in, b.in),
  destination: (a, b) => a.fact === b.fact && isWithin(a.in.map(lower), b.in.map(lower)),
  corridor: (a, b) =>
    a.fact === b.fact && a.in.every((inner) => b.in.some((outer) => isCovered(inner, outer))),
  day: (a, b) => a.fact === b.fact && a.zone === b.zone && isWithin(a.in, b.in),
  time: (a, b) =>
    a.fact === b.fact &&
    a.zone === b.zone &&
    spansOf(a).every((inner) => spansOf(b).some((outer) => isInside(inner, outer))),
}

const areExclusive = (a: PolicyFact, b: PolicyFact): boolean => byFact(apart, a, b)

const never = () => false

const apart: ByFact<[PolicyFact], boolean> = {
  amount: never,
  sum: never,
  count: never,
  // An operation may have several destinations and initiators.
  destination: never,
  initiator: never,
  asset: (a, b) => a.fact === b.fact && isApart(a.in, b.in),
  direction: (a, b) => a.fact === b.fact && isApart(a.in, b.in),
  payee: (a, b) => a.fact === b.fact && isApart(a.in, b.in),
  corridor: (a, b) =>
    a.fact === b.fact && a.in.every((left) => b.in.every((right) => !canBeBoth(left, right))),
  day: (a, b) => a.fact === b.fact && a.zone === b.zone && isApart(a.in, b.in),
  time: (a, b) =>
    a.fact === b.fact &&
    a.zone === b.zone &&
    !spansOf(a).some((span) =>
      spansOf(b).some((other) => span[0] < other[1] && other[0] < span[1]),
    ),
}

const without = <Term>(all: readonly Term[], some: readonly Term[]): Term[] =>
  all.filter((term) => !some.includes(term))

function isWithin<Term>(inner: readonly Term[], outer: readonly Term[]): boolean {
  const terms = new Set(outer)
  return inner.every((term) => terms.has(term))
}

function isApart<Term>(some: readonly Term[], others: readonly Term[]): boolean {
  const terms = new Set(others)
  return !some.some((term) => terms.has(term))
}

const lower = (term: string): string => term.toLowerCase()

const limitOf = ({ over }: { over: string }): bigint => parseDecimal(over) ?? 0n

type Windowed = FactOf<'sum'> | FactOf<'count'>
const sameWindow = (a: Windowed, b: Windowed): boolean =>
  a.by === b.by && a.windowSeconds === b.windowSeconds

/** Ends of a corridor; a word without `>` matches nothing and covers nothing. */
const endsOf = (corridor: string): [string, string] | undefined => {
  const [from, to, ...rest] = corridor.split('>')
  return from && to && rest.length === 0 ? [from, to] : undefined
}

function isCovered(inner: string, outer: string): boolean {
  const [some, all] = [endsOf(inner), endsOf(outer)]
  return !!some && !!all && all.every((end, at) => end === '*' || end === some[at])
}

function canBeBoth(first: string, other: string): boolean {
  const [left, right] = [endsOf(first), endsOf(other)]
  if (!left || !right) return true
  return left.every((end, at) => end === '*' || right[at] === '*' || end === right[at])
}

type Span = readonly [from: number, to: number]

/** Minutes of a day as spans that do not pass midnight. */
function spansOf({ from, to }: FactOf<'time'>): Span[] {
  const [first, end] = [minuteOf(from), minuteOf(to)]
  if (first <= end) return first === end ? [] : [[first, end]]
  return end === 0
    ? [[first, 1440]]
    : [
        [first, 1440],
        [0, end],
      ]
}

const isInside = ([from, to]: Span, [first, end]: Span): boolean => first <= from && to <= end
