import type { PolicyFact } from '@corridor/contract/policy'
import { parseDecimal } from './decimal.ts'
import { byFact, type ByFact, type FactOf, windowKey } from './facts.ts'
import { minuteOf, type Reading, type Total } from './reading.ts'
import { type Truth, truthOf } from './truth.ts'

export type Ask = (reading: Reading) => Truth

/** How a fact is asked for, with all that can be prepared done once. */
export const askOf = (fact: PolicyFact): Ask => byFact(asks, fact)

const asks: ByFact<[], Ask> = {
  amount: ({ unit, over }) => {
    const limit = limitOf(over)
    return ({ amount }) => isMore(amount(unit), limit)
  },
  sum: (fact) => {
    const [limit, key] = [limitOf(fact.over), windowKey(fact)]
    return ({ total }) => isMore(total(fact, key), limit)
  },
  count: (fact) => {
    const [limit, key] = [BigInt(fact.over), windowKey(fact)]
    return ({ total }) => isMore(total(fact, key), limit)
  },
  asset: askTerm,
  direction: askTerm,
  payee: askTerm,
  corridor: askCorridor,
  destination: askDestination,
  initiator: askInitiator,
  time: askTime,
  day: askDay,
}

/** A limit that is no decimal would be none at all; the form of a policy refuses it before. */
function limitOf(over: string): bigint {
  const limit = parseDecimal(over)
  if (limit === undefined) throw new Error(`Limit of a policy is no decimal: ${over}`)
  return limit
}

/** What is known may already be too much, whatever is missing. */
const isMore = ({ low, isWhole }: Total, limit: bigint): Truth =>
  low > limit ? 'yes' : isWhole ? 'no' : 'unknown'

function askTerm(fact: FactOf<'asset'> | FactOf<'direction'> | FactOf<'payee'>): Ask {
  const terms = new Set<string>(fact.in)
  return ({ facts }) => {
    const term = facts[fact.fact]
    return term === undefined ? 'unknown' : truthOf(terms.has(term))
  }
}

function askCorridor(fact: FactOf<'corridor'>): Ask {
  const terms = new Set(fact.in)
  return ({ facts: { corridor } }) => {
    const [from, to] = corridor?.split('>') ?? []
    if (!from || !to) return 'unknown'
    return truthOf(
      [`${from}>${to}`, `${from}>*`, `*>${to}`, '*>*'].some((pattern) => terms.has(pattern)),
    )
  }
}

function askDestination(fact: FactOf<'destination'>): Ask {
  const terms = new Set(fact.in.map((term) => term.toLowerCase()))
  return ({ destinations }) => {
    const lowered = destinations()
    return lowered ? truthOf(lowered.some((term) => terms.has(term))) : 'unknown'
  }
}

/** Somebody always initiates, so nobody named means that it is not known who. */
function askInitiator(fact: FactOf<'initiator'>): Ask {
  const terms = new Set(fact.in)
  return ({ facts: { initiator } }) =>
    initiator.length === 0 ? 'unknown' : truthOf(initiator.some((term) => terms.has(term)))
}

function askTime(fact: FactOf<'time'>): Ask {
  const [from, to] = [minuteOf(fact.from), minuteOf(fact.to)]
  // A span that ends where it begins holds no time in any zone.
  if (from === to) return () => 'no'
  return ({ local }) => {
    const time = local(fact.zone)
    if (!time) return 'unknown'
    const isAfter = from <= time.minute
    const isBefore = time.minute < to
    return truthOf(from < to ? isAfter && isBefore : isAfter || isBefore)
  }
}

function askDay(fact: FactOf<'day'>): Ask {
  const days = new Set(fact.in)
  return ({ local }) => {
    const time = local(fact.zone)
    return time ? truthOf(days.has(time.day)) : 'unknown'
  }
}
