// What a caller with a transport of its own shares with the client, without the rest of it.
export { ApiError, isRefusal, networkError } from './api/api-error.ts'
export type { Callable, OperationOf, Sent } from './api/endpoint-types.ts'
export { pathOf, readAnswer, sendRequest, type Transport } from './api/http.ts'
