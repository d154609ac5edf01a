import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, webhooks } from '../api/call.ts'

export type WebhookEndpoint = AnswerOf<typeof webhooks.endpoint>['data']

const openPollMs = 5000

/** The endpoint, its state and its last day. No event tells of an attempt, so it is asked for while one is open. */
export const webhookEndpointQuery = queryOptions({
  queryKey: ['webhooks', 'endpoint'],
  queryFn: ({ signal }) => call(webhooks.endpoint, {}, { signal }),
  refetchInterval: ({ state }) => ((state.data?.data.day.open ?? 0) > 0 ? openPollMs : false),
})

/** Percent with one decimal, `100` and `0` only when it is all or none; `–` where there is nothing to count. */
export function rateText(part: number, of: number): string {
  if (of === 0) return '–'
  if (part === of) return '100'
  // Rounded down: one failure in ten thousand is not none.
  return part === 0 ? '0' : (Math.floor((part / of) * 1000) / 10).toFixed(1)
}

/** How many deliveries of the last day were to be sent. */
export const sentOf = ({ delivered, open, exhausted }: WebhookEndpoint['day']): number =>
  delivered + open + exhausted
