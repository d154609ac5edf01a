import type { webhooks, WebhookEvent } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import type { Handlers } from '../../api/handlers.ts'
import { readPage } from '../../api/paging.ts'
import type { Deps } from '../../deps.ts'
import type { WebhookService } from './service.ts'
import type { EventRow } from './store.ts'

/** Without `limit` the history answers with its newest 200 (operations.md, part 1). */
const eventsDefault = 200

export function webhookHandlers(service: WebhookService, deps: Deps): Handlers<typeof webhooks> {
  return {
    events: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'events', query, { limit: eventsDefault })
      const { items, pagination } = await service.list(tx, caller, query, page)
      return { success: true, data: items.map((row) => eventBody(deps, row)), pagination }
    },
    stream: () => Promise.reject(new Error('the mount answers streams')),
  }
}

/** An event as history and pushed calls show it; the six given members first. */
export function eventBody(
  deps: Pick<Deps, 'config'>,
  row: EventRow,
): z.output<typeof WebhookEvent> {
  return {
    eventId: formatId('evt', row.id),
    eventCategory: row.category,
    eventType: row.type,
    eventStatus: row.status,
    eventObject: row.object as z.output<typeof WebhookEvent>['eventObject'],
    createdAt: row.created_at.toISOString(),
    sequence: row.sequence ?? 0,
    ...(row.changes === null ? {} : { changes: row.changes as Record<string, unknown> }),
    apiVersion: 'v1',
    environment: deps.config.ENVIRONMENT,
  }
}
