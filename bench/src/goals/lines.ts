import type { Series } from '../measure/measure.ts'
import { aligned, shown } from '../measure/measure.ts'
import { median, spread } from '../measure/statistics.ts'

/** A goal: what we give, divided by what its base gives in the same round. */
export type Line = {
  goal: string
  of: string
  /** `rate/s` where none is named. */
  metric?: string
  /** Another contender of the same run; without one the figure counts as it is. */
  base?: string
  /**
   * What the version before gave beside Interledger Rafiki in one run at commit 6dc2712: the ratio
   * of now is this one times what we give beside that version, a whole service like Rafiki. The
   * bases are no measure for it: they are mostly system calls, which machines differ in more.
   */
  rafiki?: number
  must: number
  aim: number
  better: 'more' | 'less'
}

const basePost = 'base POST'
const most = 'c=256'
const more = (of: string, base: string, must: number, aim: number): Line => ({
  goal: `${of} ÷ ${base}`,
  of,
  base,
  must,
  aim,
  better: 'more',
})
const below = (of: string, metric: string, must: number, aim: number): Line => ({
  goal: `${of}: ${metric}`,
  of,
  metric,
  must,
  aim,
  better: 'less',
})
const overloaded = (of: string): Line[] => [
  more(`${of} ${most}`, of, 0.8, 0.95),
  below(`${of} ${most}`, 'max ms', 2000, 1000),
  below(`${of} ${most}`, 'errors', 0, 0),
]
const againstRafiki = (of: string, rafiki: number, must: number, aim: number): Line => ({
  goal: `${of} ÷ Rafiki`,
  of,
  rafiki,
  must,
  aim,
  better: 'more',
})

/** Every goal of speed. Those of memory are of the program's own processes, database left out. */
export const lines: readonly Line[] = [
  more('simulate', basePost, 0.25, 0.4),
  more('execute', basePost, 0.35, 0.5),
  { ...more('execute', basePost, 3, 2), goal: 'execute: p99 ÷', metric: 'p99 ms', better: 'less' },
  more('flow c=128', 'minimal transfer', 0.06, 0.15),
  below('flow c=16', 'p50 ms', 80, 40),
  more('deposits in a batch', 'batch of 100', 0.03, 0.1),
  more('pay-in forwarding', 'batch of 100', 0.03, 0.1),
  more('list waiting', 'base list', 0.5, 0.7),
  more('list completed', 'base list', 0.5, 0.7),
  more('list mixed', 'base list', 0.5, 0.7),
  more('GET', 'base GET', 0.5, 0.7),
  ...overloaded('simulate'),
  ...overloaded('execute'),
  {
    ...more('wallet transfer c=1', 'send and receipt c=1', 4, 2),
    metric: 'from transfer call p50 ms',
    better: 'less',
  },
  more('wallet transfer c=16', 'send and receipt c=16', 0.3, 0.6),
  below('rest', 'CPU ms/s', 10, 3),
  below('memory', 'MiB', 220, 180),
  againstRafiki('simulate', 1.9, 4, 8),
  againstRafiki('flow c=64', 3.2, 6, 15),
  againstRafiki('GET', 3.9, 5, 8),
  againstRafiki('list completed', 9.8, 15, 25),
  againstRafiki('list waiting', 3.7, 15, 25),
  { ...below('memory', 'MiB', 0.6, 0.4), goal: 'memory ÷ Rafiki', rafiki: 0.96 },
]

/** What the program of the other checkout is called beside this one's. */
export const beforeOf = (name: string): string => `${name}, before`

/** The figures of a goal, round by round, since both sides change with the machine. */
export function ratiosOf(series: readonly Series[], line: Line, isBefore = false): number[] {
  const { of, metric = 'rate/s', base, rafiki } = line
  const own = valuesOf(series, isBefore ? beforeOf(of) : of, metric)
  if (rafiki !== undefined) {
    const before = valuesOf(series, beforeOf(of), metric)
    if (before.length === 0) return []
    return own.map((value, at) => (rafiki * value) / (before[at] ?? Number.NaN))
  }
  const divisors = base === undefined ? [] : basesOf(series, base, metric, isBefore)
  return own.map((value, at) => (base === undefined ? value : value / (divisors[at] ?? Number.NaN)))
}

/** A base is measured once a round; where we are our own base, each program is its own. */
function basesOf(series: readonly Series[], base: string, metric: string, isBefore: boolean) {
  const own = isBefore ? valuesOf(series, beforeOf(base), metric) : []
  return own.length > 0 ? own : valuesOf(series, base, metric)
}

const valuesOf = (series: readonly Series[], contender: string, metric: string): number[] =>
  series.find((line) => line.contender === contender && line.metric === metric)?.values ?? []

export function verdictOf({ must, aim, better }: Line, value: number): 'aim' | 'must' | 'missed' {
  const reaches = (limit: number) => (better === 'more' ? value >= limit : value <= limit)
  return reaches(aim) ? 'aim' : reaches(must) ? 'must' : 'missed'
}

/** Before, now, must, aim and how far the rounds lie apart, of each goal that was measured. */
export function goalTable(series: readonly Series[]): string {
  const rows = lines.flatMap((line) => {
    const now = ratiosOf(series, line)
    if (now.length === 0) return []
    const before = ratiosOf(series, line, true)
    const sign = line.better === 'more' ? '≥' : '≤'
    return [
      [
        line.goal,
        verdictOf(line, median(now)),
        before.length === 0 ? '' : ratioText(median(before)),
        ratioText(median(now)),
        `${sign} ${line.must}`,
        `${sign} ${line.aim}`,
        spreadOf(before),
        spreadOf(now),
      ],
    ]
  })
  const head = ['', '', 'before', 'now', 'must', 'aim', 'spread before', 'spread']
  return aligned([head, ...rows])
}

/** Three digits that say something, also of a hundredth. */
export const ratioText = (value: number): string =>
  value !== 0 && Math.abs(value) < 1 ? value.toPrecision(3) : shown(value)

function spreadOf(values: readonly number[]): string {
  const part = spread(values)
  return Number.isFinite(part) ? `${Math.round(part * 100)} %` : ''
}
