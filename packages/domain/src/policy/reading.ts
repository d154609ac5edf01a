import { parseDecimal } from './decimal.ts'
import type { FactOf, Facts, Past, PolicyWindow } from './facts.ts'

/** What is known of a sum: at least `low`, and exactly `low` if every part of it is known. */
export type Total = { low: bigint; isWhole: boolean }

/** `minute` of the day from 0, `day` as in the form of a policy. */
export type LocalTime = { minute: number; day: FactOf<'day'>['in'][number] }

/** One operation's facts, each read at most once while rules ask for it. */
export type Reading = {
  facts: Facts
  amount: (unit: string) => Total
  /** Earlier operations of the window and this one; `key` is the window's `windowKey`. */
  total: (window: PolicyWindow, key: string) => Total
  /** In lower case, as addresses are compared; undefined if not known. */
  destinations: () => readonly string[] | undefined
  /** The time where the zone is; undefined if the zone or the time is not known. */
  local: (zone: string) => LocalTime | undefined
}

/** Formats of the zones of a policy; undefined for a zone that does not exist. */
export type Zones = ReadonlyMap<string, Intl.DateTimeFormat | undefined>

/** The largest time that a date can have, in ms. */
const timeMax = 8.64e15

const unknown: Total = { low: 0n, isWhole: false }

export function readingOf(facts: Facts, zones: Zones): Reading {
  const isDated = Math.abs(facts.at) <= timeMax
  const totals = new Map<string, Total>()
  const locals = new Map<string, LocalTime | undefined>()
  const pastAmounts = new Map<string, (bigint | undefined)[]>()
  let lowered: readonly string[] | undefined

  return {
    facts,
    amount: (unit) => totals.get(unit) ?? keep(totals, unit, totalOf(facts.amounts[unit])),
    total: (window, key) =>
      totals.get(key) ?? keep(totals, key, plus(present(window), past(window, key))),
    destinations: () => (lowered ??= facts.destinations?.map((term) => term.toLowerCase())),
    local: (zone) => locals.get(zone) ?? keep(locals, zone, timeIn(zone)),
  }

  function timeIn(zone: string): LocalTime | undefined {
    const format = zones.get(zone)
    return format && isDated ? localTime(format, facts.at) : undefined
  }

  function present(window: PolicyWindow): Total {
    return window.fact === 'sum' ? totalOf(facts.amounts[window.unit]) : counted(1)
  }

  function past(window: PolicyWindow, key: string): Total {
    if (window.fact === 'sum') {
      const sum = facts.sums?.[key]
      return sum === undefined ? added(window) : totalOf(sum)
    }
    const count = facts.counts?.[key]
    return count === undefined ? added(window) : counted(count)
  }

  /** What ran at a clock ahead of this one's counts too: leaving it out would raise the limit. */
  function added(window: PolicyWindow): Total {
    const scope = facts.scopes[window.by]
    if (!facts.history || scope === undefined || !isDated) return unknown
    const since = facts.at - window.windowSeconds * 1000
    const amounts = window.fact === 'sum' ? amountsOf(facts.history, window.unit) : undefined
    let low = 0n
    let isWhole = true
    for (const [index, earlier] of facts.history.entries()) {
      if (earlier.scopes[window.by] !== scope || earlier.at <= since) continue
      const part = amounts ? amounts[index] : 1n
      low += part ?? 0n
      isWhole &&= part !== undefined
    }
    return { low, isWhole }
  }

  function amountsOf(history: readonly Past[], unit: string): (bigint | undefined)[] {
    const known = pastAmounts.get(unit)
    return (
      known ??
      keep(
        pastAmounts,
        unit,
        history.map(({ amounts }) => parseDecimal(amounts[unit])),
      )
    )
  }
}

function totalOf(amount: string | undefined): Total {
  const units = parseDecimal(amount)
  return units === undefined ? unknown : { low: units, isWhole: true }
}

const counted = (count: number): Total =>
  Number.isSafeInteger(count) && count >= 0 ? { low: BigInt(count), isWhole: true } : unknown

const plus = (a: Total, b: Total): Total => ({
  low: a.low + b.low,
  isWhole: a.isWhole && b.isWhole,
})

function keep<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  known.set(key, value)
  return value
}

/** The format of a zone of the IANA database; undefined if there is no such zone. */
export function zoneFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    })
  } catch {
    return undefined
  }
}

function localTime(format: Intl.DateTimeFormat, at: number): LocalTime {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const minute = minuteOf(`${parts.get('hour')}:${parts.get('minute')}`)
  return { minute, day: parts.get('weekday')?.toLowerCase() as LocalTime['day'] }
}

/** `13:45` as minutes since midnight. */
export function minuteOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':')
  return Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10)
}
