import { median, spread } from './statistics.ts'

/** What one run of a contender gives: metric name to value. The name ends in its unit: `rate/s`, `p50 ms`. */
export type Figures = Record<string, number>

export type Contender = { name: string; run: () => Promise<Figures> }

export type Series = { contender: string; metric: string; values: number[] }

/**
 * Runs the contenders in turn (A B A B A B), so that a slow minute of the machine hits all alike.
 * Each runs once before, unmeasured.
 */
export async function alternate(contenders: Contender[], rounds: number): Promise<Series[]> {
  for (const { run } of contenders) await run()
  const series: Series[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of contenders) record(series, name, await run())
  }
  return series
}

/** Repeats what cannot be warmed up or alternated, such as a first start. */
export async function repeat(contender: Contender, rounds: number): Promise<Series[]> {
  const series: Series[] = []
  for (let round = 0; round < rounds; round += 1) {
    record(series, contender.name, await contender.run())
  }
  return series
}

export function record(series: Series[], contender: string, figures: Figures): void {
  for (const [metric, value] of Object.entries(figures)) {
    const known = series.find((entry) => entry.contender === contender && entry.metric === metric)
    if (known) known.values.push(value)
    else series.push({ contender, metric, values: [value] })
  }
}

/** What was measured, held to its goals. */
export const judged = (series: Series[], goals: readonly Goal[]) => ({
  series,
  verdicts: goals.map((goal) => judge(series, goal)),
})

/** A goal of the form: our median divided by the base's must be at least (or at most) this. */
export type Goal = {
  ours: string
  base: string
  metric: string
  must: number
  aim: number
  better: 'more' | 'less'
}

export type Verdict = Goal & { ratio: number; verdict: 'aim' | 'must' | 'missed' }

export function judge(series: Series[], goal: Goal): Verdict {
  const medianOf = (contender: string): number =>
    median(
      series.find((entry) => entry.contender === contender && entry.metric === goal.metric)
        ?.values ?? [],
    )
  const ratio = medianOf(goal.ours) / medianOf(goal.base)
  const reaches = (limit: number) => (goal.better === 'more' ? ratio >= limit : ratio <= limit)
  const verdict = reaches(goal.aim) ? 'aim' : reaches(goal.must) ? 'must' : 'missed'
  return { ...goal, ratio, verdict }
}

export function tableOf(series: Series[]): string {
  const rows = series.map(({ contender, metric, values }) => [
    contender,
    metric,
    shown(Math.min(...values)),
    shown(median(values)),
    shown(Math.max(...values)),
    `${Math.round(spread(values) * 100)} %`,
  ])
  return aligned([['', '', 'min', 'median', 'max', 'spread'], ...rows])
}

export function verdictsOf(verdicts: Verdict[]): string {
  return verdicts
    .map(({ ours, base, metric, ratio, must, aim, better, verdict }) => {
      const sign = better === 'more' ? '≥' : '≤'
      return `${verdict.padEnd(6)} ${ours} / ${base}, ${metric}: ${ratio.toFixed(2)} (must ${sign} ${must}, aim ${sign} ${aim})`
    })
    .join('\n')
}

export function shown(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : value.toFixed(2)
}

/** Columns under each other; the first two are words. */
export function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
