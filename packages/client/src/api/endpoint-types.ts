import type { Operations, RequestOf, ResponseOf } from '@corridor/contract'

/** What a call needs at run time: an operation of the contract fits, and so does its entry in `/routes`. */
export type Callable = { readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'; readonly path: string }

type AnyOperation = {
  [M in keyof Operations]: Operations[M][keyof Operations[M]]
}[keyof Operations]

/** The operation behind a route, found by its method and path; operations stand for themselves. */
export type OperationOf<E extends Callable> = E extends { response: unknown }
  ? E
  : Extract<AnyOperation, { method: E['method']; path: E['path'] }>

/** Query values are texts in a URL; a limit may also be a number. */
type QueryOf<Q> = { [K in keyof Q]: K extends 'limit' ? Q[K] | number : Q[K] }

type Members<R> = Omit<R, 'query'> &
  (R extends { query?: infer Q } ? { query?: QueryOf<Q> } : object)

export type CallOptions = {
  /** 1 to 255 visible ASCII characters: the same key with the same body has one effect. */
  idempotencyKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  signal?: AbortSignal | undefined
}

/** `params`, `query` and `body` as the operation wants them, and how to send them. */
export type RequestFor<E extends Callable> = Members<RequestOf<OperationOf<E>>> & CallOptions

/** The request may be left out where nothing in it is required. */
export type RequestArguments<E extends Callable> =
  object extends Members<RequestOf<OperationOf<E>>>
    ? [request?: RequestFor<E>]
    : [request: RequestFor<E>]

export type BodyFor<E extends Callable> = ResponseOf<OperationOf<E>>

/** A 2xx answer. Header names compare without case; `Idempotency-Replayed` and `X-Request-Id` are there. */
export type Answer<T> = { body: T; headers: Headers; status: number }

/** A request with its types forgotten, as it is put on the wire. */
export type Sent = CallOptions & {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | undefined>>
  body?: unknown
  /** The browser finishes sending it when its page is left. */
  keepalive?: boolean
}
