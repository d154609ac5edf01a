import type { ErrorDetail, FailureCode } from '@corridor/contract'
import type { Result } from '@corridor/domain'

/** A refused request: thrown by handlers and mount, answered with the error body. */
export class Refusal extends Error {
  readonly code: FailureCode
  readonly details: readonly ErrorDetail[]
  readonly retryAfterSeconds: number | undefined
  /** Whether the record was found and its state refused: such answers are kept under the key. */
  readonly byState: boolean

  constructor(
    code: FailureCode,
    message: string,
    extra: { details?: readonly ErrorDetail[]; retryAfterSeconds?: number; byState?: boolean } = {},
  ) {
    super(message)
    this.code = code
    this.details = extra.details ?? []
    this.retryAfterSeconds = extra.retryAfterSeconds
    this.byState = extra.byState ?? false
  }
}

/** A failure of a service: its code, and what else its answer must say. */
export type Failure<C extends FailureCode = FailureCode> = {
  code: C
  details?: readonly ErrorDetail[]
  retryAfterSeconds?: number
}

/** One line of detail. */
export const detail = (
  path: string,
  code: string,
  message: string,
  more: object = {},
): ErrorDetail => ({
  path,
  code,
  message,
  ...more,
})

/**
 * Says the answer to each failure of a service. A failure without a line does not compile;
 * the returned function passes values on and throws the answer of failures.
 */
export function answersFor<C extends FailureCode>(messages: Record<C, string>) {
  return <T>(result: Result<T, Failure<C>>): T => {
    if (result.ok) return result.value
    const { code, ...extra } = result.failure
    throw new Refusal(code, messages[code], { ...extra, byState: true })
  }
}
