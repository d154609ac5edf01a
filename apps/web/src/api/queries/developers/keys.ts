import { type AnswerOf, keys, q } from '../../call.ts'
import { listSource, type RowOf } from '../../list-source.ts'

export type ApiKey = RowOf<typeof keys.list>
export type ApiKeyUse = AnswerOf<typeof keys.read>['data']['use']
export type LoggedRequest = RowOf<typeof keys.requests>
export type LoggedRequestDetail = AnswerOf<typeof keys.request>['data']

export const keysKey = ['api_key'] as const
/** Which no live message reports: a call changes nothing by itself. */
export const requestsKey = ['requests'] as const
export const requestsEveryMs = 5000

export const keysSource = listSource([...keysKey, 'list'], keys.list)
export const requestsSource = listSource([...requestsKey, 'list'], keys.requests)

export const keyQuery = (keyId: string) =>
  q(keys.read, { keyId }, { refetchInterval: requestsEveryMs })

/** The last calls of a key. */
export const callsOfKeyQuery = (keyId: string) =>
  q(keys.requests, { keyId, limit: '20' }, { refetchInterval: requestsEveryMs })
