import type { Delivery } from '@corridor/contract'
import { formatId, type RetryPreset, retryPresets, deliveryStates } from '@corridor/domain'
import type { z } from 'zod'
import { deliveryHeaders } from './headers.ts'
import type { AttemptRow, DeliveryRecord } from './store.ts'

type Body = z.output<typeof Delivery>

/** A delivery with its attempts, the oldest first; `presets` by endpoint. */
export function deliveryBody(
  row: DeliveryRecord,
  attempts: readonly AttemptRow[],
  presets: ReadonlyMap<string, RetryPreset>,
): Body {
  const { next_attempt_at: next, delivered_at: delivered } = row
  const isEnded = deliveryStates[row.status].isCalledOff
  return {
    deliveryId: formatId('dlv', row.id),
    endpointId: formatId('whe', row.endpoint_id),
    eventId: formatId('evt', row.event_id),
    eventCategory: row.category,
    eventType: row.event_type,
    eventStatus: row.event_status,
    sequence: row.sequence ?? 0,
    objectStatus: row.object_status,
    objectPreviousStatus: row.object_previous_status,
    executionId: row.execution_id,
    status: row.status,
    reason: isEnded ? row.reason : '',
    attempts: attempts.map((attempt) => attemptBody(row, attempt)),
    attemptsMax: retryPresets[presets.get(row.endpoint_id) ?? 'standard'].length,
    ...(next && { nextAttemptAt: next.toISOString() }),
    url: row.url,
    recoveryId: row.recovery_id === null ? '' : formatId('rcv', row.recovery_id),
    createdAt: row.created_at.toISOString(),
    ...(delivered && { deliveredAt: delivered.toISOString() }),
  }
}

function attemptBody(row: DeliveryRecord, attempt: AttemptRow): Body['attempts'][number] {
  const trigger = attempt.trigger as Body['attempts'][number]['trigger']
  return {
    at: attempt.at.toISOString(),
    httpStatus: attempt.http_status,
    durationMs: attempt.duration_ms,
    error: attempt.error,
    bodyExcerpt: attempt.body_excerpt,
    number: attempt.number,
    trigger,
    requestHeaders: deliveryHeaders({
      eventId: row.event_id,
      timestamp: attempt.webhook_timestamp,
      signature: attempt.webhook_signature,
      trigger,
      number: attempt.number,
    }),
    responseHeaders: attempt.response_headers as { [name: string]: string },
    ...(attempt.retry_after_seconds === null
      ? {}
      : { retryAfterSeconds: attempt.retry_after_seconds }),
  }
}
