import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, keys } from '../../call.ts'
import { listSource, type RowOf } from '../../list-source.ts'

export type ApiKey = RowOf<typeof keys.list>
export type ApiKeyUse = AnswerOf<typeof keys.read>['data']['use']
export type LoggedRequest = RowOf<typeof keys.requests>
export type LoggedRequestDetail = AnswerOf<typeof keys.request>['data']

export const keysKey = ['api_key'] as const
/** Of which no live message tells: a call changes nothing by itself. */
export const requestsKey = ['requests'] as const
export const requestsEveryMs = 5000

export const keysSource = listSource([...keysKey, 'list'], keys.list)
export const requestsSource = listSource([...requestsKey, 'list'], keys.requests)

export const keyQuery = (keyId: string) =>
  queryOptions({
    queryKey: [...keysKey, 'one', keyId],
    queryFn: ({ signal }) => call(keys.read, { params: { keyId } }, { signal }),
    refetchInterval: requestsEveryMs,
  })

/** The last calls of a key. */
export const callsOfKeyQuery = (keyId: string) =>
  queryOptions({
    queryKey: [...requestsKey, 'of-key', keyId],
    queryFn: ({ signal }) => call(keys.requests, { query: { keyId, limit: '20' } }, { signal }),
    refetchInterval: requestsEveryMs,
  })

/** The newest logged call of an operation, and no other. */
export const lastCallQuery = (operation: string) =>
  queryOptions({
    queryKey: [...requestsKey, 'last-of', operation],
    queryFn: ({ signal }) => call(keys.requests, { query: { operation, limit: '1' } }, { signal }),
  })

export const requestQuery = (requestId: string) =>
  queryOptions({
    queryKey: [...requestsKey, 'one', requestId],
    queryFn: ({ signal }) => call(keys.request, { params: { requestId } }, { signal }),
  })
