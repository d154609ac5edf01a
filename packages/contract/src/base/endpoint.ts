import type { z } from 'zod'
import type { FailureCode, FailureStatus } from './failures.ts'
import type { StepUp } from './step-up.ts'
import { takesNumbers } from './takes-numbers.ts'

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
  'audit',
  'keys',
] as const
export type Module = (typeof modules)[number]

/** What an API key may do; operations.md 1, decisions.md 2. */
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
  /** Others of which each is enough instead: of people who do this beside those of the module. */
  orScope?: Scope | readonly Scope[]
  params?: Shape
  query?: Shape
  body?: z.ZodType
  /** Body of the 200 answer. */
  response: z.ZodType
  /** Codes of this operation alone; those common to all are added here. */
  failures: readonly FailureCode[]
  /** False where VERSION_CONFLICT is about a version that the body names. */
  ifMatch?: false
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
  /**
   * Moves money, or changes where it goes or who decides: a member who acts through the dashboard
   * confirms exactly this request by passkey (safety.md 1). The mount asks for it, no handler does.
   */
  stepUp?: StepUp
  /** Each call is done and recorded for itself: an Idempotency-Key keeps no answer of it. */
  eachForItself?: true
  /** The body may also come as multipart/form-data, files as parts named by their member. */
  multipart?: boolean
  /** Deprecated in favour of another operation; answers say so in their headers. */
  deprecated?: { successor: `/api/v1/${string}`; since: string; sunset: string }
  /**
   * Whom it may need is decided by the partner's policy (`packages/domain/src/policy`). `request`:
   * the call is kept until other people agree, and is then run. `beforehand`: the same for one whose
   * effect comes before its transaction, once for each key. `record`: its record waits by itself.
   */
  approval?: 'request' | 'beforehand' | 'record'
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
  'IP_NOT_ALLOWED',
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
]
const underPolicy: Record<'request' | 'beforehand' | 'record', readonly FailureCode[]> = {
  request: ['POLICY_BLOCKED', 'APPROVAL_REQUIRED'],
  beforehand: ['POLICY_BLOCKED', 'APPROVAL_REQUIRED'],
  record: ['POLICY_BLOCKED'],
}
const everyQuery: readonly FailureCode[] = ['FIELD_INVALID']
/** Headers that any operation reads: those of the console alone. */
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
    ...(input.approval ? underPolicy[input.approval] : []),
    ...(input.body ? everyBody : []),
    // A number of more digits than JSON carries, where the body has a place for one.
    ...(input.body && takesNumbers(input.body) ? (['AMOUNT_PRECISION'] as const) : []),
    ...(input.query ? everyQuery : []),
    ...(asks ? (['FIELD_REQUIRED'] as const) : []),
    ...(input.stepUp ? (['PRIMARY_AUTH_REQUIRED'] as const) : []),
    ...everyHeader,
  ]
  return { ...input, scope, failures: [...new Set([...input.failures, ...common])] }
}

/**
 * Whether an operation reads `If-Match`: one that can find another version than it names; others do
 * not look at it.
 */
export const readsVersion = ({ failures, ifMatch }: Endpoint): boolean =>
  ifMatch !== false && failures.includes('VERSION_CONFLICT')

/** Whether somebody with these scopes may call an operation. */
export const isWithin = (
  asked: Pick<Endpoint, 'scope' | 'orScope'>,
  scopes: { has: (scope: Scope) => boolean },
): boolean => allowedScopes(asked).some((scope) => scopes.has(scope))

/** The scopes of which one is needed. */
export const allowedScopes = ({
  scope,
  orScope = [],
}: Pick<Endpoint, 'scope' | 'orScope'>): Scope[] => [scope, ...[orScope].flat()]

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
