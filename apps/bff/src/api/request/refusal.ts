import { type ErrorDetail, type FailureCode, failureFacts } from '@corridor/contract'
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
export const detail = (path: string, code: string, message: string, more: object = {}) => ({
  path,
  code,
  message,
  ...more,
})

/** The record has another version than `If-Match` names, or nothing where both agree or none is named. */
export function versionConflict(
  { expectedVersion }: { expectedVersion?: number },
  { version }: { version: number },
): Failure<'VERSION_CONFLICT'> | undefined {
  if (expectedVersion === undefined || expectedVersion === version) return undefined
  const text = `The record has version ${version}.`
  return {
    code: 'VERSION_CONFLICT',
    details: [detail('if-match', 'VERSION_CONFLICT', text, { version })],
  }
}

/** A change that the record's lifecycle does not have (operations.md 11). */
export const illegalTransition = (
  message: string,
  facts: { from: string; to: string; allowed: readonly string[] },
): Failure<'ILLEGAL_TRANSITION'> => ({
  code: 'ILLEGAL_TRANSITION',
  details: [detail('status', 'ILLEGAL_TRANSITION', message, facts)],
})

type ValueOf<R> = R extends { ok: true; value: infer V } ? V : never
type Messages = Partial<Record<FailureCode, string>>

/**
 * Passes a service's value on, and throws the answer of its failure. `messages` are an operation's own
 * wordings; every other code is answered by its message in the contract, without which none compiles.
 */
export function answersFor(messages: Messages) {
  return <R extends Result<unknown, Failure>>(result: R): ValueOf<R> => {
    if (result.ok) return result.value as ValueOf<R>
    const { code, ...extra } = result.failure
    throw new Refusal(code, messageOf(code, messages), { ...extra, byState: true })
  }
}

export const messageOf = (code: FailureCode, messages: Messages): string =>
  messages[code] ?? failureFacts[code].message

/** For operations without a wording of their own. */
export const valueOrThrow = answersFor({})
