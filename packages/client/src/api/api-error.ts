import type { ErrorDetail } from '@corridor/contract'

export type ApiErrorFacts = {
  /** HTTP status; 0 where no answer came. */
  status: number
  /** A code of the catalogue, `NETWORK`, or `HTTP_<status>` where something else than the service answered. */
  code: string
  type: string
  message: string
  details: readonly ErrorDetail[]
  requestId: string
  retryable: boolean
  retryAfterSeconds: number | undefined
}

type KnownFacts = Partial<ApiErrorFacts> & Pick<ApiErrorFacts, 'status' | 'code' | 'message'>

/** An answer that is not 2xx, or none at all. */
export class ApiError extends Error implements ApiErrorFacts {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly type: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string
  readonly retryable: boolean
  readonly retryAfterSeconds: number | undefined

  constructor({ message, ...facts }: KnownFacts, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = facts.status
    this.code = facts.code
    this.type = facts.type ?? 'unknown'
    this.details = facts.details ?? []
    this.requestId = facts.requestId ?? ''
    this.retryable = facts.retryable ?? false
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

/** Whether an error is the service's refusal with this code. */
export function isRefusal(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** No answer came: it is not known whether the request had its effect. */
export function networkError(cause: unknown): ApiError {
  return new ApiError(
    {
      status: 0,
      code: 'NETWORK',
      type: 'network',
      message: 'The service could not be reached.',
      retryable: true,
    },
    cause,
  )
}

/** Reads the error body (operations.md 1); a proxy's page becomes an error that says so. */
export function errorOfAnswer(status: number, headers: Headers, text: string): ApiError {
  const body = members(parseJson(text))
  const error = members(body['error'])
  const { code, type, details, requestId, retryable } = error
  return new ApiError({
    status,
    code: typeof code === 'string' ? code : `HTTP_${status}`,
    type: typeof type === 'string' ? type : 'unknown',
    message:
      typeof body['message'] === 'string' ? body['message'] : `The service answered ${status}.`,
    details: Array.isArray(details) ? (details as ErrorDetail[]) : [],
    requestId: typeof requestId === 'string' ? requestId : (headers.get('x-request-id') ?? ''),
    retryable: typeof retryable === 'boolean' ? retryable : status === 429 || status >= 500,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  })
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The service sends seconds; a proxy's date form is not followed. */
function secondsOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
