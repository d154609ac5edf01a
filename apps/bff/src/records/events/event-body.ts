import type { WebhookEvent } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import type { Deps } from '../../ports/deps.ts'
import type { EventRow } from './store.ts'

/** What the partner sees of an event's row. */
export type EventFacts = Pick<
  EventRow,
  'id' | 'sequence' | 'category' | 'type' | 'status' | 'object' | 'changes' | 'created_at'
>

/** An event as history and pushed calls show it; the six standard members first. */
export function eventBody(deps: Pick<Deps, 'config'>, row: EventFacts) {
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

/** The exact text that is signed and sent: the same bytes with each attempt. */
export const bodyText = (deps: Pick<Deps, 'config'>, row: EventFacts): string =>
  JSON.stringify(eventBody(deps, row))
