import { z } from 'zod'
import { optionalText, text, timestamp } from '../base/common.ts'

/** operations.md 11.9. */
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
    endpointId: z.string(),
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
    /** Why it is SKIPPED or CANCELLED: FILTERED, DISABLED, ENDPOINT_REPLACED, ENDPOINT_DELETED; else ''. */
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
    endpointId: z.string(),
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

/** What the operations of one endpoint take and answer, with its id in the path and without. */
export const webhookBodies = {
  rotateSecret: z.object({ overlapHours: z.int().min(0).max(168).optional() }),
  setOverlap: z.object({ hours: z.int().min(0).max(168) }),
  resume: z.object({
    /** After DISABLED: the first event to send; by default the first that was skipped. */
    fromSequence: z.int().min(1).optional(),
  }),
  test: z.object({
    /** Goes along as `eventObject.sample`, at most 8 KiB of JSON. */
    sample: z.record(z.string(), z.unknown()).optional(),
  }),
}
export const rotatedSecret = z.object({
  signingSecret: z.string(),
  previousValidUntil: timestamp(),
})
export const secretHints = z.object({ secrets: z.array(SecretHint) })
export const testedWebhook = z.object({ eventId: z.string(), deliveryId: z.string() })
