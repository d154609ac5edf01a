import { Counter, Histogram, type Registry } from 'prom-client'
import { isSuccess } from './attempt-rules.ts'
import type { DeliveryChange } from './attempt-store.ts'

/** Counts attempts, and times how long an event waits for its first. */
export type DeliveryMetrics = { attempt(change: DeliveryChange): void }

const attemptsName = 'webhook_attempts_total'
const lagName = 'webhook_first_attempt_lag_seconds'

/** @throws where the registry has them already */
export function createDeliveryMetrics(registry: Registry): DeliveryMetrics {
  const attempts = new Counter({
    name: attemptsName,
    help: 'Webhook attempts by what came of them',
    labelNames: ['outcome', 'status'],
    registers: [registry],
  })
  const lag = new Histogram({
    name: lagName,
    help: 'From an event to the first attempt of its delivery, in service time',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    registers: [registry],
  })
  return {
    attempt: ({ attempt, status }) => {
      const { delivery, httpStatus, at } = attempt
      const outcome = isSuccess({ httpStatus }) ? 'success' : httpStatus ? 'refused' : 'no_answer'
      attempts.inc({ outcome, status })
      if (delivery.attempts === 0 && delivery.trigger === 'SCHEDULE')
        lag.observe((at.getTime() - delivery.event_at.getTime()) / 1000)
    },
  }
}
