import type { RequestOf, ResponseOf } from '@corridor/contract'
import { call, type Endpoint } from '../../api/call.ts'
import type { ListAnswer } from './types.ts'
import type { ListSource } from './use-list-rows.ts'

type Item<E> = ResponseOf<E> extends { data: (infer Row)[] } ? Row : never
type Answer<E> = ResponseOf<E> & ListAnswer<Item<E>>

/** The rows of a list operation: `RowOf<typeof transfers.list>`. */
export type RowOf<T> = T extends Endpoint<infer E> ? Item<E> : never

/**
 * A list operation as the source of a list page: `listSource(['transfers', 'list'], transfers.list)`. The URL's words
 * are the operation's own, so they are passed on as they are; a bad one is refused by the API. `fixed` are words that
 * the page itself stands for.
 */
export function listSource<E>(
  key: readonly unknown[],
  endpoint: Endpoint<E>,
  params?: Record<string, string>,
  fixed?: Record<string, string>,
): ListSource<Answer<E>> {
  return {
    key: [...key, ...(params ? [params] : []), ...(fixed ? [fixed] : [])],
    fetch: async (query, signal) => {
      const input: object = { query: { ...query, ...fixed }, ...(params ? { params } : {}) }
      return (await call(endpoint, input as RequestOf<E>, { signal })) as Answer<E>
    },
  }
}
