import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './errors.ts'

/** How long answers count as fresh; the live stream invalidates sooner. */
export const freshFor = { list: 15_000, reference: 60_000, immutable: Infinity }

const triesMax = 3
/** Without an answer at all the page soon says so; it then asks again by itself. */
const triesMaxUnreachable = 1

/**
 * What has been read, once for all pages: who changes something marks here what it made stale. One record's data
 * never stands in for another's: only lists keep the rows before while a filter changes (`use-list-rows.ts`).
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshFor.list,
      // A request that cannot be sent fails and says so, instead of waiting without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
      gcTime: 10 * 60_000,
      // A refusal stays a refusal; only what says it may work later is asked again.
      retry: (failures, error) => {
        if (!isApiError(error)) return failures < triesMax
        if (error.status === 0) return failures < triesMaxUnreachable
        return failures < triesMax && error.retryable && error.status !== 429
      },
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 15_000),
    },
    // Money actions are repeated by a person, under the same idempotency key: never later, when the network is back.
    mutations: { retry: false, networkMode: 'always' },
  },
})
