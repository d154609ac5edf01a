import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '@corridor/contract/routes'
import { asAdmin } from '../measure/admin.ts'
import { createBaseDatabase } from '../baselines/database.ts'
import { startHono } from '../baselines/hono.ts'
import { createTransferDatabase } from '../baselines/transfers.ts'
import { getRequest, load, loadAndKeep, postRequest } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { costOf, countStatements } from '../measure/cost.ts'
import { aligned, alternate, type Contender, type Series, shown } from '../measure/measure.ts'
import { median } from '../measure/statistics.ts'
import {
  executeRequests,
  type Parties,
  quoteId,
  simulated,
  simulateRequests,
  started,
  startBankedStack,
} from '../setup/banked.ts'
import { concurrently } from '../setup/concurrently.ts'
import { bookDeposits, untilOver } from '../setup/deposits.ts'
import { creditLine, drawingRequest, untilDisbursed } from '../setup/drawings.ts'
import { type BenchStack, createWallets, submitTransfer } from '../setup/partner.ts'
import { forwardDeposits, openAccounts } from '../setup/routed.ts'
import { pagePath } from '../setup/transfers-page.ts'

const connections = 16
const pairs = 64
const transferPath = '/api/v1/xfer/transaction/transfer'
/** Operations of each kind for a second of `--seconds`. */
const perSecond = { quotes: 100, flows: 25, wallets: 16, deposits: 100, drawings: 100 }
const columns = [
  'cpu ms',
  'node ms',
  'postgres ms',
  'statements',
  'commits',
  'writing commits',
].concat(['wal kB'])
const asks = { warmUpMs: 0, connections, durationMs: 600_000, once: true }

/** One program, and what its operations leave for those after them. */
type Side = { stack: BenchStack; operations: [name: string, work: () => Promise<number>][] }

/** What each operation costs the server: CPU and statements say the same on a busy machine. */
export const cost: Bench = {
  name: 'cost',
  what: 'CPU, statements, commits and log of each operation, beside Hono + pg and beside another checkout (BENCH_BEFORE)',
  run: async (options) => {
    const checkout = process.env['BENCH_BEFORE']
    const before = checkout ? await prepared(options, checkout) : undefined
    const now = await prepared(options)
    try {
      const bases = await startBases(now.stack, options)
      const contenders = now.operations.flatMap(([name, work], at): Contender[] => {
        const old = before?.operations[at]
        return [
          ...(old && before ? [measured(`${name}, before`, before.stack, old[1])] : []),
          measured(name, now.stack, work),
        ]
      })
      const series = await alternate([...bases.contenders, ...contenders], options.rounds)
      await bases.stop()
      return { series, verdicts: [], text: costTable(series) }
    } finally {
      await before?.stack.remove()
      await now.stack.remove()
    }
  },
}

const measured = (
  name: string,
  stack: BenchStack,
  work: () => Promise<number>,
  server?: { pid: number },
): Contender => ({ name, run: () => costOf(stack, work, server) })

async function prepared(options: BenchOptions, checkout?: string): Promise<Side> {
  const { stack, parties } = await startBankedStack(pairs, { checkout })
  await countStatements(stack)
  await creditLine(stack)
  return {
    stack,
    operations: [
      ...(await byBank({ stack, parties, options })),
      ...(await byOtherWays(stack, options)),
      ['rest, a second', () => sleep(options.seconds * 1000, options.seconds)],
    ],
  }
}

const timesOf = ({ seconds }: BenchOptions, each: number) =>
  Math.max(connections, Math.ceil(seconds * each))

type ByBank = { stack: BenchStack; parties: readonly Parties[]; options: BenchOptions }

async function byBank({ stack, parties, options }: ByBank): Promise<Side['operations']> {
  const first = parties[0]
  if (!first) throw new Error('no parties')
  const { version } = await simulated(stack, first)
  const { port, apiToken, dataDir } = stack
  const headers = { 'x-api-token': apiToken }
  const page = getRequest(pagePath(20), headers)
  let quotes: string[] = []

  const simulate = async () => {
    const each = simulateRequests(stack, parties)
    const requests = Array.from(
      { length: timesOf(options, perSecond.quotes) },
      (_, at) => each[at % pairs] ?? '',
    )
    quotes = (await loadAndKeep({ ...asks, port, requests, capture: quoteId })).captured
    return requests.length
  }
  const execute = async () => {
    const requests = executeRequests(stack, version, quotes)
    await load({ ...asks, port, requests })
    return requests.length
  }
  const deposits = () =>
    asAdmin(dataDir, 'corridor', async (client) => {
      await bookDeposits(client)
      await untilOver(client)
      return quotes.length
    })
  const reads = () => quotes.map((id) => getRequest(`${transferPath}/${id}`, headers))
  const flows = async () => {
    const length = timesOf(options, perSecond.flows)
    const list = Array.from({ length }, (_, at) => parties[at % pairs])
    await concurrently(list, async (pair) => {
      const executionId = await started(stack, pair)
      const params = { executionId }
      await stack.client.call(routes.sandbox.depositForTransfer, { params, body: {} })
    })
    await asAdmin(dataDir, 'corridor', untilOver)
    return list.length
  }
  return [
    ['simulate', simulate],
    ['execute', execute],
    ['list of 20 waiting', () => asked(port, [page], options)],
    ['deposit to COMPLETED, batch', deposits],
    ['list of 20 completed', () => asked(port, [page], options)],
    ['GET', () => asked(port, reads(), options)],
    ['whole flow', flows],
  ]
}

async function byOtherWays(stack: BenchStack, options: BenchOptions): Promise<Side['operations']> {
  const { port, apiToken, dataDir } = stack
  const wallets = await createWallets(stack, connections)
  const accounts = await openAccounts(stack, pairs, true)

  const walletTransfers = async () => {
    const turns = Math.ceil(timesOf(options, perSecond.wallets) / connections)
    for (let turn = 0; turn < turns; turn += 1) {
      await concurrently(wallets, (from, at) =>
        submitTransfer(stack.client, from, wallets[(at + 1) % wallets.length] ?? from),
      )
      await asAdmin(dataDir, 'corridor', untilOver)
    }
    return turns * wallets.length
  }
  const forwarding = async () => {
    const count = timesOf(options, perSecond.deposits)
    await forwardDeposits(stack, accounts, count)
    return count
  }
  const drawings = async () => {
    const request = drawingRequest(apiToken)
    const requests = Array<string>(timesOf(options, perSecond.drawings)).fill(request)
    await load({ ...asks, port, requests })
    await asAdmin(dataDir, 'corridor', untilDisbursed)
    return requests.length
  }
  return [
    ['wallet transfer', walletTransfers],
    ['pay-in forwarding', forwarding],
    ['drawing', drawings],
  ]
}

/** The same requests again and again; gives how many were answered. */
async function asked(port: number, requests: string[], { seconds }: BenchOptions): Promise<number> {
  const durationMs = seconds * 1000
  const { 'rate/s': rate = 0 } = await load({
    port,
    requests,
    connections,
    warmUpMs: 0,
    durationMs,
  })
  return rate * seconds
}

async function startBases(stack: BenchStack, options: BenchOptions) {
  const transfers = await createTransferDatabase(stack.dataDir)
  const rows = await createBaseDatabase(stack.dataDir)
  const post = await startHono('transfers', transfers.url)
  const get = await startHono('pg', rows.url)
  const posts = [postRequest('/transfers', { amount: 7 })]
  const gets = rows.ids.map((id) => getRequest(`${transferPath}/${id}`))
  return {
    contenders: [
      measured('base POST', stack, () => asked(post.port, posts, options), post),
      measured('base GET', stack, () => asked(get.port, gets, options), get),
    ],
    stop: async () => {
      await post.stop()
      await get.stop()
      await transfers.drop()
      await rows.drop()
    },
  }
}

/** A line for each operation, with the median of each column. */
function costTable(series: readonly Series[]): string {
  const names = [...new Set(series.map(({ contender }) => contender))]
  const cell = (name: string, column: string): string => {
    const found = series.find((line) => line.contender === name && line.metric === column)
    return found ? shown(median(found.values)) : ''
  }
  const lines = names.map((name) => [name, '', ...columns.map((column) => cell(name, column))])
  return aligned([['', '', ...columns], ...lines])
}
