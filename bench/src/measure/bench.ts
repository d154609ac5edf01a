import type { Series, Verdict } from './measure.ts'

export type BenchOptions = {
  rounds: number
  seconds: number
  /** `--keep`: what was measured becomes what later runs are compared with. */
  isKept?: boolean
}

/** `text` is printed in place of the table of all series; a bench that failed ends with code 1. */
export type Outcome = { series: Series[]; verdicts: Verdict[]; text?: string; isFailed?: boolean }

export type Bench = {
  name: string
  what: string
  /** Unless `--rounds` says otherwise; 3 where it is not named. */
  rounds?: number
  /** Unless `--seconds` says otherwise; 4 where it is not named. */
  seconds?: number
  run: (options: BenchOptions) => Promise<Outcome>
}
