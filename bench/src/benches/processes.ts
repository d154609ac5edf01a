import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@corridor/contract/routes'
import { type Stack, startStack } from '../../../tools/stack.ts'
import { getRequest, load } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { type Goal, judged, record, type Series } from '../measure/measure.ts'
import { bankedParties, simulateRequests } from '../setup/banked.ts'
import { type DebianServer, startDebianServer } from '../setup/debian-postgres.ts'
import { stackOf } from '../setup/partner.ts'

const connections = 16
const pairs = 32
const [first, several] = ['one process', 'two web and a worker']
const roles = { [first]: ['all'], [several]: ['web', 'web', 'worker'] }
const list = `${routes.transfers.list.path}?limit=20`
const kinds = ['simulate', 'list'] as const
const goals = kinds.map((kind): Goal => ({
  ours: `${kind}, ${several}`,
  base: `${kind}, ${first}`,
  metric: 'rate/s',
  better: 'more',
  must: 0.8,
  aim: 1,
}))

/** What it costs, and on more cores gives, to divide the service among processes. */
export const processes: Bench = {
  name: 'processes',
  what: `simulate and list on ${connections} connections over the distribution's PostgreSQL: ${first} against ${several}`,
  run: async (options) => {
    const server = await startDebianServer()
    if (!server) {
      console.log(
        'Left out: no PostgreSQL 15 in /usr/lib/postgresql, and BENCH_POSTGRES names none.',
      )
      return { series: [], verdicts: [] }
    }
    console.log(server.version)
    const dataDir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
    try {
      return await measured(server, dataDir, options)
    } finally {
      server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

async function measured({ databaseUrl }: DebianServer, dataDir: string, options: BenchOptions) {
  const env = { RATE_LIMIT: 'off', SEED: 'none', LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl }
  const start = (ROLE: string) => startStack({ dataDir, env: { ...env, ROLE } })
  const requests = await whileRunning([await start('all')], async ([stack]) => {
    if (!stack) throw new Error('nothing runs')
    const own = stackOf(stack)
    return {
      simulate: simulateRequests(own, await bankedParties(own, pairs)),
      list: [getRequest(list, { 'x-api-token': own.apiToken })],
    }
  })
  const series: Series[] = []
  // The first round warms up what stays: the database.
  for (let round = 0; round <= options.rounds; round += 1)
    for (const [name, wanted] of Object.entries(roles)) {
      const stacks: Stack[] = []
      for (const role of wanted) stacks.push(await start(role))
      await whileRunning(stacks, async () => {
        const webs = stacks.filter((_, at) => wanted[at] !== 'worker')
        for (const kind of kinds) {
          const figures = await shared(webs, requests[kind], options)
          if (round > 0) record(series, `${kind}, ${name}`, figures)
        }
      })
    }
  return judged(series, goals)
}

async function whileRunning<T>(stacks: Stack[], work: (stacks: Stack[]) => Promise<T>): Promise<T> {
  try {
    return await work(stacks)
  } finally {
    for (const stack of stacks) await stack.remove()
  }
}

/** The connections are spread evenly, as a balancer in front would do. */
async function shared(webs: readonly Stack[], requests: string[], { seconds }: BenchOptions) {
  const parts = await Promise.all(
    webs.map(({ baseUrl }) =>
      load({
        port: Number(new URL(baseUrl).port),
        requests,
        connections: connections / webs.length,
        warmUpMs: 1_000,
        durationMs: seconds * 1000,
      }),
    ),
  )
  const of = (metric: string) => parts.map((figures) => figures[metric] ?? 0)
  return {
    'rate/s': of('rate/s').reduce((sum, rate) => sum + rate, 0),
    'p95 ms': Math.max(...of('p95 ms')),
  }
}
