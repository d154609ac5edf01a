import { z } from 'zod'
import {
  anyTimestamp,
  enveloped,
  listed,
  pageQuery,
  recordId,
  sortBy,
  text,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import {
  CheckStep,
  Delivery,
  Recovery,
  recoveryStatuses,
  RegisteredWebhook,
  RegisterWebhook,
  rotatedSecret,
  secretHints,
  testedWebhook,
  webhookBodies,
  WebhookEndpoint,
} from './webhooks/records.ts'

const at = <const P extends string>(path: P) => `/api/v1/partner/${path}` as const

const noWebhook = 'RECORD_NOT_FOUND'

/** The registered endpoint, its secrets and its deliveries (operations.md 8). */
export const webhookEndpoint = {
  registeredUrl: endpoint({
    id: 'webhooks.registeredUrl',
    module: 'webhooks',
    method: 'GET',
    path: at('registerPartnerWebhook'),
    summary: 'Read the registered URL; an empty text before any registration',
    response: z.object({
      webhookUrl: z
        .string()
        .describe('Address that events are sent to; empty before any registration.'),
    }),
    failures: [],
  }),
  register: endpoint({
    id: 'webhooks.register',
    module: 'webhooks',
    method: 'PUT',
    path: at('registerPartnerWebhook'),
    summary: 'Register or change the webhook; a signed test event follows',
    stepUp: true,
    body: RegisterWebhook,
    response: enveloped(RegisteredWebhook),
    failures: ['WEBHOOK_URL_INVALID', 'VERSION_CONFLICT'],
    approval: 'request',
  }),
  endpoint: endpoint({
    id: 'webhooks.endpoint',
    module: 'webhooks',
    method: 'GET',
    path: at('webhook'),
    summary: 'Read the endpoint with its state, its secrets’ ends and its last 24 hours',
    response: enveloped(WebhookEndpoint),
    failures: [],
  }),
  check: endpoint({
    id: 'webhooks.check',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/check'),
    summary: 'Try an address before it is saved: name, connection, and the answer to a signed ping',
    body: z.object({ webhookUrl: z.string().describe('Address to try.') }),
    response: enveloped(
      z.object({
        ok: z.boolean().describe('Whether all steps are as they have to be.'),
        steps: z
          .array(CheckStep)
          .describe('What was checked, in its order, up to the first that failed.'),
        httpStatus: z.int().nullable().describe('Status of the answer; null where none came.'),
        durationMs: z.int().describe('Milliseconds until the answer, or until it was given up.'),
      }),
    ),
    failures: [],
  }),
  rotateSecret: endpoint({
    id: 'webhooks.rotateSecret',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/rotate-secret'),
    summary: 'Make a new signing secret; the old one signs beside it for 24 hours',
    stepUp: true,
    body: webhookBodies.rotateSecret,
    response: enveloped(rotatedSecret),
    failures: [noWebhook, 'ILLEGAL_TRANSITION'],
  }),
  setOverlap: endpoint({
    id: 'webhooks.setOverlap',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/secret-overlap'),
    summary: 'Let old secrets sign for so many more hours; 0 ends them now',
    stepUp: true,
    body: webhookBodies.setOverlap,
    response: enveloped(secretHints),
    failures: [noWebhook, 'ILLEGAL_TRANSITION'],
  }),
  pause: endpoint({
    id: 'webhooks.pause',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/pause'),
    summary: 'Send nothing for now; events are kept',
    response: enveloped(RegisteredWebhook),
    failures: [noWebhook, 'ILLEGAL_TRANSITION', 'VERSION_CONFLICT'],
  }),
  resume: endpoint({
    id: 'webhooks.resume',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/resume'),
    summary: 'Go on after a pause, or enable a disabled endpoint from a chosen event on',
    body: webhookBodies.resume,
    response: enveloped(
      RegisteredWebhook.extend({
        scheduled: z.int().describe('How many kept events are sent now.'),
      }),
    ),
    failures: [noWebhook, 'ILLEGAL_TRANSITION', 'VERSION_CONFLICT'],
  }),
  test: endpoint({
    id: 'webhooks.test',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/test'),
    summary: 'Send a signed test event',
    body: webhookBodies.test,
    response: enveloped(testedWebhook),
    failures: [noWebhook, 'ILLEGAL_TRANSITION'],
  }),
  deliveries: endpoint({
    id: 'webhooks.deliveries',
    module: 'webhooks',
    method: 'GET',
    path: at('webhook/deliveries'),
    summary: 'List deliveries, newest first',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      status: text().optional().describe('State of the delivery, or several separated by commas.'),
      endpointId: recordId()
        .optional()
        .describe('Id of the endpoint, `whe_…`, a deleted one too; all endpoints when absent.'),
      eventId: recordId().optional(),
      executionId: recordId().optional(),
      category: text(60).optional().describe('Category of the event, such as `transfer`.'),
      recoveryId: recordId().optional(),
      from: anyTimestamp().optional().describe('Deliveries of this time or later.'),
      to: anyTimestamp().optional().describe('Deliveries of this time or before.'),
    }),
    response: listed(Delivery),
    failures: ['CURSOR_INVALID'],
  }),
  delivery: endpoint({
    id: 'webhooks.delivery',
    module: 'webhooks',
    method: 'GET',
    path: at('webhook/deliveries/{deliveryId}'),
    summary: 'Read a delivery with its attempts and its body',
    params: z.object({ deliveryId: recordId() }),
    response: enveloped(Delivery),
    failures: ['RECORD_NOT_FOUND'],
  }),
  redeliver: endpoint({
    id: 'webhooks.redeliver',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/deliveries/{deliveryId}/redeliver'),
    summary: 'Send a delivery again at once, with the same event id',
    params: z.object({ deliveryId: recordId() }),
    response: enveloped(Delivery),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
  recover: endpoint({
    id: 'webhooks.recover',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/recover'),
    summary: 'Send again what was not delivered since a time; at most 10,000 events a call',
    body: z.object({
      since: anyTimestamp().describe('Events from this time on are sent again.'),
      until: anyTimestamp().optional().describe('Events before this time; up to now when absent.'),
      endpointId: recordId()
        .optional()
        .describe('Id of the endpoint to send to, `whe_…`; the primary one when absent.'),
      status: z.enum(recoveryStatuses).optional().describe('Which events; MISSING when absent.'),
      ratePerSecond: z
        .int()
        .min(1)
        .max(500)
        .optional()
        .describe('How many are sent in a second; 50 when absent.'),
    }),
    response: enveloped(Recovery),
    failures: [noWebhook, 'ILLEGAL_TRANSITION'],
  }),
  recovery: endpoint({
    id: 'webhooks.recovery',
    module: 'webhooks',
    method: 'GET',
    path: at('webhook/recover/{recoveryId}'),
    summary: 'Read how far a recovery has come',
    params: z.object({ recoveryId: recordId() }),
    response: enveloped(Recovery),
    failures: ['RECORD_NOT_FOUND'],
  }),
  cancelRecovery: endpoint({
    id: 'webhooks.cancelRecovery',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/recover/{recoveryId}/cancel'),
    summary: 'Stop a recovery; what it has not sent yet returns to its state before',
    params: z.object({ recoveryId: recordId() }),
    response: enveloped(Recovery),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
}
