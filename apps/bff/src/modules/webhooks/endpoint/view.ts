import type {
  ChangedEndpoint,
  RegisteredWebhook,
  SecretHint,
  WebhookEndpoint,
} from '@corridor/contract'
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

/** What events and audit entries about an endpoint call it; the primary one has its old name. */
export const subjectOf = (row: Pick<EndpointRow, 'id' | 'is_primary'>) => ({
  kind: 'webhook' as const,
  id: row.is_primary ? 'webhook' : formatId('whe', row.id),
})

/** How events name which endpoint they are about. */
export const namesOf = (row: EndpointRow) => ({
  webhookUrl: row.url,
  endpointId: formatId('whe', row.id),
})

/** The same where the endpoint was named by its id. */
export const changedBody = (row: EndpointRow): z.output<typeof ChangedEndpoint> => ({
  ...registeredBody(row),
  endpointId: formatId('whe', row.id),
  isPrimary: row.is_primary,
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
export function endpointBody({ row, secrets, lastSequence, day, lastFailure }: EndpointFacts) {
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

/** An endpoint as the list of a partner's shows it. */
export const partnerEndpointBody = (row: EndpointRow, facts: Omit<EndpointFacts, 'row'>) => ({
  ...endpointBody({ row, ...facts }),
  status: row.status,
  endpointId: formatId('whe', row.id),
  isPrimary: row.is_primary,
})
