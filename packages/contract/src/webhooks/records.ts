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
    webhookUrl: z
      .string()
      .describe(
        'Address that events are sent to: https and a public host; the sandbox also takes http and loopback. At most 2,048 characters.',
      ),
    description: optionalText().optional().describe('What the endpoint is for, in your own words.'),
    events: z
      .array(text(60))
      .max(100)
      .optional()
      .describe(
        'Categories such as `transfer`, or `category.type` such as `kyc.transitioned`; absent or empty takes all.',
      ),
    retryPreset: z
      .enum(retryPresetNames)
      .optional()
      .describe(
        'How long a delivery that fails is attempted again: `standard` for days, `short` for minutes, `single` not at all.',
      ),
  })
  .meta({ id: 'RegisterWebhook' })

export const RegisteredWebhook = z
  .object({
    webhookUrl: z.string().describe('Address that events are sent to.'),
    signingSecret: z
      .string()
      .optional()
      .describe(
        'Secret of the signatures, `whsec_…`: at the first registration alone, and shown at no other time.',
      ),
    status: z.enum(webhookEndpointStatuses).describe('State of the endpoint.'),
    description: z.string().describe('What the endpoint is for; empty where nothing was given.'),
    events: z.array(z.string()).describe('Categories or types that it takes; empty takes all.'),
    retryPreset: z
      .enum(retryPresetNames)
      .describe('How long a delivery that fails is attempted again.'),
    version: z.int().describe('Rises with each change of the endpoint; `If-Match` names it.'),
    updatedAt: timestamp().describe('When it was last changed.'),
  })
  .meta({ id: 'RegisteredWebhook' })

/** A secret as it may be shown: its last four characters. */
export const SecretHint = z.object({
  secretId: z.string().describe('Id of the secret.'),
  hint: z.string().describe('Its last four characters.'),
  createdAt: timestamp().describe('When it was made.'),
  validUntil: timestamp()
    .optional()
    .describe('Until then it signs beside the newest; absent for the newest.'),
})

/** The endpoint with what the last 24 hours were like. Without a registration `webhookUrl` is ''. */
export const WebhookEndpoint = z
  .object({
    webhookUrl: z
      .string()
      .describe('Address that events are sent to; empty without a registration.'),
    status: z
      .enum(webhookEndpointStatuses)
      .optional()
      .describe('State of the endpoint; absent without a registration.'),
    statusReason: z
      .string()
      .describe('Why it is DISABLED or DEGRADED: RECEIVER_GONE or ONLY_FAILURES; otherwise empty.'),
    description: z.string().describe('What the endpoint is for; empty where nothing was given.'),
    events: z.array(z.string()).describe('Categories or types that it takes; empty takes all.'),
    retryPreset: z
      .enum(retryPresetNames)
      .describe('How long a delivery that fails is attempted again.'),
    version: z.int().describe('Rises with each change of the endpoint; `If-Match` names it.'),
    createdAt: timestamp()
      .optional()
      .describe('When it was registered; absent without a registration.'),
    updatedAt: timestamp()
      .optional()
      .describe('When it was last changed; absent without a registration.'),
    secrets: z.array(SecretHint).describe('Secrets that sign now, the newest first.'),
    failingSince: timestamp()
      .optional()
      .describe('Since when every attempt failed; absent where the last one succeeded.'),
    heldUntil: timestamp()
      .optional()
      .describe('After failures in a row nothing is sent before this time; absent otherwise.'),
    skippedFrom: z
      .int()
      .optional()
      .describe(
        'Sequence of the first event that was skipped because the endpoint is disabled; absent where none was.',
      ),
    lastSequence: z.int().describe('Sequence of the newest event of the partner.'),
    day: z
      .object({
        attempts: z.int().describe('How many attempts were made.'),
        succeeded: z.int().describe('How many of them were answered with 2xx.'),
        medianMs: z
          .int()
          .describe(
            'Milliseconds that half of the answers took at most; 0 where nothing was sent.',
          ),
        p95Ms: z
          .int()
          .describe('Milliseconds that 95 of 100 answers took at most; 0 where nothing was sent.'),
        delivered: z.int().describe('How many events were delivered.'),
        deliveredFirst: z.int().describe('How many of these at their first attempt.'),
        open: z.int().describe('How many still wait for an attempt.'),
        exhausted: z.int().describe('How many were given up after their last attempt.'),
      })
      .describe('What the last 24 hours were like.'),
    lastFailure: z
      .object({
        at: timestamp().describe('When it was made.'),
        httpStatus: z.int().nullable().describe('Status of the answer; null where none came.'),
        error: z.string().describe('What went wrong, as text.'),
        deliveryId: z.string().describe('Id of its delivery, `dlv_…`.'),
      })
      .optional()
      .describe('The newest attempt that failed; absent where none did.'),
  })
  .meta({ id: 'WebhookEndpoint' })

export const DeliveryAttempt = z.object({
  at: timestamp().describe('When it was made.'),
  httpStatus: z.int().nullable().describe('Status of the answer; null where none came.'),
  durationMs: z.int().describe('Milliseconds until the answer, or until it was given up.'),
  error: z.string().describe('What went wrong, as text; empty where the attempt succeeded.'),
  bodyExcerpt: z
    .string()
    .describe('The first 4 KiB of the answer as text; in lists its first 200 characters.'),
  number: z.int().describe('Its number among the attempts of the delivery, from 1.'),
  trigger: z
    .enum(['SCHEDULE', 'MANUAL', 'RECOVERY'])
    .describe('Whether the schedule, a person or a recovery asked for it.'),
  requestHeaders: z
    .record(z.string(), z.string())
    .describe('Headers that were sent beside the body.'),
  responseHeaders: z.record(z.string(), z.string()).describe('Headers of the answer.'),
  retryAfterSeconds: z
    .int()
    .optional()
    .describe('Seconds that the receiver asked to wait; absent where it did not.'),
})

export const Delivery = z
  .object({
    deliveryId: z.string().describe('Id of the delivery, `dlv_…`.'),
    endpointId: z.string().describe('Id of the endpoint that it goes to, `whe_…`.'),
    eventId: z.string().describe('Id of the event, `evt_…`.'),
    eventCategory: z.string().describe('Category of the event, such as `transfer`.'),
    eventType: z.string().describe('Type of the event, such as `transitioned`.'),
    eventStatus: z.string().describe('Status of the event, such as `funds_received`.'),
    sequence: z.int().describe('Number of the event in the partner’s stream.'),
    objectStatus: z
      .string()
      .describe('State of the event’s record after it; empty where the event is about none.'),
    objectPreviousStatus: z
      .string()
      .describe('State of the event’s record before it; empty where the event is about none.'),
    executionId: z
      .string()
      .describe('Id of the transfer that the event is about; empty of any other event.'),
    status: z.enum(deliveryStatuses).describe('State of the delivery.'),
    reason: z
      .string()
      .describe(
        'Why it is SKIPPED or CANCELLED: FILTERED, DISABLED, ENDPOINT_REPLACED or ENDPOINT_DELETED; otherwise empty.',
      ),
    attempts: z.array(DeliveryAttempt).describe('The attempts so far, the oldest first.'),
    attemptsMax: z.int().describe('How many attempts its schedule has.'),
    nextAttemptAt: timestamp()
      .optional()
      .describe('When it is attempted next; absent where it is not.'),
    url: z.string().describe('Address that it is sent to.'),
    recoveryId: z
      .string()
      .describe('Id of the recovery that sends it again, `rcv_…`; empty of any other.'),
    createdAt: timestamp().describe('When the delivery was made.'),
    deliveredAt: timestamp().optional().describe('When it was delivered; absent until then.'),
    body: z.string().optional().describe('The body as it is sent; in the detail alone.'),
  })
  .meta({ id: 'Delivery' })

/** COMPLETED: everything has been sent, or has ended. */
export const recoveryStates = ['RUNNING', 'COMPLETED', 'CANCELLED'] as const

export const Recovery = z
  .object({
    recoveryId: z.string().describe('Id of the recovery, `rcv_…`.'),
    endpointId: z.string().describe('Id of the endpoint that it sends to, `whe_…`.'),
    status: z.enum(recoveryStates).describe('State of the recovery.'),
    since: timestamp().describe('Events from this time on are sent again.'),
    until: timestamp().describe(
      'Events before this time; where 10,000 were not all, the time of the last: the next recovery begins there.',
    ),
    filter: z
      .enum(recoveryStatuses)
      .describe(
        'Which of them: MISSING those never delivered, FAILED those exhausted or still retrying, ALL everything, or a state.',
      ),
    ratePerSecond: z.int().describe('How many are sent in a second.'),
    scheduled: z.int().describe('How many events it sends.'),
    delivered: z.int().describe('How many were delivered so far.'),
    failed: z.int().describe('How many failed.'),
    waiting: z.int().describe('How many still wait.'),
    cancelled: z.int().describe('How many were cancelled.'),
    createdAt: timestamp().describe('When it was asked for.'),
  })
  .meta({ id: 'Recovery' })

export const CheckStep = z.object({
  name: z
    .enum(['ADDRESS', 'DNS', 'CONNECT', 'ANSWER'])
    .describe('What was checked: the address, its DNS entry, the connection, the answer.'),
  ok: z.boolean().describe('Whether it is as it has to be.'),
  detail: z.string().describe('What was found, or what is wrong, as text.'),
})

/** What the operations of one endpoint take and answer, with its id in the path and without. */
export const webhookBodies = {
  rotateSecret: z.object({
    overlapHours: z
      .int()
      .min(0)
      .max(168)
      .optional()
      .describe('Hours for which the old secret signs beside the new; 24 when absent.'),
  }),
  setOverlap: z.object({
    hours: z
      .int()
      .min(0)
      .max(168)
      .describe('Hours from now for which the old secret still signs; 0 ends it at once.'),
  }),
  resume: z.object({
    fromSequence: z
      .int()
      .min(1)
      .optional()
      .describe('After DISABLED the first event to send; the first that was skipped when absent.'),
  }),
  test: z.object({
    sample: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Goes along as `eventObject.sample`, at most 8 KiB of JSON.'),
  }),
}
export const rotatedSecret = z.object({
  signingSecret: z.string().describe('The new secret, `whsec_…`, shown this once.'),
  previousValidUntil: timestamp().describe('Until then the old secret signs beside it.'),
})
export const secretHints = z.object({
  secrets: z.array(SecretHint).describe('Secrets that sign now, the newest first.'),
})
export const testedWebhook = z.object({
  eventId: z.string().describe('Id of the test event, `evt_…`.'),
  deliveryId: z.string().describe('Id of its delivery, `dlv_…`.'),
})
