import type { Series, Verdict } from './measure.ts'

export type BenchOptions = { rounds: number; seconds: number }

/** `text` is printed in place of the table of all series. */
export type Outcome = { series: Series[]; verdicts: Verdict[]; text?: string }

export type Bench = {
  name: string
  what: string
  run: (options: BenchOptions) => Promise<Outcome>
}
