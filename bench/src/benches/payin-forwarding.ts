import { createTransferDatabase, pgbench } from '../baselines/transfers.ts'
import type { Bench } from '../measure/bench.ts'
import { alternate, judge } from '../measure/measure.ts'
import { startBenchStack } from '../setup/partner.ts'
import { forwardDeposits, liftLimit, openAccounts } from '../setup/routed.ts'

const routed = 64
const perSecond = 500

/** Goal 5: what many routes take in at one moment, until all of it has been forwarded. */
export const payinForwarding: Bench = {
  name: 'payin-forwarding',
  what: 'deposits on a statement until they are FORWARDED to a bank, against pgbench',
  run: async (options) => {
    const stack = await startBenchStack()
    await liftLimit(stack)
    const accounts = await openAccounts(stack, routed, true)
    const database = await createTransferDatabase(stack.dataDir)
    const forwarding = async () => {
      const count = Math.ceil(options.seconds * perSecond)
      const { takenMs, doneMs } = await forwardDeposits(stack, accounts, count)
      return { 'rate/s': (count * 1000) / doneMs, 'taken in/s': (count * 1000) / takenMs }
    }
    try {
      const series = await alternate(
        [
          { name: 'forwarding', run: forwarding },
          {
            name: 'pgbench, batch of 100, c=1',
            run: () => pgbench(database.url, 'batch', { clients: 1, seconds: options.seconds }),
          },
        ],
        options.rounds,
      )
      return {
        series,
        verdicts: [
          judge(series, {
            ours: 'forwarding',
            base: 'pgbench, batch of 100, c=1',
            metric: 'rate/s',
            better: 'more',
            must: 0.2,
            aim: 0.4,
          }),
        ],
      }
    } finally {
      await database.drop()
      await stack.remove()
    }
  },
}
