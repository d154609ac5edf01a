import type { RequestOf, ResponseOf } from '@corridor/contract'
import { call, type Endpoint } from '../../api/call.ts'
import type { ListAnswer } from '../table/types.ts'
import type { ListSource } from '../table/use-list-rows.ts'

type Nested = { data: { data: unknown }; pagination: ListAnswer<never>['pagination'] }

/**
 * `listSource` for the operations of pay-in routes, whose rows lie one level deeper: `rows` takes them out of the
 * inner `data`. `preset` are words that hold until the address says otherwise.
 */
export function nestedSource<E, Row>(
  key: readonly unknown[],
  endpoint: Endpoint<E>,
  rows: (data: InnerOf<E>) => Row[],
  params?: Record<string, string>,
  preset?: Record<string, string>,
): ListSource<ListAnswer<Row>> {
  return {
    key: [...key, ...(params ? [params] : []), ...(preset ? [preset] : [])],
    fetch: async (query, signal) => {
      const input: object = { query: { ...preset, ...query }, ...(params ? { params } : {}) }
      const answer = (await call(endpoint, input as RequestOf<E>, { signal })) as Nested
      return { data: rows(answer.data.data as InnerOf<E>), pagination: answer.pagination }
    },
  }
}

type InnerOf<E> = ResponseOf<E> extends { data: { data: infer Data } } ? Data : never
