export type ErrorDetail = { path: string; code: string; message: string; allowed?: string[] }

/** An answer that is not 2xx, or none at all (`status` 0, code `NETWORK`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  readonly retryable: boolean

  constructor(said: {
    status: number
    code: string
    message: string
    details?: readonly ErrorDetail[]
    requestId?: string | undefined
    retryable?: boolean
  }) {
    super(said.message)
    this.name = 'ApiError'
    this.status = said.status
    this.code = said.code
    this.details = said.details ?? []
    this.requestId = said.requestId
    this.retryable = said.retryable ?? false
  }
}

/** The staff session is over; only the BFF says this, never the partner API behind it. */
export const sessionEnded = 'STAFF_SESSION_ENDED'

export function isApiError(error: unknown, code?: string): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

type Envelope = {
  message?: unknown
  error?: {
    code?: unknown
    requestId?: unknown
    details?: unknown
    retryable?: unknown
  }
}

/** Reads the error body of operations.md part 1; anything else becomes an error that says so. */
export function errorFromBody(status: number, body: unknown, requestId: string | null): ApiError {
  const { message, error } = (typeof body === 'object' && body !== null ? body : {}) as Envelope
  return new ApiError({
    status,
    code: typeof error?.code === 'string' ? error.code : `HTTP_${status}`,
    message: typeof message === 'string' ? message : `The service answered ${status}.`,
    details: Array.isArray(error?.details) ? (error.details as ErrorDetail[]) : [],
    requestId: typeof error?.requestId === 'string' ? error.requestId : (requestId ?? undefined),
    retryable: typeof error?.retryable === 'boolean' ? error.retryable : status >= 500,
  })
}

export function networkError(cause: unknown): ApiError {
  const error = new ApiError({
    status: 0,
    code: 'NETWORK',
    message: 'The service could not be reached.',
    retryable: true,
  })
  error.cause = cause
  return error
}

/** A plain cause in one or two sentences, for a region or a toast. The request id is shown beside it. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return 'Something in this page failed. Reload it to go on.'
  if (error.status === 0) return 'The service could not be reached. Check the connection.'
  if (error.status === 404) return 'Not found in this workspace or environment.'
  if (error.code === 'SCOPE_MISSING') return 'Your role does not allow this.'
  if (error.status === 429) return 'Too many requests at once. It works again in a moment.'
  if (error.status >= 500) return `The service answered ${error.status}. ${error.message}`
  return error.message
}

/** Messages of a refused form by the field's path; what fits no field is in `rest`. */
export function fieldErrors(
  error: ApiError,
  known: readonly string[],
): { byField: Map<string, string>; rest: string[] } {
  const byField = new Map<string, string>()
  const rest: string[] = []
  for (const detail of error.details) {
    if (known.includes(detail.path)) byField.set(detail.path, detail.message)
    else rest.push(detail.path ? `${detail.path}: ${detail.message}` : detail.message)
  }
  if (error.details.length === 0) rest.push(error.message)
  return { byField, rest }
}

/** There is no such record; an error beside data that is there already is something else. */
export function isMissing(query: { data: unknown; error: unknown }): boolean {
  return query.data === undefined && isApiError(query.error) && query.error.status === 404
}
