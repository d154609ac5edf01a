import { formatId } from '@corridor/domain'

/** What belongs to one attempt; the timestamp is unix seconds in real time. */
export type SentWith = {
  eventId: string
  timestamp: number
  signature: string
  trigger: 'SCHEDULE' | 'MANUAL' | 'RECOVERY'
  /** The attempt's number, from 1. */
  number: number
}

/** The headers of a delivery (operations.md 12), as they are sent and as its history shows them. */
export const deliveryHeaders = ({ eventId, timestamp, signature, trigger, number }: SentWith) => ({
  'webhook-id': formatId('evt', eventId),
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
  'content-type': 'application/json',
  'user-agent': 'Corridor-Webhooks/1',
  'accept-encoding': 'identity',
  // Receivers can distinguish manual resends from scheduled retries.
  ...(trigger === 'SCHEDULE' || number === 1 ? {} : { 'webhook-replay': trigger.toLowerCase() }),
})
