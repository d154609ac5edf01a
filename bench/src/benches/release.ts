import { load } from '../load/load.ts'
import { getRequest } from '../load/request.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, type Contender, type Goal, judge, type Series } from '../measure/measure.ts'
import { simulated, simulateRequests, startBankedStack } from '../setup/banked.ts'
import type { BenchStack } from '../setup/partner.ts'
import { executed, path } from './transfer-read.ts'
import { quotesTaken } from './transfers.ts'

const connections = 16
const pairs = 64
const list = `${path}s?limit=20`
const names = ['read', 'list', 'simulate', 'execute'] as const
const metric = 'now/before'
const equal = 'equal'
const goals = names.map((name): Goal => ({
  metric,
  better: 'more',
  ours: name,
  base: equal,
  must: 0.95,
  aim: 1,
}))

/** Whether a change has made anything slower: both programs run, and each operation is asked of both in turn. */
export const releaseBench: Bench = {
  name: 'release',
  what: `reads, lists, quotes and executions, ${connections} connections, against the program of another checkout (BENCH_BEFORE)`,
  run: async (options) => {
    const checkout = process.env['BENCH_BEFORE']
    if (!checkout) {
      console.log('Left out: BENCH_BEFORE names no other checkout that is built.')
      return { series: [], verdicts: [] }
    }
    const before = await prepared('before', options, checkout)
    const now = await prepared('now', options)
    try {
      const contenders = before.contenders.flatMap((old, at) => [
        old,
        ...now.contenders.slice(at, at + 1),
      ])
      const series = await alternate(contenders, options.rounds)
      const all = [
        ...series,
        ...names.map((name) => ratesOf(series, name)),
        { contender: equal, metric, values: [1] },
      ]
      return { series: all, verdicts: goals.map((goal) => judge(all, goal)) }
    } finally {
      await before.stack.remove()
      await now.stack.remove()
    }
  },
}

/** Round by round, since both change with the machine and with what the database has cleaned up. */
function ratesOf(series: readonly Series[], name: string): Series {
  const rates = (when: string) => {
    const contender = `${name} ${when}`
    return series.find((s) => s.contender === contender && s.metric === 'rate/s')?.values ?? []
  }
  const before = rates('before')
  return {
    contender: name,
    metric,
    values: rates('now').map((rate, at) => rate / (before[at] ?? rate)),
  }
}

async function prepared(when: string, options: BenchOptions, checkout?: string) {
  const { stack, parties } = await startBankedStack(pairs, { checkout })
  const done = await executed(stack)
  const [pair] = parties
  if (!pair) throw new Error('no parties')
  const { version } = await simulated(stack, pair)
  const requests = simulateRequests(stack, parties)
  const contenders: Contender[] = [
    reading(
      stack,
      `read ${when}`,
      done.map((id) => `${path}/${id}`),
      options,
    ),
    reading(stack, `list ${when}`, [list], options),
    ...quotesTaken({ stack, version, options, connections, name: when, requests }),
  ]
  return { stack, contenders }
}

function reading(
  stack: BenchStack,
  name: string,
  paths: string[],
  { seconds }: BenchOptions,
): Contender {
  const requests = paths.map((address) => getRequest(address, { 'x-api-token': stack.apiToken }))
  const job = { port: stack.port, requests, connections, warmUpMs: 500, durationMs: seconds * 1000 }
  return { name, run: () => load(job) }
}
