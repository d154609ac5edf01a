import { type BaseServer, startHono } from '../baselines/hono.ts'
import { createTransferDatabase } from '../baselines/transfers.ts'
import {
  executeRequests,
  quoteId,
  simulated,
  simulateRequests,
  startBankedStack,
} from '../setup/banked.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { load, loadAndKeep } from '../load/load.ts'
import { postRequest } from '../load/request.ts'
import { type Contender, type Goal, type Series, alternate, judge } from '../measure/measure.ts'
import type { BenchStack } from '../setup/partner.ts'
import { residentMiB } from '../measure/processes.ts'

const pairs = 64
const [usual, more, most] = [16, 64, 256] as const
const base = 'Hono + pg POST'
const rafiki = 'Rafiki after its run'
const rafikiMiB = 510
const limit = 'limit'
const limitMs = 2000
/** Quotes made before are executed: with these at hand no execution waits for one. */
const warmUpMs = 500

/** Goals 2, 3, 7, 8, 9 and 16: quotes stored, quotes taken up, at 16 connections and far more. */
export const transfersBench: Bench = {
  name: 'transfers',
  what: `simulate and execute by bank, ${usual}, ${more} and ${most} connections and hot accounts, against Hono + pg POST`,
  run: async (options) => {
    const { stack, parties } = await startBankedStack(pairs)
    const database = await createTransferDatabase(stack.dataDir)
    const hono = await startHono('transfers', database.url)
    try {
      const version = (await simulated(stack, firstOf(parties))).version
      const contender = (connections: number, name: string, requests: string[]) =>
        quotesTaken({ stack, version, options, connections, name, requests })
      const spread = simulateRequests(stack, parties)
      const hot = simulateRequests(stack, [firstOf(parties)])
      const series = await alternate(
        [
          bare(hono, options),
          ...contender(usual, `c=${usual}`, spread),
          ...contender(usual, 'hot accounts', hot),
          ...contender(more, `c=${more}`, spread),
          ...contender(most, `c=${most}`, spread),
        ],
        options.rounds,
      )
      const memory: Series[] = [
        { contender: 'server', metric: 'MiB', values: [residentMiB([stack.pid()])] },
        { contender: base, metric: 'MiB', values: [residentMiB([hono.pid])] },
        { contender: rafiki, metric: 'MiB', values: [rafikiMiB] },
      ]
      const all = [...series, ...memory, { contender: limit, metric: 'max ms', values: [limitMs] }]
      return { series: all, verdicts: goals.map((goal) => judge(all, goal)) }
    } finally {
      await hono.stop()
      await database.drop()
      await stack.remove()
    }
  },
}

const rate = { metric: 'rate/s', better: 'more' as const }
const overload = ['simulate', 'execute'].flatMap((what): Goal[] =>
  [more, most].flatMap((connections) => {
    const name = `${what} c=${connections}`
    return [
      { ...rate, ours: name, base: `${what} c=${usual}`, must: 0.8, aim: 0.95 },
      { ours: name, base: limit, metric: 'max ms', better: 'less', must: 1, aim: 0.5 },
    ]
  }),
)
const goals: Goal[] = [
  { ...rate, ours: `simulate c=${usual}`, base, must: 0.5, aim: 0.7 },
  { ...rate, ours: `execute c=${usual}`, base, must: 0.35, aim: 0.5 },
  { ours: `execute c=${usual}`, base, metric: 'p99 ms', better: 'less', must: 4, aim: 2.5 },
  { ...rate, ours: 'execute hot accounts', base: `execute c=${usual}`, must: 0.4, aim: 0.7 },
  ...overload,
  { ours: 'server', base: rafiki, metric: 'MiB', better: 'less', must: 0.7, aim: 0.5 },
]

type Taken = {
  stack: BenchStack
  version: string
  options: BenchOptions
  connections: number
  name: string
  requests: string[]
}

/** Quotes, and in the turn after it the execution of just these quotes. */
export function quotesTaken({
  stack,
  version,
  options,
  connections,
  name,
  requests,
}: Taken): Contender[] {
  const { port } = stack
  let quotes: string[] = []
  const simulate = async () => {
    const durationMs = options.seconds * 1000
    const job = { port, requests, connections, warmUpMs, durationMs, capture: quoteId }
    const { figures, captured } = await loadAndKeep(job)
    quotes = captured
    return figures
  }
  const execute = () => {
    const durationMs = options.seconds * 1000
    const taken = executeRequests(stack, version, quotes)
    return load({ port, requests: taken, connections, warmUpMs: 200, durationMs, once: true })
  }
  return [
    { name: `simulate ${name}`, run: simulate },
    { name: `execute ${name}`, run: execute },
  ]
}

const bare = ({ port }: BaseServer, { seconds }: BenchOptions): Contender => ({
  name: base,
  run: () =>
    load({
      port,
      requests: [postRequest('/transfers', { amount: 7 })],
      connections: usual,
      warmUpMs,
      durationMs: seconds * 1000,
    }),
})

function firstOf<T>(list: readonly T[]): T {
  const [first] = list
  if (first === undefined) throw new Error('an empty list')
  return first
}
