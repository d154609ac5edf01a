import { queryOptions, type UseQueryOptions } from '@tanstack/react-query'
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

type MembersOf<R> = (R extends { params: infer P } ? P : object) &
  (R extends { query?: infer Q } ? NonNullable<Q> : object) &
  (R extends { body: infer B } ? B : object)

/** Parameters, filters and body of an operation side by side, as `q` takes them. */
export type AskedOf<E extends Callable> = MembersOf<InputOf<E>>

type Options<E extends Callable, T> = Pick<
  UseQueryOptions<AnswerOf<E>, Error, T>,
  | 'staleTime'
  | 'gcTime'
  | 'retry'
  | 'refetchInterval'
  | 'refetchOnMount'
  | 'placeholderData'
  | 'select'
>

/**
 * The query of an operation: `useQuery(q(transfers.read, { executionId }))`. Its key begins with the module that
 * live messages name, then what was asked, so that `[module, { entityId }]` names all that was asked about an entity.
 */
export function q<E extends Callable, T = AnswerOf<E>>(
  endpoint: E,
  asked: AskedOf<E>,
  options: Options<E, T> = {},
) {
  return queryOptions<AnswerOf<E>, Error, T>({
    ...options,
    queryKey: [rootOf(endpoint), asked, `${endpoint.method} ${endpoint.path}`],
    queryFn: ({ signal }) => call(endpoint, inputOf(endpoint, asked), { signal }),
  })
}

function inputOf<E extends Callable>({ method, path }: E, asked: AskedOf<E>): InputOf<E> {
  const members = Object.entries(asked)
  const named = ([name]: [string, unknown]) => path.includes(`{${name}}`)
  const params = Object.fromEntries(members.filter(named))
  const rest = Object.fromEntries(members.filter((member) => !named(member)))
  const input: object = { params, [method === 'GET' ? 'query' : 'body']: rest }
  return input as InputOf<E>
}

/** Modules that live messages name otherwise. */
const roots: Record<string, string> = {
  kyc: 'entities',
  payinRoutes: 'payin-routes',
  keys: 'api_key',
}

const rootByEndpoint = new Map<Callable, string>([
  ...Object.entries(routes).flatMap(([module, endpoints]) =>
    Object.values(endpoints).map((endpoint) => [endpoint, roots[module] ?? module] as const),
  ),
  // What a form asks for does not change because an account did.
  [accounts.requirements, 'account-requirements'],
  [accounts.evaluate, 'account-requirements'],
  // Nor how a name is spelled.
  [entities.proposeName, 'spelling'],
  // No live message is about a call: it changes nothing by itself.
  [keys.requests, 'requests'],
  [keys.request, 'requests'],
])

const rootOf = (endpoint: Callable): string => rootByEndpoint.get(endpoint) ?? endpoint.path
