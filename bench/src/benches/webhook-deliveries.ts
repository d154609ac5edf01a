import { setTimeout as sleep } from 'node:timers/promises'
import { createOutbox } from '../baselines/outbox.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { type Figures, alternate, judged } from '../measure/measure.ts'
import {
  deliveredWithin,
  go,
  partnerCount,
  plant,
  quiet,
  startWebhookStack,
  type WebhookStack,
} from '../setup/webhooks.ts'

const slowMs = 5_000
/** More than any of the nine can be sent in a second. */
const perSecond = 800
const ours = 'webhooks, ten partners, one slow'
const base = 'outbox drain'

/** Goal 10: a backlog of ten partners is sent, one of whom takes five seconds to answer. */
export const webhookDeliveries: Bench = {
  name: 'webhook-deliveries',
  what: 'deliveries a second to ten local servers, one of them slow, against a bare outbox',
  run: async (options) => {
    const stack = await startWebhookStack()
    const outbox = await createOutbox(stack.dataDir)
    try {
      const series = await alternate(
        [
          { name: ours, run: () => send(stack, options) },
          { name: base, run: () => outbox.drain(options.seconds) },
        ],
        options.rounds,
      )
      return judged(series, [{ ours, base, metric: 'rate/s', better: 'more', must: 0.2, aim: 0.4 }])
    } finally {
      await outbox.drop()
      await stack.remove()
    }
  },
}

async function send(stack: WebhookStack, { seconds }: BenchOptions): Promise<Figures> {
  stack.receivers.delay(Array.from({ length: partnerCount }, (_, at) => (at === 0 ? slowMs : 0)))
  await plant(stack, Math.ceil(perSecond * seconds))
  await go(stack)
  const started = performance.now()
  await sleep(seconds * 1000)
  const count = await deliveredWithin(stack, performance.now() - started)
  const took = (performance.now() - started) / 1000
  await quiet(stack)
  await stack.receivers.take()
  return { 'rate/s': count / took }
}
