import type { webhooks } from '@corridor/contract'
import { type Handlers, listed } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { deliveryHandlers } from './delivery-handlers.ts'
import { endpointHandlers } from './endpoint-handlers.ts'
import { endpointsHandlers } from './endpoints-handlers.ts'
import type { WebhookService } from '../../records/events/history.ts'

/** Without `limit` the history answers with its newest 200 (operations.md 1). */
const eventsDefault = 200

export function webhookHandlers(service: WebhookService, deps: Deps): Handlers<typeof webhooks> {
  return {
    ...endpointHandlers(deps),
    ...endpointsHandlers(deps),
    ...deliveryHandlers(deps),
    events: listed(deps, 'events', service.list, { limit: eventsDefault }),
    stream: () => Promise.reject(new Error('the mount answers streams')),
  }
}
