import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '@corridor/contract/routes'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, judged } from '../measure/measure.ts'
import { customer } from '../setup/partner.ts'
import { percentile } from '../measure/statistics.ts'
import type { Call } from '../setup/receivers-child.ts'
import {
  go,
  partnerCount,
  quiet,
  type Receivers,
  startWebhookStack,
  type WebhookStack,
} from '../setup/webhooks.ts'

const perSecond = 50
const limitMs = 250
const aimMs = 50
const comeWithinMs = 30_000
/** The tenth is the one that may stall. */
const last = partnerCount - 1
const well = 'nine of ten, all well'
const stalling = 'nine, the tenth stalls'
const limit = 'goal 11'

/** Goal 11 and isolation: from the writing of an event until its first POST comes in. */
export const webhookLag: Bench = {
  name: 'webhook-lag',
  what: `from an event to its first POST at ${perSecond} events a second, and with one server that stalls`,
  run: async (options) => {
    const stack = await startWebhookStack()
    try {
      const series = await alternate(
        [
          { name: well, run: () => flow(stack, options, 0) },
          { name: stalling, run: () => flow(stack, options, null) },
          { name: limit, run: async () => ({ 'p99 ms': limitMs }) },
        ],
        options.rounds,
      )
      const less = { better: 'less' as const }
      return judged(series, [
        {
          ...less,
          ours: well,
          base: limit,
          metric: 'p99 ms',
          must: 1,
          aim: aimMs / limitMs,
        },
        {
          ...less,
          ours: stalling,
          base: well,
          metric: 'p95 ms',
          must: 1.2,
          aim: 1.1,
        },
      ])
    } finally {
      await stack.remove()
    }
  },
}

/** Customers are created over the API, by all partners in turn; each is an event. */
async function flow(stack: WebhookStack, { seconds }: BenchOptions, delayMs: number | null) {
  const { receivers, tokens } = stack
  receivers.delay(Array.from({ length: partnerCount }, (_, at) => (at === last ? delayMs : 0)))
  await quiet(stack)
  await go(stack)
  await receivers.take()
  const count = perSecond * seconds
  const started = performance.now()
  const created: Promise<void>[] = []
  for (let n = 0; n < count; n += 1) {
    await sleep(Math.max(0, started + (n * 1000) / perSecond - performance.now()))
    created.push(create(stack, tokens[n % partnerCount] ?? ''))
  }
  await Promise.all(created)
  const calls = await untilCame(receivers, (count / partnerCount) * last)
  const lags = calls.map(({ at, eventAt }) => at - eventAt)
  return {
    'p50 ms': percentile(lags, 0.5),
    'p95 ms': percentile(lags, 0.95),
    'p99 ms': percentile(lags, 0.99),
  }
}

/** What came to the nine, once so much has come. */
async function untilCame(receivers: Receivers, wanted: number): Promise<Call[]> {
  const deadline = performance.now() + comeWithinMs
  const calls: Call[] = []
  while (calls.length < wanted) {
    if (performance.now() > deadline) throw new Error(`${calls.length} of ${wanted} events came`)
    await sleep(200)
    calls.push(...(await receivers.take()).filter(({ server }) => server !== last))
  }
  return calls
}

async function create({ baseUrl }: WebhookStack, apiToken: string): Promise<void> {
  const { method, path } = routes.entities.create
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { 'x-api-token': apiToken, 'content-type': 'application/json' },
    body: JSON.stringify(customer()),
  })
  if (!answer.ok) throw new Error(`The customer was not created: ${await answer.text()}`)
  await answer.arrayBuffer()
}
