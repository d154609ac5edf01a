import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { startDeliverer } from './delivery/deliverer.ts'
import { createDeliveryMetrics } from './delivery/metrics.ts'
import { deliveryRetention } from './delivery/retention.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [
  { start: () => startDeliverer(deps, { metrics: createDeliveryMetrics(deps.metrics) }) },
  deliveryRetention(deps),
]
