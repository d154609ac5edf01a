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
    eventId: z
      .string()
      .describe('Id of the event, `evt_…`: the same in each attempt to deliver it.'),
    eventCategory: z
      .string()
      .describe('Category of the event, such as `transfer`; more are added without notice.'),
    eventType: z.string().describe('Type of the event, such as `transitioned`.'),
    eventStatus: z.string().describe('Status of the event, such as `funds_received`.'),
    eventObject: z
      .looseObject({
        executionId: z.string().describe('Id of the transfer; empty where it is about none.'),
        transactionId: z
          .string()
          .describe('Your own name of the transfer or drawing; empty where it is about none.'),
        status: z
          .string()
          .describe('State of the record after the event; empty where it has none.'),
        previousStatus: z
          .string()
          .describe('State of the record before the event; empty for the first.'),
        entityId: z
          .string()
          .optional()
          .describe('Id of the customer, `ent_…`; absent where it is about none.'),
        bankStatus: z
          .object({
            status: z.string().describe('Status as the bank codes it (ISO 20022), such as RJCT.'),
            reasons: z
              .array(
                z.object({
                  code: z.string().describe('Reason as the bank codes it; empty without one.'),
                  texts: z.array(z.string()).describe('What the bank wrote about it.'),
                }),
              )
              .describe('Why, in the bank’s own words.'),
            at: timestamp().describe('When the bank wrote it.'),
          })
          .optional()
          .describe(
            'What the bank reported that caused it; absent where it was no report of a bank.',
          ),
        reserveFrameId: z
          .string()
          .optional()
          .describe('Id of the reserve frame, `rsv_…`; absent where it is about none.'),
        ltxId: z
          .string()
          .optional()
          .describe('Id of the drawing, `ltx_…`; absent where it is about none.'),
        jurisdictionId: z
          .string()
          .optional()
          .describe('Id of the jurisdiction, `jur_…`; absent where it is about none.'),
        jurisdictionIds: z
          .array(z.string())
          .optional()
          .describe('Ids of several jurisdictions; absent where it is about none.'),
      })
      .describe('The record that it is about, with further members by category.'),
    createdAt: timestamp().describe('When it happened.'),
    sequence: z.int().describe('Number of the event among yours, rising.'),
    changes: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('What changed, member by member; absent where nothing did.'),
    apiVersion: z.string().describe('Version of the API, `v1`.'),
    environment: z.string().describe('Whether it comes from `sandbox` or `live`.'),
  })
  .meta({ id: 'WebhookEvent' })

/** One line of the live stream. */
export const StreamMessage = z
  .object({
    kind: z.string().describe('Kind of the record that changed, such as transfer.'),
    id: z.string().describe('Id of the record.'),
    version: z.int().describe('Version of the record from now on.'),
  })
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
      category: text(60).optional().describe('Category of the event, such as `transfer`.'),
      type: text(60).optional().describe('Type of the event, such as `transitioned`.'),
      status: text(60).optional().describe('Status of the event, such as `funds_received`.'),
      executionId: recordId().optional(),
      entityId: recordId().optional(),
      createdFrom: anyTimestamp().optional().describe('Events of this time or later.'),
      createdTo: anyTimestamp().optional().describe('Events of this time or before.'),
      q: text()
        .optional()
        .describe('Part of the category, type or status, or of a member of `eventObject`.'),
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
