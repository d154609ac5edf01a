import type { Series } from '../measure/measure.ts'
import { aligned, shown } from '../measure/measure.ts'
import { median } from '../measure/statistics.ts'
import { lines, ratiosOf } from './lines.ts'

/** Ratios by goal: what a machine gives in itself cancels out of them. */
export type Ratios = Record<string, number>

/** Nine tenths: rounds lie further apart than this only where something has changed. */
const part = 0.9

/** Of goals with a base alone: milliseconds and MiB differ from machine to machine. */
export function measuredRatios(series: readonly Series[]): Ratios {
  const own = lines.filter(({ base }) => base !== undefined)
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

/** Each goal of now and of then; worse is below nine tenths of what was kept, or as much above it. */
export function compare(now: Ratios, kept: Ratios): Compared[] {
  const goals = [...new Set([...Object.keys(kept), ...Object.keys(now)])]
  return goals.map((goal) => {
    const [before, after] = [kept[goal], now[goal]]
    return { goal, kept: before, now: after, state: stateOf(goal, before, after) }
  })
}

function stateOf(goal: string, kept?: number, now?: number): Compared['state'] {
  if (now === undefined || Number.isNaN(now)) return 'missing'
  if (kept === undefined) return 'new'
  const isLess = lines.find((line) => line.goal === goal)?.better === 'less'
  const reached = isLess ? kept / now : now / kept
  return reached < part ? 'worse' : 'kept'
}

export const isFailed = (compared: readonly Compared[]): boolean =>
  compared.some(({ state }) => state === 'worse' || state === 'missing')

export function comparedTable(compared: readonly Compared[]): string {
  const cell = (value?: number) => (value === undefined ? '' : shown(value))
  const rows = compared.map(({ goal, state, kept, now }) => [
    goal,
    state,
    cell(kept),
    cell(now),
    kept === undefined || now === undefined ? '' : shown(now / kept),
  ])
  return aligned([['', '', 'kept', 'now', 'now ÷ kept'], ...rows])
}
