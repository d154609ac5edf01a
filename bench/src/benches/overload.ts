import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { getRequest, load } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, type Contender, type Figures, type Goal, judged } from '../measure/measure.ts'
import { bankedParties, simulateRequests, startBankedStack } from '../setup/banked.ts'
import type { BenchStack } from '../setup/partner.ts'

const pairs = 16
const flooding = 256
const steady = 8
const warmUpMs = 500
const buildUpMs = 2_000
const list = `${routes.transfers.list.path}?limit=20`

const kinds = ['simulate', 'list'] as const
const nameOf = (kind: string, when: string) => `${kind} of the other, ${when}`
const goals = kinds.map((kind): Goal => ({
  ours: nameOf(kind, 'flood'),
  base: nameOf(kind, 'quiet'),
  metric: 'p95 ms',
  better: 'less',
  must: 2,
  aim: 1.5,
}))

/** One partner's flood, and what another partner sees of it. */
export const overload: Bench = {
  name: 'overload',
  what: `${steady} connections of one partner, while another simulates and lists on ${flooding} as fast as it is answered`,
  run: async (options) => {
    const { stack, parties } = await startBankedStack(pairs)
    try {
      const apiToken = stack.sandbox().partners[1]?.apiToken ?? ''
      const client = createClient({ baseUrl: stack.baseUrl, apiToken })
      const other: BenchStack = { ...stack, apiToken, client }
      const own = {
        simulate: simulateRequests(other, await bankedParties(other, pairs, 1)),
        list: listRequests(other),
      }
      const flood = simulateRequests(stack, parties).flatMap((request) => [
        request,
        ...listRequests(stack),
      ])
      const contenders = kinds.flatMap((kind): Contender[] => {
        const run = () => steadily(stack, own[kind], options)
        return [
          { name: nameOf(kind, 'quiet'), run },
          { name: nameOf(kind, 'flood'), run: () => inFlood(stack, flood, options, run) },
        ]
      })
      const series = await alternate(contenders, options.rounds)
      return judged(series, goals)
    } finally {
      await stack.remove()
    }
  },
}

const listRequests = ({ apiToken }: BenchStack) => [getRequest(list, { 'x-api-token': apiToken })]

async function steadily({ port }: BenchStack, requests: string[], { seconds }: BenchOptions) {
  const durationMs = seconds * 1000
  const figures = await load({ port, requests, connections: steady, warmUpMs, durationMs })
  // Without an answer there are no times: each was at least as long as the run.
  return figures['rate/s'] === 0 ? { ...figures, 'p95 ms': durationMs } : figures
}

/** The flood has built up before the other begins, and stays until after its end. */
async function inFlood(
  { port }: BenchStack,
  requests: string[],
  { seconds }: BenchOptions,
  work: () => Promise<Figures>,
): Promise<Figures> {
  const durationMs = seconds * 1000 + 2 * warmUpMs
  const flood = load({ port, requests, connections: flooding, warmUpMs: buildUpMs, durationMs })
  const worked = sleep(buildUpMs).then(work)
  const [figures, { 'rate/s': rate = 0, 'max ms': max = 0 }] = await Promise.all([worked, flood])
  return { ...figures, 'flood/s': rate, 'flood max ms': max }
}
