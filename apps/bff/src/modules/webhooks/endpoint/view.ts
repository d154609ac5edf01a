import type { RegisteredWebhook, SecretHint, WebhookEndpoint } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import type { DayFacts, FailedAttempt } from './day-store.ts'
import type { EndpointRow } from './store.ts'
import type { SecretRow } from './secret-store.ts'

/** What answers to a registration or a change show. */
export const registeredBody = (row: EndpointRow): z.output<typeof RegisteredWebhook> => ({
  webhookUrl: row.url,
  status: row.status,
  description: row.description,
  events: row.events,
  retryPreset: row.retry_preset,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})

export const secretHint = (row: SecretRow): z.output<typeof SecretHint> => ({
  secretId: formatId('sec', row.id),
  hint: row.hint,
  createdAt: row.created_at.toISOString(),
  ...(row.valid_until === null ? {} : { validUntil: row.valid_until.toISOString() }),
})

export type EndpointFacts = {
  row: EndpointRow | undefined
  secrets: SecretRow[]
  lastSequence: number
  day: DayFacts
  lastFailure: FailedAttempt | undefined
}

/** The endpoint with all that is known of it; before a registration its URL is ''. */
export function endpointBody({
  row,
  secrets,
  lastSequence,
  day,
  lastFailure,
}: EndpointFacts): z.output<typeof WebhookEndpoint> {
  return {
    ...stateOf(row),
    secrets: secrets.map(secretHint),
    lastSequence,
    day,
    ...(lastFailure && {
      lastFailure: {
        at: lastFailure.at.toISOString(),
        httpStatus: lastFailure.http_status,
        error: lastFailure.error,
        deliveryId: formatId('dlv', lastFailure.delivery_id),
      },
    }),
  }
}

type State = Omit<z.output<typeof WebhookEndpoint>, 'secrets' | 'lastSequence' | 'day'>

function stateOf(row: EndpointRow | undefined): State {
  if (!row)
    return {
      webhookUrl: '',
      statusReason: '',
      description: '',
      events: [],
      retryPreset: 'standard',
      version: 0,
    }
  const { failing_since: failingSince, held_until: heldUntil, skipped_from: skippedFrom } = row
  return {
    ...registeredBody(row),
    statusReason: row.status_reason,
    createdAt: row.created_at.toISOString(),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(heldUntil && { heldUntil: heldUntil.toISOString() }),
    ...(skippedFrom === null ? {} : { skippedFrom }),
  }
}
