import { routes } from '@corridor/contract/routes'
import { asAdmin } from '../measure/admin.ts'
import { withoutWaiting } from '../goals/side.ts'
import { getRequest, load } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { serverCpuMs } from '../measure/cost.ts'
import { alternate, type Contender, type Goal, judged } from '../measure/measure.ts'
import { bankedParties, type Parties, simulated, simulateRequests } from '../setup/banked.ts'
import { concurrently } from '../setup/concurrently.ts'
import { untilNoRow } from '../setup/deposits.ts'
import type { BenchStack } from '../setup/partner.ts'
import { plantedTransfers } from '../setup/planted-transfers.ts'
import { pagePath } from '../setup/transfers-page.ts'

const few = 10_000
/** `BENCH_ROWS=100000` takes some minutes less. */
const many = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const connections = 16
const pairs = 16
const quotes = 1000
/** After a start the first answers are slower, and that is no matter of size. */
const warmUpMs = 2000

/** Whether anything grows with what is on record. */
export const plantedBench: Bench = {
  name: 'planted',
  what: `list, simulate, a pass of the sweeper and start with ${many} transfers, events, postings and audit entries, against ${few}`,
  run: async (options) => {
    const stacks: BenchStack[] = []
    try {
      const contenders: Contender[][] = []
      for (const rows of [few, many]) {
        const stack = await plantedTransfers(rows, { settings: withoutWaiting, isRecorded: true })
        stacks.push(stack)
        contenders.push(contendersOf(stack, await bankedParties(stack, pairs), rows, options))
      }
      const [short = [], long = []] = contenders
      const series = await alternate(
        short.flatMap((item, at) => [item, ...long.slice(at, at + 1)]),
        options.rounds,
      )
      return judged(series, goals)
    } finally {
      for (const stack of stacks) await stack.remove()
    }
  },
}

const goalOf = (name: string, metric: string): Goal => ({
  ours: `${name} of ${many}`,
  base: `${name} of ${few}`,
  metric,
  ...(metric === 'rate/s'
    ? { must: 0.9, aim: 0.97, better: 'more' }
    : { must: 1.1, aim: 1.03, better: 'less' }),
})

const goals: Goal[] = [
  goalOf('list', 'rate/s'),
  goalOf('simulate', 'rate/s'),
  goalOf('sweep', 'CPU ms'),
  goalOf('start', 'ready ms'),
]

function contendersOf(
  stack: BenchStack,
  parties: readonly Parties[],
  rows: number,
  { seconds }: BenchOptions,
): Contender[] {
  const { port } = stack
  const page = getRequest(pagePath(20), { 'x-api-token': stack.apiToken })
  const asked = (requests: string[]) => () =>
    load({ port, requests, connections, warmUpMs, durationMs: seconds * 1000 })
  return [
    { name: `list of ${rows}`, run: asked([page]) },
    { name: `simulate of ${rows}`, run: asked(simulateRequests(stack, parties)) },
    { name: `sweep of ${rows}`, run: () => swept(stack, parties) },
    {
      name: `start of ${rows}`,
      run: async () => {
        await stack.stop()
        await stack.start()
        return { 'ready ms': stack.readyMs() }
      },
    },
  ]
}

/** So many quotes whose time is up at one moment, until the sweeper has ended all of them. */
async function swept(stack: BenchStack, parties: readonly Parties[]) {
  // Those of earlier runs are over first.
  await expire(stack)
  await concurrently(
    Array.from({ length: quotes }, (_, at) => parties[at % parties.length]),
    async (pair) => pair && (await simulated(stack, pair)),
  )
  const before = serverCpuMs(stack.pid())
  const ms = await expire(stack)
  const after = serverCpuMs(stack.pid())
  const cpu = after.node + after.postgres - before.node - before.postgres
  return { ms, 'CPU ms': cpu }
}

const open = `select from transfer where started_at is null
  and status = 'QUOTED' limit 1`

const expire = (stack: BenchStack): Promise<number> =>
  asAdmin(stack.dataDir, 'corridor', async (admin) => {
    const { rows } = await admin.query<{ seconds: number | null }>(
      `select ceil(extract(epoch from max(valid_until) - service_now()))::int as seconds
        from transfer where started_at is null`,
    )
    const seconds = Math.max(0, rows[0]?.seconds ?? 0) + 1
    const begun = performance.now()
    await stack.client.call(routes.sandbox.advanceClock, { body: { seconds } })
    await untilNoRow(admin, open)
    return performance.now() - begun
  })
