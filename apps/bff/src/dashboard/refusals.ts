import type { ErrorDetail } from '@corridor/contract'
import type { Result } from '@corridor/domain'
import { refusalAnswer } from '../api/respond.ts'
import { asRefusal } from '../api/run.ts'
import { staffFailures, type StaffFailure } from '../modules/access/failures.ts'

/** A request that the dashboard's own part refuses, by a code of its own. */
export class StaffRefusal extends Error {
  readonly code: StaffFailure
  readonly details: readonly ErrorDetail[]

  constructor(code: StaffFailure, details: readonly ErrorDetail[] = []) {
    super(staffFailures[code].message)
    this.code = code
    this.details = details
  }
}

/** Passes a value on and refuses the request by the code of a failure. */
export function valueOrRefuse<T>(result: Result<T, StaffFailure>): T {
  if (result.ok) return result.value
  throw new StaffRefusal(result.failure)
}

/** The answer to anything thrown: the error body that the partner API has, too. */
export function errorResponse(error: unknown, requestId: string): Response {
  if (error instanceof StaffRefusal) return staffAnswer(error, requestId)
  const { status, body, headers } = refusalAnswer(asRefusal(error), requestId)
  return jsonText(body, status, headers)
}

function staffAnswer({ code, message, details }: StaffRefusal, requestId: string): Response {
  const { status, type } = staffFailures[code]
  const error = { code, type, requestId, details, retryable: false }
  return jsonText(JSON.stringify({ success: false, message, error }), status)
}

const jsonText = (body: string, status: number, headers: Record<string, string> = {}) =>
  new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })
