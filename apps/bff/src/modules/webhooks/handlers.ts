import type { webhooks } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import type { Deps } from '../../ports/deps.ts'
import { deliveryHandlers } from './delivery-handlers.ts'
import { endpointHandlers } from './endpoint-handlers.ts'
import { endpointsHandlers } from './endpoints-handlers.ts'
import { eventBody } from '../../records/events/event-body.ts'
import type { WebhookService } from '../../records/events/history.ts'

/** Without `limit` the history answers with its newest 200 (operations.md 1). */
const eventsDefault = 200

export function webhookHandlers(service: WebhookService, deps: Deps): Handlers<typeof webhooks> {
  return {
    ...endpointHandlers(deps),
    ...endpointsHandlers(deps),
    ...deliveryHandlers(deps),
    events: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'events', query, { limit: eventsDefault })
      const { items, pagination } = await service.list(tx, caller, query, page)
      return { success: true, data: items.map((row) => eventBody(deps, row)), pagination }
    },
    stream: () => Promise.reject(new Error('the mount answers streams')),
  }
}
