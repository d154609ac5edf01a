import type { Bench } from '../measure/bench.ts'
import { goalTable } from '../goals/lines.ts'
import { order } from '../goals/order.ts'
import { restSeries } from '../goals/rest.ts'
import { stepSeries } from '../goals/steps.ts'

/** Every goal of speed with its base, and with the version before it where that is named. */
export const goalsBench: Bench = {
  name: 'goals',
  what: 'every goal of speed with its base, and the same of another checkout (BENCH_BEFORE)',
  rounds: 5,
  run: async ({ rounds, seconds }) => {
    const checkout = process.env['BENCH_BEFORE']
    const series = [
      ...(await stepSeries(order, { rounds, seconds }, checkout)),
      ...(await restSeries(rounds, checkout)),
    ]
    return { series, verdicts: [], text: goalTable(series) }
  },
}
