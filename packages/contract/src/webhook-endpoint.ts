import { z } from 'zod'
import {
  anyTimestamp,
  enveloped,
  listed,
  optionalText,
  pageQuery,
  recordId,
  sortBy,
  text,
  timestamp,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'

const at = <const P extends string>(path: P) => `/api/v1/partner/${path}` as const

/** operations.md, 11.9. */
export const webhookEndpointStatuses = [
  'UNVERIFIED',
  'ACTIVE',
  'DEGRADED',
  'DISABLED',
  'PAUSED',
] as const
export const deliveryStatuses = [
  'PENDING',
  'IN_FLIGHT',
  'RETRYING',
  'DELIVERED',
  'EXHAUSTED',
  'SKIPPED',
  'CANCELLED',
] as const
export const retryPresetNames = ['standard', 'short', 'single'] as const
/**
 * What a recovery sends again: MISSING is every selected event that was never delivered, FAILED what
 * is exhausted or still retrying, ALL everything, DELIVERED or not; else the state itself.
 */
export const recoveryStatuses = [
  'MISSING',
  'FAILED',
  'ALL',
  'RETRYING',
  'DELIVERED',
  'EXHAUSTED',
  'SKIPPED',
  'CANCELLED',
] as const

export const RegisterWebhook = z
  .object({
    /** https and a public host; the sandbox also takes http and loopback. At most 2,048 characters. */
    webhookUrl: z.string(),
    description: optionalText().optional(),
    /** Categories, or category.type; absent or empty takes all. */
    events: z.array(text(60)).max(100).optional(),
    retryPreset: z.enum(retryPresetNames).optional(),
  })
  .meta({ id: 'RegisterWebhook' })

export const RegisteredWebhook = z
  .object({
    webhookUrl: z.string(),
    /** `whsec_…`; at the first registration alone, and shown at no other time. */
    signingSecret: z.string().optional(),
    status: z.enum(webhookEndpointStatuses),
    description: z.string(),
    events: z.array(z.string()),
    retryPreset: z.enum(retryPresetNames),
    version: z.int(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'RegisteredWebhook' })

/** A secret as it may be shown: its last four characters. */
export const SecretHint = z.object({
  secretId: z.string(),
  hint: z.string(),
  createdAt: timestamp(),
  /** Until then it signs beside the newest one; absent for the newest. */
  validUntil: timestamp().optional(),
})

/** The endpoint with what the last 24 hours were like. Without a registration `webhookUrl` is ''. */
export const WebhookEndpoint = z
  .object({
    webhookUrl: z.string(),
    status: z.enum(webhookEndpointStatuses).optional(),
    /** Why it is DISABLED or DEGRADED: RECEIVER_GONE, ONLY_FAILURES; '' otherwise. */
    statusReason: z.string(),
    description: z.string(),
    events: z.array(z.string()),
    retryPreset: z.enum(retryPresetNames),
    version: z.int(),
    createdAt: timestamp().optional(),
    updatedAt: timestamp().optional(),
    /** Newest first. */
    secrets: z.array(SecretHint),
    /** Since when every attempt failed; absent where the last one succeeded. */
    failingSince: timestamp().optional(),
    /** After failures in a row nothing is sent before this time. */
    heldUntil: timestamp().optional(),
    /** The sequence of the first event that was skipped because the endpoint is disabled. */
    skippedFrom: z.int().optional(),
    lastSequence: z.int(),
    day: z.object({
      attempts: z.int(),
      succeeded: z.int(),
      /** Milliseconds; 0 where nothing was sent. */
      medianMs: z.int(),
      p95Ms: z.int(),
      delivered: z.int(),
      /** Of these, at their first attempt. */
      deliveredFirst: z.int(),
      open: z.int(),
      exhausted: z.int(),
    }),
    lastFailure: z
      .object({
        at: timestamp(),
        httpStatus: z.int().nullable(),
        error: z.string(),
        deliveryId: z.string(),
      })
      .optional(),
  })
  .meta({ id: 'WebhookEndpoint' })

export const DeliveryAttempt = z.object({
  at: timestamp(),
  /** null where no answer came. */
  httpStatus: z.int().nullable(),
  durationMs: z.int(),
  /** '' where the attempt succeeded. */
  error: z.string(),
  /** The first 4 KiB of the answer as text; in lists its first 200 characters. */
  bodyExcerpt: z.string(),
  number: z.int(),
  trigger: z.enum(['SCHEDULE', 'MANUAL', 'RECOVERY']),
  /** What was sent beside the body. */
  requestHeaders: z.record(z.string(), z.string()),
  responseHeaders: z.record(z.string(), z.string()),
  /** The receiver's own wish, in seconds. */
  retryAfterSeconds: z.int().optional(),
})

export const Delivery = z
  .object({
    deliveryId: z.string(),
    eventId: z.string(),
    eventCategory: z.string(),
    eventType: z.string(),
    eventStatus: z.string(),
    sequence: z.int(),
    /** The record's own status before and after, where the event is about one. */
    objectStatus: z.string(),
    objectPreviousStatus: z.string(),
    executionId: z.string(),
    status: z.enum(deliveryStatuses),
    /** Why it is SKIPPED or CANCELLED: FILTERED, DISABLED, ENDPOINT_REPLACED; '' otherwise. */
    reason: z.string(),
    attempts: z.array(DeliveryAttempt),
    /** How many attempts its schedule has. */
    attemptsMax: z.int(),
    nextAttemptAt: timestamp().optional(),
    url: z.string(),
    recoveryId: z.string(),
    createdAt: timestamp(),
    deliveredAt: timestamp().optional(),
    /** The body as it is sent; in the detail alone. */
    body: z.string().optional(),
  })
  .meta({ id: 'Delivery' })

export const Recovery = z
  .object({
    recoveryId: z.string(),
    status: z.enum(['RUNNING', 'COMPLETED', 'CANCELLED']),
    since: timestamp(),
    /** Where 10,000 events were not all, the time of the last one: the next recovery begins there. */
    until: timestamp(),
    filter: z.enum(recoveryStatuses),
    ratePerSecond: z.int(),
    scheduled: z.int(),
    delivered: z.int(),
    failed: z.int(),
    waiting: z.int(),
    cancelled: z.int(),
    createdAt: timestamp(),
  })
  .meta({ id: 'Recovery' })

export const CheckStep = z.object({
  name: z.enum(['ADDRESS', 'DNS', 'CONNECT', 'ANSWER']),
  ok: z.boolean(),
  /** What was found, or what is wrong, as text. */
  detail: z.string(),
})

const noWebhook = 'RECORD_NOT_FOUND'

/** The registered endpoint, its secrets and its deliveries (operations.md, part 8). */
export const webhookEndpoint = {
  registeredUrl: endpoint({
    id: 'webhooks.registeredUrl',
    module: 'webhooks',
    method: 'GET',
    path: at('registerPartnerWebhook'),
    summary: 'Read the registered URL; an empty text before any registration',
    response: z.object({ webhookUrl: z.string() }),
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
    body: z.object({ webhookUrl: z.string() }),
    response: enveloped(
      z.object({
        ok: z.boolean(),
        steps: z.array(CheckStep),
        httpStatus: z.int().nullable(),
        durationMs: z.int(),
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
    body: z.object({ overlapHours: z.int().min(0).max(168).optional() }),
    response: enveloped(z.object({ signingSecret: z.string(), previousValidUntil: timestamp() })),
    failures: [noWebhook, 'ILLEGAL_TRANSITION'],
  }),
  setOverlap: endpoint({
    id: 'webhooks.setOverlap',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/secret-overlap'),
    summary: 'Let old secrets sign for so many more hours; 0 ends them now',
    stepUp: true,
    body: z.object({ hours: z.int().min(0).max(168) }),
    response: enveloped(z.object({ secrets: z.array(SecretHint) })),
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
    body: z.object({
      /** After DISABLED: the first event to send; by default the first that was skipped. */
      fromSequence: z.int().min(1).optional(),
    }),
    response: enveloped(RegisteredWebhook.extend({ scheduled: z.int() })),
    failures: [noWebhook, 'ILLEGAL_TRANSITION', 'VERSION_CONFLICT'],
  }),
  test: endpoint({
    id: 'webhooks.test',
    module: 'webhooks',
    method: 'POST',
    path: at('webhook/test'),
    summary: 'Send a signed test event',
    body: z.object({
      /** Goes along as `eventObject.sample`, at most 8 KiB of JSON. */
      sample: z.record(z.string(), z.unknown()).optional(),
    }),
    response: enveloped(z.object({ eventId: z.string(), deliveryId: z.string() })),
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
      /** One state, or several separated by commas. */
      status: text().optional(),
      eventId: recordId().optional(),
      executionId: recordId().optional(),
      category: text(60).optional(),
      recoveryId: recordId().optional(),
      from: anyTimestamp().optional(),
      to: anyTimestamp().optional(),
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
      since: anyTimestamp(),
      until: anyTimestamp().optional(),
      /** MISSING by default. */
      status: z.enum(recoveryStatuses).optional(),
      /** How many are sent in a second; 50 by default. */
      ratePerSecond: z.int().min(1).max(500).optional(),
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
