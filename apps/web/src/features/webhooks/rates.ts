import type { WebhookEndpoint } from '../../api/queries/webhooks.ts'

/** Percent with one decimal, `100` and `0` only when it is all or none; `–` where there is nothing to count. */
export function rateText(part: number, of: number): string {
  if (of === 0) return '–'
  if (part === of) return '100'
  // Rounded down: one failure in ten thousand is not none.
  return part === 0 ? '0' : (Math.floor((part / of) * 1000) / 10).toFixed(1)
}

/** How many deliveries of the last day were to be sent. */
export const sentOf = ({
  delivered,
  open,
  exhausted,
}: Pick<WebhookEndpoint['day'], 'delivered' | 'open' | 'exhausted'>): number =>
  delivered + open + exhausted

/** Counts of several endpoints together; times of one say nothing about all. */
export function dayOfAll(
  endpoints: readonly Pick<WebhookEndpoint, 'day'>[],
): Pick<WebhookEndpoint['day'], 'delivered' | 'open' | 'exhausted'> {
  const sum = (key: 'delivered' | 'open' | 'exhausted') =>
    endpoints.reduce((all, { day }) => all + day[key], 0)
  return { delivered: sum('delivered'), open: sum('open'), exhausted: sum('exhausted') }
}
