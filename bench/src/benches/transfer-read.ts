import { createBaseDatabase } from '../baselines/database.ts'
import { type BaseServer, startHono } from '../baselines/hono.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { load } from '../load/load.ts'
import { getRequest } from '../load/request.ts'
import { type Figures, alternate, judge } from '../measure/measure.ts'
import { type BenchStack, createWallets, startBenchStack, transfer } from '../setup/partner.ts'

const connections = 16
export const path = '/api/v1/xfer/transaction/transfer'

/** Goals 1 and 1b: the whole request path (key, limits, tenancy, envelope) against one row and against no row at all. */
export const transferRead: Bench = {
  name: 'transfer-read',
  what: `GET transfer by execution id, ${connections} connections, against Hono + pg and Hono JSON`,
  run: async (options) => {
    const stack = await startBenchStack()
    const database = await createBaseDatabase(stack.dataDir)
    const json = await startHono('json')
    const pg = await startHono('pg', database.url)
    try {
      const headers = { 'x-api-token': stack.apiToken }
      const ours = (await executed(stack)).map((id) => getRequest(`${path}/${id}`, headers))
      const base = database.ids.map((id) => getRequest(`${path}/${id}`))
      const run = (port: number, requests: string[]) => () => loaded(port, requests, options)
      const series = await alternate(
        [
          { name: 'GET transfer', run: run(stack.port, ours) },
          { name: 'Hono + pg', run: run(pg.port, base) },
          { name: 'Hono JSON', run: run(json.port, base) },
        ],
        options.rounds,
      )
      const goal = { ours: 'GET transfer', metric: 'rate/s', better: 'more' as const }
      return {
        series,
        verdicts: [
          judge(series, { ...goal, base: 'Hono + pg', must: 0.5, aim: 0.7 }),
          judge(series, { ...goal, base: 'Hono JSON', must: 0.15, aim: 0.22 }),
        ],
      }
    } finally {
      await stopAll([json, pg])
      await database.drop()
      await stack.remove()
    }
  },
}

/** Ids of transfers that are done, so that reading them is all there is. */
export async function executed(stack: BenchStack): Promise<string[]> {
  const [from, to] = await createWallets(stack, 2)
  if (!from || !to) throw new Error('no wallets')
  const ids: string[] = []
  while (ids.length < 20) ids.push((await transfer(stack.client, from, to)).executionId)
  return ids
}

function loaded(port: number, requests: string[], { seconds }: BenchOptions): Promise<Figures> {
  return load({ port, requests, connections, warmUpMs: 1000, durationMs: seconds * 1000 })
}

async function stopAll(servers: BaseServer[]): Promise<void> {
  for (const server of servers) await server.stop()
}
