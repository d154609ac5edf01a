import type { QueryClient } from '@tanstack/react-query'
import type { Callable } from '@corridor/client/http'
import { type AnswerOf, call, type InputOf } from './call.ts'

/** Query parameters, as they are in the URL. */
export type ListQuery = Record<string, string | undefined>

/** What every list operation answers; more may stand beside it, such as a summary. */
export type ListAnswer<Row> = {
  data: Row[]
  pagination: {
    limit: number
    nextCursor: string | null
    hasMore: boolean
    total?: number | undefined
  }
}

export type ListSource<A> = {
  /** First members of the query key; the first one is the module that live messages name. */
  key: readonly unknown[]
  fetch: (query: ListQuery, signal: AbortSignal) => Promise<A>
}

/** Count and sums of all rows that match, read once for each filter beside the pages. */
export type SummarySource<S extends { count: number }> = ListSource<S>

/** The rows of a list operation: `RowOf<typeof transfers.list>`. */
export type RowOf<E extends Callable> = AnswerOf<E> extends { data: (infer Row)[] } ? Row : never

type Answer<E extends Callable> = AnswerOf<E> & ListAnswer<RowOf<E>>

/**
 * A list operation as the source of a list page: `listSource(['transfers', 'list'], transfers.list)`. The URL's parameters
 * are the operation's own, so they are passed on unchanged; the API refuses a bad one. `fixed` are parameters that
 * the page itself stands for.
 */
export function listSource<E extends Callable>(
  key: readonly unknown[],
  endpoint: E,
  params?: Record<string, string>,
  fixed?: Record<string, string>,
): ListSource<Answer<E>> {
  return {
    key: [...key, ...(params ? [params] : []), ...(fixed ? [fixed] : [])],
    fetch: async (query, signal) => {
      const input: object = { query: { ...query, ...fixed }, ...(params ? { params } : {}) }
      return (await call(endpoint, input as InputOf<E>, { signal })) as Answer<E>
    },
  }
}

type HeadOf<Name> = Name extends `${infer Head}.${string}` ? Head : Name
type RestOf<Name, Head extends string> = Name extends `${Head}.${infer Rest}` ? Rest : never

/** As much of a row as `fields` with these names leaves of it. */
export type Picked<Row, Name extends string> = {
  [Member in keyof Row as Member extends HeadOf<Name> ? Member : never]: Member extends Name
    ? Row[Member]
    :
        | Picked<NonNullable<Row[Member]>, RestOf<Name, Member & string>>
        | Extract<Row[Member], undefined>
}

/** `listSource` of which each row carries the members of these names, deeper ones as `jurisdiction.name`. */
export function pickedSource<E extends Callable, const Name extends string>(
  key: readonly unknown[],
  endpoint: E,
  names: readonly Name[],
  params?: Record<string, string>,
  fixed?: Record<string, string>,
): ListSource<ListAnswer<Picked<RowOf<E>, Name>>> {
  const all = { ...fixed, fields: names.join() }
  const source: ListSource<unknown> = listSource(key, endpoint, params, all)
  return source as ListSource<ListAnswer<Picked<RowOf<E>, Name>>>
}

type Nested = { data: { data: unknown }; pagination: ListAnswer<never>['pagination'] }

/**
 * `listSource` for the operations of pay-in routes, whose rows lie one level deeper: `rows` takes them out of the
 * inner `data`. `preset` are parameters that hold until the address has others.
 */
export function nestedSource<E extends Callable, Row>(
  key: readonly unknown[],
  endpoint: E,
  rows: (data: InnerOf<E>) => Row[],
  params?: Record<string, string>,
  preset?: Record<string, string>,
): ListSource<ListAnswer<Row>> {
  return {
    key: [...key, ...(params ? [params] : []), ...(preset ? [preset] : [])],
    fetch: async (query, signal) => {
      const input: object = { query: { ...preset, ...query }, ...(params ? { params } : {}) }
      const answer = (await call(endpoint, input as InputOf<E>, { signal })) as Nested
      return { data: rows(answer.data.data as InnerOf<E>), pagination: answer.pagination }
    },
  }
}

/** `nestedSource` of which each row carries the members of these names. */
export function pickedNestedSource<E extends Callable, Row, const Name extends string>(
  key: readonly unknown[],
  endpoint: E,
  rows: (data: InnerOf<E>) => Row[],
  names: readonly Name[],
  params?: Record<string, string>,
  preset?: Record<string, string>,
): ListSource<ListAnswer<Picked<Row, Name>>> {
  const all = { ...preset, fields: names.join() }
  const source: ListSource<unknown> = nestedSource(key, endpoint, rows, params, all)
  return source as ListSource<ListAnswer<Picked<Row, Name>>>
}

type InnerOf<E extends Callable> = AnswerOf<E> extends { data: { data: infer Data } } ? Data : never

type Pages<Row> = { pages?: readonly { answer: { data: Row[] } }[] }

/** Rows of the list with this key that is on screen, in its order. */
export function rowsOnScreen<Row>(queries: QueryClient, queryKey: readonly unknown[]): Row[] {
  const lists = queries.getQueriesData<Pages<Row>>({ queryKey, type: 'active' })
  return lists.flatMap(([, data]) => data?.pages?.flatMap(({ answer }) => answer.data) ?? [])
}
