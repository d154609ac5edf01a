import { routes } from '@corridor/contract/routes'
import { bareChain } from '../baselines/chain.ts'
import { createBaseDatabase } from '../baselines/database.ts'
import { startHono } from '../baselines/hono.ts'
import { createTransferDatabase, pgbench } from '../baselines/transfers.ts'
import { getRequest, load, postRequest } from '../load/load.ts'
import { lanes } from '../measure/loops.ts'
import type { Figures } from '../measure/measure.ts'
import type { BenchStack } from '../setup/partner.ts'

const connections = 16
const listed = 10_000
const receiver = `0x${'5'.repeat(40)}`

/** By name, the least that does the work of one of our operations, over the same database and chain. */
export type Steps = Record<string, () => Promise<Figures>>

export async function startBases(
  stack: BenchStack,
  seconds: number,
): Promise<{ steps: Steps; stop: () => Promise<void> }> {
  const transfers = await createTransferDatabase(stack.dataDir, listed)
  const rows = await createBaseDatabase(stack.dataDir)
  const post = await startHono('transfers', transfers.url)
  const get = await startHono('pg', rows.url)
  const send = await senders(stack)
  const asked = (port: number, requests: string[]) => () =>
    load({ port, requests, connections, warmUpMs: 500, durationMs: seconds * 1000 })
  const gets = rows.ids.map((id) => getRequest(`/api/v1/xfer/transaction/transfer/${id}`))
  const minimal = (kind: 'round trips' | 'batch', clients: number) => () =>
    pgbench(transfers.url, kind, { clients, seconds })
  return {
    steps: {
      'base POST': asked(post.port, [postRequest('/transfers', { amount: 7 })]),
      'base list': asked(post.port, [getRequest('/transfers')]),
      'base GET': asked(get.port, gets),
      'minimal transfer': minimal('round trips', connections),
      'batch of 100': minimal('batch', 1),
      'send and receipt c=1': () => lanes(1, seconds, send),
      'send and receipt c=16': () => lanes(connections, seconds, send),
    },
    stop: async () => {
      await post.stop()
      await get.stop()
      await transfers.drop()
      await rows.drop()
    },
  }
}

/** One account of its own for each lane. */
async function senders(stack: BenchStack) {
  const { jurisdictionId } = stack
  const chain = stack
    .sandbox()
    .chains.find((jurisdiction) => jurisdiction.jurisdictionId === jurisdictionId)
  if (!chain) throw new Error('sandbox.json names no chain')
  const bare = bareChain(chain)
  const list = await Promise.all(Array.from({ length: connections }, () => bare.createSender()))
  for (const { account } of list) {
    const body = { address: account.address, jurisdictionId, amount: 1000 }
    await stack.client.call(routes.sandbox.faucet, { body })
  }
  return async (lane: number) => {
    const sender = list[lane]
    if (!sender) throw new Error('more lanes than accounts')
    const sent = await bare.send(sender, receiver)
    return { ...sent, 'from transfer call': sent['whole'] ?? 0 }
  }
}
