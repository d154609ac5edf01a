import type { z } from 'zod'
import type { FailureCode, FailureStatus } from './failures.ts'

export const modules = [
  'entities',
  'kyc',
  'accounts',
  'transfers',
  'payin-routes',
  'liquidity',
  'wallets',
  'webhooks',
  'partners',
] as const
export type Module = (typeof modules)[number]

/** What an API key may do; operations.md part 1, decisions.md 2. */
export type Scope =
  | `${Module}:read`
  | `${Module}:write`
  | 'accounts:read_sensitive'
  | 'transfers:approve'
  | 'sandbox'
  | 'console:act'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Shape = z.ZodObject
type EndpointInput = {
  /** Operation id in the OpenAPI document: `<module>.<name>`. */
  id: string
  module: Module | 'sandbox'
  method: Method
  /** Parameters in braces, as in the OpenAPI document. */
  path: `/api/v1/${string}`
  summary: string
  /** Only where it is not `<module>:read` for GET and `<module>:write` otherwise. */
  scope?: Scope
  params?: Shape
  query?: Shape
  body?: z.ZodType
  /** Body of the 200 answer. */
  response: z.ZodType
  /** Codes of this operation alone; those common to all are added here. */
  failures: readonly FailureCode[]
  /** Largest request body in bytes, where it is not 256 KiB. */
  bodyLimit?: number
  /** The specification's own error list: a code of another status takes the status named here. */
  statusOf?: Partial<Record<FailureCode, FailureStatus>>
  /** The status of a code when not the schema but the operation itself refuses with it. */
  refusedAs?: Partial<Record<FailureCode, FailureStatus>>
  /**
   * The specification's status of FIELD_REQUIRED and FIELD_INVALID about members of the body; about
   * headers, or a body that is no object, they keep their own.
   */
  membersRefusedAs?: FailureStatus
  /** The body may also come as multipart/form-data, files as parts named by their member. */
  multipart?: boolean
  /** Deprecated in favour of another operation; answers say so in their headers. */
  deprecated?: { successor: `/api/v1/${string}`; since: string; sunset: string }
  /** Answers are server-sent events, not one JSON body. */
  stream?: boolean
}

export type Endpoint<I extends EndpointInput = EndpointInput> = I & {
  scope: Scope
  failures: readonly FailureCode[]
}

const everywhere: readonly FailureCode[] = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'AUTH_AMBIGUOUS',
  'SCOPE_MISSING',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'INTERNAL',
  'SERVICE_UNAVAILABLE',
]
const everyWrite: readonly FailureCode[] = [
  'FIELD_INVALID',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
  'BODY_TOO_LARGE',
]
const everyBody: readonly FailureCode[] = [
  'BODY_INVALID_JSON',
  'FIELD_REQUIRED',
  'CONTENT_TYPE_UNSUPPORTED',
  // A number of more digits than JSON carries, in the place of any member or of the body.
  'AMOUNT_PRECISION',
]
const everyQuery: readonly FailureCode[] = ['FIELD_INVALID']
/** Headers that any operation reads: the version of `If-Match`, and those of the console alone. */
const everyHeader: readonly FailureCode[] = ['FIELD_INVALID']

/** One operation of the partner API as plain data: mount, document, client and tests all read it. */
export function endpoint<const I extends EndpointInput>(input: I): Endpoint<I> {
  const isRead = input.method === 'GET'
  const scope: Scope =
    input.scope ??
    (input.module === 'sandbox' ? 'sandbox' : `${input.module}:${isRead ? 'read' : 'write'}`)
  const asks = input.query !== undefined && !input.query.safeParse({}).success
  const common: FailureCode[] = [
    ...everywhere,
    ...(isRead ? [] : everyWrite),
    ...(input.body ? everyBody : []),
    ...(input.query ? everyQuery : []),
    ...(asks ? (['FIELD_REQUIRED'] as const) : []),
    ...everyHeader,
  ]
  return { ...input, scope, failures: [...new Set([...input.failures, ...common])] }
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : Record<string, never>

/** What a handler receives. */
export type InputOf<E> = {
  params: E extends { params: infer P } ? Parsed<P> : Record<string, never>
  query: E extends { query: infer Q } ? Parsed<Q> : Record<string, never>
  body: E extends { body: infer B } ? Parsed<B> : undefined
}

/** What a caller sends. */
export type RequestOf<E> = E extends unknown ? PartsOf<E> : never
// Of one operation at a time: of all together each part would meet every part of every other.
type PartsOf<E> = (E extends { params: infer P extends z.ZodType }
  ? { params: z.input<P> }
  : object) &
  (E extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : object) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : object)

/** The 200 answer. */
export type ResponseOf<E> = E extends { response: infer R extends z.ZodType } ? z.output<R> : never
