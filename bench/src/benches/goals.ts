import type { Bench } from '../measure/bench.ts'
import { goalTable } from '../goals/lines.ts'
import { restSeries } from '../goals/rest.ts'
import { stepSeries } from '../goals/steps.ts'

/** The order of a round: each base just before what is compared with it. */
const order = [
  'base POST',
  'simulate',
  'execute',
  'simulate c=256',
  'execute c=256',
  'base list',
  'list waiting',
  'batch of 100',
  'deposits in a batch',
  'list completed',
  'list mixed',
  'base GET',
  'GET',
  'minimal transfer',
  'flow c=16',
  'flow c=64',
  'flow c=128',
  'send and receipt c=1',
  'wallet transfer c=1',
  'send and receipt c=16',
  'wallet transfer c=16',
  'pay-in forwarding',
  'memory',
]

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
