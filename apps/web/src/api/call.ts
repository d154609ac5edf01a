import type { Callable, OperationOf, Sent } from '@corridor/client/http'
import type { RequestOf, ResponseOf } from '@corridor/contract'
import { routes } from '@corridor/contract/routes'
import { confirmed } from './confirmation.ts'
import { send } from './http.ts'

export const {
  entities,
  kyc,
  accounts,
  transfers,
  wallets,
  webhooks,
  partners,
  keys,
  approvals,
  audit,
  payinRoutes,
  liquidity,
  exports,
  notes,
  sandbox,
  figures,
  search,
} = routes

/** Parameters, query and body of an operation: `InputOf<typeof entities.update>`. */
export type InputOf<E extends Callable> = RequestOf<OperationOf<E>>

/** The 200 answer of an operation: `AnswerOf<typeof entities.read>`. */
export type AnswerOf<E extends Callable> = ResponseOf<OperationOf<E>>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Sent with every action that moves money: a repeat with the same key is the same action. */
  idempotencyKey?: string | undefined
  /** The version of the record that is changed: a record that has changed meanwhile stays as it is. */
  version?: number | undefined
}

/**
 * Calls an operation of the partner API through the BFF: `call(transfers.read, { params: { executionId } })`.
 * What the contract marks is confirmed by passkey first. Throws `ApiError`, or `NotConfirmed` where no passkey was used.
 */
export async function call<E extends Callable>(
  endpoint: E,
  input: InputOf<E>,
  { version, ...options }: CallOptions = {},
): Promise<AnswerOf<E>> {
  const { query, ...sent }: Sent = input
  await confirmed(endpoint, sent)
  const answer = await send(endpoint, {
    ...sent,
    ...(query ? { query: withoutEmpty(query) } : {}),
    ...(version === undefined ? {} : { headers: { 'if-match': `"${version}"` } }),
    ...options,
  })
  return answer as AnswerOf<E>
}

/** A filter of the address bar that was emptied is none. */
function withoutEmpty(query: NonNullable<Sent['query']>): NonNullable<Sent['query']> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
