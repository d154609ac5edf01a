import { routes } from '@corridor/contract/routes'
import { asAdmin } from '../baselines/database.ts'
import { createTransferDatabase, pgbench } from '../baselines/transfers.ts'
import { type Parties, started, startBankedStack } from '../setup/banked.ts'
import { bookDeposits, untilNone, untilOver } from '../setup/deposits.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { lanes } from '../measure/loops.ts'
import { type Figures, alternate, judge } from '../measure/measure.ts'
import { type BenchStack, completed } from '../setup/partner.ts'

const few = 16
/** So many under way at once that the bank's time to settle is hidden by the work on the others. */
const many = 128
const perSecond = 50
const pairs = 64
/** Between two reads of one transfer: reading is not what is measured. */
const askMs = 250

/** Goals 4 and 5: a transfer by bank from its quote to COMPLETED, and a whole page of deposits at once. */
export const transferFlow: Bench = {
  name: 'transfer-flow',
  what: `simulate, transfer, deposit, COMPLETED, ${few} and ${many} at once; deposits of one batch, against pgbench`,
  run: async (options) => {
    const { stack, parties } = await startBankedStack(pairs)
    const database = await createTransferDatabase(stack.dataDir)
    const bare = (kind: 'round trips' | 'batch', clients: number) => () =>
      pgbench(database.url, kind, { clients, seconds: options.seconds })
    const flows = (count: number) => () =>
      lanes(count, options.seconds, (lane) => flow(stack, parties[lane % pairs]))
    try {
      const series = await alternate(
        [
          { name: `flow c=${few}`, run: flows(few) },
          { name: 'pgbench, 8 round trips, c=16', run: bare('round trips', few) },
          { name: `flow c=${many}`, run: flows(many) },
          { name: 'deposits in a batch', run: () => batch(stack, parties, options) },
          { name: 'pgbench, batch of 100, c=1', run: bare('batch', 1) },
        ],
        options.rounds,
      )
      const whole = { metric: 'rate/s', better: 'more' as const, must: 0.15, aim: 0.25 }
      const trips = 'pgbench, 8 round trips, c=16'
      return {
        series,
        verdicts: [
          judge(series, { ...whole, ours: `flow c=${few}`, base: trips }),
          judge(series, { ...whole, ours: `flow c=${many}`, base: trips }),
          judge(series, {
            ours: 'deposits in a batch',
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

/** The simulated bank takes 250 ms of `from deposit` to settle, and the engine asks after 300. */
async function flow(stack: BenchStack, pair: Parties | undefined): Promise<Figures> {
  const { client } = stack
  const begun = performance.now()
  const executionId = await started(stack, pair)
  const executed = performance.now()
  await client.call(routes.sandbox.depositForTransfer, { params: { executionId }, body: {} })
  await completed(client, executionId, askMs)
  const now = performance.now()
  return { whole: now - begun, 'from deposit': now - executed }
}

/** The transfers wait already; all their deposits stand on the bank's statement at one moment. */
async function batch(
  stack: BenchStack,
  parties: Parties[],
  { seconds }: BenchOptions,
): Promise<Figures> {
  const count = Math.ceil(seconds * perSecond)
  const lane = async (at: number): Promise<void> => {
    for (let made = at; made < count; made += few) await started(stack, parties[made % pairs])
  }
  await Promise.all(Array.from({ length: few }, (_, at) => lane(at)))
  return asAdmin(stack.dataDir, 'corridor', async (admin) => {
    const begun = performance.now()
    await bookDeposits(admin)
    await untilNone(admin, ['PENDING'])
    const taken = performance.now() - begun
    await untilOver(admin)
    const done = performance.now() - begun
    return { 'rate/s': (count * 1000) / done, 'taken in/s': (count * 1000) / taken }
  })
}
