import { z } from 'zod'
import {
  anyTimestamp,
  listed,
  pageQuery,
  recordId,
  sortBy,
  text,
  timestamp,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { fieldsOf } from './base/selection.ts'
import { webhookEndpoint } from './webhook-endpoint.ts'
import { webhookEndpoints } from './webhooks/endpoints.ts'

/** The event of interface-specification.md 2; categories, types and statuses are open values. */
export const WebhookEvent = z
  .object({
    eventId: z.string(),
    eventCategory: z.string(),
    eventType: z.string(),
    eventStatus: z.string(),
    eventObject: z.looseObject({
      executionId: z.string(),
      transactionId: z.string(),
      status: z.string(),
      previousStatus: z.string(),
      /** What else it is about, where there is such a record. */
      entityId: z.string().optional(),
      reserveFrameId: z.string().optional(),
      ltxId: z.string().optional(),
      jurisdictionId: z.string().optional(),
      jurisdictionIds: z.array(z.string()).optional(),
    }),
    createdAt: timestamp(),
    sequence: z.int(),
    changes: z.record(z.string(), z.unknown()).optional(),
    apiVersion: z.string(),
    environment: z.string(),
  })
  .meta({ id: 'WebhookEvent' })

/** One line of the live stream. */
export const StreamMessage = z
  .object({ kind: z.string(), id: z.string(), version: z.int() })
  .meta({ id: 'StreamMessage' })

export const webhooks = {
  ...webhookEndpoint,
  ...webhookEndpoints,
  events: endpoint({
    id: 'webhooks.events',
    module: 'webhooks',
    method: 'GET',
    path: '/api/v1/xfer/utility/webhook/events',
    summary: 'List events, newest first',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      category: text(60).optional(),
      type: text(60).optional(),
      status: text(60).optional(),
      executionId: recordId().optional(),
      entityId: recordId().optional(),
      createdFrom: anyTimestamp().optional(),
      createdTo: anyTimestamp().optional(),
      q: text().optional(),
      fields: fieldsOf(WebhookEvent),
    }),
    response: listed(WebhookEvent),
    failures: ['CURSOR_INVALID'],
  }),
  stream: endpoint({
    id: 'webhooks.stream',
    module: 'webhooks',
    method: 'GET',
    path: '/api/v1/xfer/utility/events/stream',
    summary: 'Live stream of changes as server-sent events',
    response: StreamMessage,
    failures: [],
    stream: true,
  }),
}
