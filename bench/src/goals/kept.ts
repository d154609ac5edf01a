import type { Series } from '../measure/measure.ts'
import { aligned } from '../measure/measure.ts'
import { median } from '../measure/statistics.ts'
import { lines, ratiosOf, ratioText } from './lines.ts'

/** Ratios by goal: what a machine gives in itself cancels out of them. */
export type Ratios = Record<string, number>

/** Nine tenths: rounds lie further apart than this only where something has changed. */
const part = 0.9

/** Rates against a base alone: milliseconds and MiB are a machine's, slowest answers a moment's. */
export function measuredRatios(series: readonly Series[]): Ratios {
  const own = lines.filter(({ base, metric }) => base !== undefined && metric === undefined)
  const found = own.map((line) => [line.goal, ratiosOf(series, line)] as const)
  return Object.fromEntries(
    found.filter(([, values]) => values.length > 0).map(([goal, values]) => [goal, median(values)]),
  )
}

export type Compared = {
  goal: string
  kept: number | undefined
  now: number | undefined
  /** What is new is no fault; what is missing is one, as it would never be missed again. */
  state: 'kept' | 'worse' | 'new' | 'missing'
}

/** Each goal of now and of then; worse is below nine tenths of what was kept. */
export function compare(now: Ratios, kept: Ratios): Compared[] {
  const goals = [...new Set([...Object.keys(kept), ...Object.keys(now)])]
  return goals.map((goal) => {
    const [before, after] = [kept[goal], now[goal]]
    return { goal, kept: before, now: after, state: stateOf(before, after) }
  })
}

function stateOf(kept?: number, now?: number): Compared['state'] {
  if (now === undefined || Number.isNaN(now)) return 'missing'
  if (kept === undefined) return 'new'
  return now < kept * part ? 'worse' : 'kept'
}

/** The better of two measurements of each goal. */
export const betterOf = (first: Ratios, other: Ratios): Ratios =>
  Object.fromEntries(
    Object.keys({ ...first, ...other }).map((goal) => [
      goal,
      Math.max(first[goal] ?? -Infinity, other[goal] ?? -Infinity),
    ]),
  )

export const isFailed = (compared: readonly Compared[]): boolean =>
  compared.some(({ state }) => state === 'worse' || state === 'missing')

export function comparedTable(compared: readonly Compared[]): string {
  const cell = (value?: number) => (value === undefined ? '' : ratioText(value))
  const rows = compared.map(({ goal, state, kept, now }) => [
    goal,
    state,
    cell(kept),
    cell(now),
    kept === undefined || now === undefined ? '' : ratioText(now / kept),
  ])
  return aligned([['', '', 'kept', 'now', 'now ÷ kept'], ...rows])
}
