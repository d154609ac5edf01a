import { load, loadAndKeep } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, type Contender, type Goal, judged } from '../measure/measure.ts'
import {
  executeRequests,
  type Parties,
  quoteId,
  simulated,
  simulateRequests,
  startBankedStack,
} from '../setup/banked.ts'
import type { BenchStack } from '../setup/partner.ts'

const pairs = 64
const connections = 16

/** All transfers between the same two accounts, against as many between others each time. */
export const hotAccounts: Bench = {
  name: 'hot-accounts',
  what: `simulate and execute between two accounts, against ${pairs} pairs of accounts, ${connections} connections`,
  run: async (options) => {
    const { stack, parties } = await startBankedStack(pairs)
    try {
      const [first] = parties
      if (!first) throw new Error('no parties')
      const { version } = await simulated(stack, first)
      const series = await alternate(
        [
          ...taken(stack, 'spread', { parties, version, ...options }),
          ...taken(stack, 'hot accounts', { parties: [first], version, ...options }),
        ],
        options.rounds,
      )
      return judged(series, goals)
    } finally {
      await stack.remove()
    }
  },
}

const goals = ['simulate', 'execute'].map((what): Goal => ({
  ours: `${what} hot accounts`,
  base: `${what} spread`,
  metric: 'rate/s',
  must: 0.4,
  aim: 0.7,
  better: 'more',
}))

/** Quotes, and in the turn after it the execution of just these quotes. */
function taken(
  stack: BenchStack,
  name: string,
  of: BenchOptions & { parties: readonly Parties[]; version: string },
): Contender[] {
  const job = { port: stack.port, connections, durationMs: of.seconds * 1000 }
  let quotes: string[] = []
  return [
    {
      name: `simulate ${name}`,
      run: async () => {
        const requests = simulateRequests(stack, of.parties)
        const made = await loadAndKeep({ ...job, requests, warmUpMs: 500, capture: quoteId })
        quotes = made.captured
        return made.figures
      },
    },
    {
      name: `execute ${name}`,
      run: () => {
        const requests = executeRequests(stack, of.version, quotes)
        return load({ ...job, requests, warmUpMs: 200, once: true })
      },
    },
  ]
}
