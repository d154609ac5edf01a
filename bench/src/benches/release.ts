import { getRequest, load } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, type Contender, type Goal, judge } from '../measure/measure.ts'
import { simulated, simulateRequests, startBankedStack } from '../setup/banked.ts'
import type { BenchStack } from '../setup/partner.ts'
import { executed, path } from './transfer-read.ts'
import { quotesTaken } from './transfers.ts'

const connections = 16
const pairs = 64
const list = `${path}s?limit=20`
const names = ['read', 'list', 'simulate', 'execute'] as const
const goal = { metric: 'rate/s', better: 'more' as const, must: 0.95, aim: 1 }
const goals: Goal[] = names.map((name) => ({
  ...goal,
  ours: `${name} now`,
  base: `${name} before`,
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
      return { series, verdicts: goals.map((one) => judge(series, one)) }
    } finally {
      await before.stack.remove()
      await now.stack.remove()
    }
  },
}

async function prepared(when: string, options: BenchOptions, checkout?: string) {
  const { stack, parties } = await startBankedStack(pairs, { checkout })
  const done = await executed(stack)
  const [pair] = parties
  if (!pair) throw new Error('no parties')
  const { version } = await simulated(stack, pair)
  const requests = simulateRequests(stack, parties)
  const contenders: Contender[] = [
    asked(
      stack,
      `read ${when}`,
      done.map((id) => `${path}/${id}`),
      options,
    ),
    asked(stack, `list ${when}`, [list], options),
    ...quotesTaken({ stack, version, options, connections, name: when, requests }),
  ]
  return { stack, contenders }
}

function asked(
  stack: BenchStack,
  name: string,
  paths: string[],
  { seconds }: BenchOptions,
): Contender {
  const requests = paths.map((one) => getRequest(one, { 'x-api-token': stack.apiToken }))
  const job = { port: stack.port, requests, connections, warmUpMs: 500, durationMs: seconds * 1000 }
  return { name, run: () => load(job) }
}
