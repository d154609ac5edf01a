import { setTimeout as sleep } from 'node:timers/promises'
import { asAdmin } from '../measure/admin.ts'
import { getRequest, load, loadAndKeep, overload } from '../load/load.ts'
import { lanes } from '../measure/loops.ts'
import type { Figures } from '../measure/measure.ts'
import { processTree, residentMiB } from '../measure/processes.ts'
import {
  executeRequests,
  flows,
  type Parties,
  quoteId,
  simulated,
  simulateRequests,
  started,
  startBankedStack,
} from '../setup/banked.ts'
import { bookDeposits, untilOver } from '../setup/deposits.ts'
import { type BenchStack, createWallets, transfer, type Wallet } from '../setup/partner.ts'
import { forwardDeposits, openAccounts } from '../setup/routed.ts'
import { pagePath } from '../setup/transfers-page.ts'
import type { Steps } from './bases.ts'

const [usual, most] = [16, 256] as const
const pairs = 64
const forwardedPerSecond = 250
const readIds = 20
const shownRows = 20

/** One program with all that is asked of it. What a step leaves is what the steps after it meet. */
export type Side = { stack: BenchStack; steps: Steps }

/** The simulated bank answers at once; a program without the setting waits as it always does. */
export const withoutWaiting = { BANK_SETTLE_MS: '0' }

/** @param checkout another one, which is built: its program is run */
export async function startSide(seconds: number, checkout?: string): Promise<Side> {
  const { stack, parties } = await startBankedStack(pairs, { checkout }, withoutWaiting)
  const wallets = await createWallets(stack, usual)
  return {
    stack,
    steps: {
      ...(await byBank(stack, parties, seconds)),
      ...walletSteps(stack, wallets, seconds),
      ...(await forwardingSteps(stack, seconds)),
      // Once it is quiet: what is taken for a load is given back a second after it.
      memory: () => sleep(2_000).then(() => ({ MiB: memoryOf(stack) })),
    },
  }
}

async function byBank(stack: BenchStack, parties: Parties[], seconds: number): Promise<Steps> {
  const { port } = stack
  const headers = { 'x-api-token': stack.apiToken }
  const { version } = await simulated(stack, parties[0] ?? none())
  const durationMs = seconds * 1000
  const requests = simulateRequests(stack, parties)
  const page = getRequest(pagePath(shownRows), headers)
  let quotes: string[] = []
  let read: string[] = []

  /** Quotes with these callers; the step after it executes just these. */
  const simulate = (connections: number) => async (): Promise<Figures> => {
    const job = { port, requests, connections, warmUpMs: 500, durationMs, capture: quoteId }
    const { figures, captured } = await asked(connections)(job)
    quotes = captured
    return figures
  }
  const execute = (connections: number) => async (): Promise<Figures> => {
    const taken = executeRequests(stack, version, quotes)
    read = quotes.slice(0, readIds)
    const job = { port, requests: taken, connections, warmUpMs: 200, durationMs, once: true }
    return (await asked(connections)(job)).figures
  }
  const reading = (list: () => string[]) => () =>
    load({ port, requests: list(), connections: usual, warmUpMs: 500, durationMs })
  const deposits = () =>
    asAdmin(stack.dataDir, 'corridor', async (admin) => {
      const begun = performance.now()
      const count = await bookDeposits(admin)
      await untilOver(admin)
      return { 'rate/s': (count * 1000) / (performance.now() - begun) }
    })
  const mixed = async (): Promise<Figures> => {
    for (const pair of parties.slice(0, shownRows / 2)) await started(stack, pair)
    return reading(() => [page])()
  }
  const flow = (count: number) => () => flows(stack, { parties, version, lanes: count, seconds })
  return {
    simulate: simulate(usual),
    execute: execute(usual),
    [`simulate c=${most}`]: simulate(most),
    [`execute c=${most}`]: execute(most),
    'list waiting': reading(() => [page]),
    'deposits in a batch': deposits,
    'list completed': reading(() => [page]),
    'list mixed': mixed,
    GET: reading(() => read.map((id) => getRequest(`${transferPath}/${id}`, headers))),
    'flow c=16': flow(16),
    'flow c=64': flow(64),
    'flow c=128': flow(128),
  }
}

const transferPath = '/api/v1/xfer/transaction/transfer'

/** Of so many callers some may be refused; of a few none. */
const asked = (connections: number) => (connections === most ? overload : loadAndKeep)

function walletSteps(stack: BenchStack, wallets: readonly Wallet[], seconds: number): Steps {
  const at = (index: number): Wallet => wallets[index % wallets.length] ?? none()
  const single = async (lane: number) => {
    const { wholeMs, executeMs } = await transfer(stack.client, at(lane), at(lane + 1))
    return { whole: wholeMs, 'from transfer call': executeMs }
  }
  return {
    'wallet transfer c=1': () => lanes(1, seconds, single),
    'wallet transfer c=16': () => lanes(usual, seconds, single),
  }
}

async function forwardingSteps(stack: BenchStack, seconds: number): Promise<Steps> {
  const accounts = await openAccounts(stack, pairs, true)
  const count = Math.ceil(seconds * forwardedPerSecond)
  return {
    'pay-in forwarding': async () => {
      const { takenMs, doneMs } = await forwardDeposits(stack, accounts, count)
      return { 'rate/s': (count * 1000) / doneMs, 'taken in/s': (count * 1000) / takenMs }
    },
  }
}

/** Of the program's own processes; its database and its chain are none of them. */
export function memoryOf(stack: BenchStack): number {
  const own = processTree(stack.pid()).filter(({ command }) => !/^(postgres|anvil)/.test(command))
  return residentMiB(own.map(({ pid }) => pid))
}

function none(): never {
  throw new Error('an empty list')
}
