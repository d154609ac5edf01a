import { ApiError } from '@corridor/client/http'
import { failureText, serviceText } from '../messages/service.ts'
import { t } from '../messages/text.ts'

/** The staff session is over; only the BFF says this, never the partner API behind it. */
export const sessionEnded = 'STAFF_SESSION_ENDED'

/** No passkey was used, so nothing was sent; the message says why. */
export class NotConfirmed extends Error {}

export function isApiError(error: unknown, code?: string): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** No answer came, so nobody here knows whether the request had its effect. */
export function isUnanswered(error: unknown): boolean {
  return isApiError(error) && error.status === 0
}

/** A plain cause in one or two sentences, for a region or a toast. The request id is shown beside it. */
export function errorText(error: unknown): string {
  if (error instanceof NotConfirmed) return error.message
  if (!isApiError(error)) return t('Something on this page failed. Reload to continue.')
  if (error.status === 0) return t('The service could not be reached. Check the connection.')
  if (error.status === 404) return t('Not found in this workspace or environment.')
  if (error.code === 'SCOPE_MISSING') return t('Your role does not allow this.')
  if (error.status === 429) return t('Too many requests. Try again in a moment.')
  const reason = failureText(error.code, error.message)
  if (error.status >= 500)
    return t('The service answered {status}. {message}', {
      status: error.status,
      message: reason,
    })
  return reason
}

/** Messages of a refused form by the field's path; what fits no field is in `rest`. */
export function fieldErrors(
  error: ApiError,
  known: readonly string[],
): { byField: Map<string, string>; rest: string[] } {
  const byField = new Map<string, string>()
  const rest: string[] = []
  for (const detail of error.details) {
    if (known.includes(detail.path)) byField.set(detail.path, serviceText(detail.message))
    else
      rest.push(
        detail.path
          ? `${detail.path}: ${serviceText(detail.message)}`
          : serviceText(detail.message),
      )
  }
  if (error.details.length === 0) rest.push(failureText(error.code, error.message))
  return { byField, rest }
}

/** There is no such record; an error beside data that is there already is something else. */
export function isMissing(query: { data: unknown; error: unknown }): boolean {
  return query.data === undefined && isApiError(query.error) && query.error.status === 404
}
