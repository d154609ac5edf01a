import type { Series, Verdict } from './measure.ts'

export type BenchOptions = { rounds: number; seconds: number }

export type Outcome = { series: Series[]; verdicts: Verdict[] }

export type Bench = {
  name: string
  what: string
  run: (options: BenchOptions) => Promise<Outcome>
}
