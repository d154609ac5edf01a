import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './errors.ts'

/** How long answers count as fresh; the live stream invalidates sooner. */
export const freshFor = { list: 15_000, reference: 60_000, immutable: Infinity }

const triesMax = 3

/**
 * One record's data never stands in for another's: only lists keep the rows before while a filter changes
 * (`use-list-rows.ts`).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshFor.list,
        gcTime: 10 * 60_000,
        // A refusal stays a refusal; only what says it may work later is asked again.
        retry: (failures, error) =>
          failures < triesMax && (!isApiError(error) || (error.retryable && error.status !== 429)),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 15_000),
      },
      // Money actions are repeated by a person, under the same idempotency key.
      mutations: { retry: false },
    },
  })
}
