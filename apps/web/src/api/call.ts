import type { Operations, RequestOf, ResponseOf } from '@corridor/contract'
import { type Route, routes } from '@corridor/contract/routes'
import { send } from './http.ts'

/** A route that remembers its operation's types; at run time it is only method, path and module. */
export type Endpoint<E> = Route & { readonly operation?: E }

type Endpoints = {
  readonly [M in keyof Operations]: {
    readonly [N in keyof Operations[M]]: Endpoint<Operations[M][N]>
  }
}

export const {
  entities,
  kyc,
  accounts,
  transfers,
  wallets,
  webhooks,
  partners,
  payinRoutes,
  sandbox,
}: Endpoints = routes

/** The 200 answer of an operation: `AnswerOf<typeof entities.read>`. */
export type AnswerOf<T> = T extends Endpoint<infer E> ? ResponseOf<E> : never

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Given for every action that moves money: a repeat with the same key is the same action. */
  idempotencyKey?: string | undefined
  /** The version of the record that is changed: a record that has changed meanwhile stays as it is. */
  version?: number | undefined
}

/** A value that fits every query: texts as they are in the URL. */
type Input = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

/**
 * Calls an operation of the partner API through the BFF: `call(transfers.read, { params: { executionId } })`.
 * Throws `ApiError`.
 */
export async function call<E>(
  endpoint: Endpoint<E>,
  input: RequestOf<E>,
  { version, ...options }: CallOptions = {},
): Promise<ResponseOf<E>> {
  const { params, query, body } = input as Input
  const answer = await send({
    method: endpoint.method,
    path: `/bff${pathOf(endpoint.path, params ?? {})}`,
    ...(query ? { query } : {}),
    ...(endpoint.method === 'GET' ? {} : { body: body ?? {} }),
    ...(version === undefined ? {} : { headers: { 'if-match': `"${version}"` } }),
    ...options,
  })
  return answer as ResponseOf<E>
}

/** An operation's path with its parameters filled in. */
export function pathOf(template: string, params: Record<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
}
