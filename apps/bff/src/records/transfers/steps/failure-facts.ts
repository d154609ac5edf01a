import { type ExecutionFailureCode, failureFamily, failureKinds } from '@corridor/domain'

/** What a record says of its failure, beside step and time. */
export type FailureFacts = { code: string; type: string; message: string; retryable: boolean }

/** `mayRetry`: whether the outside's reason leaves room for another try; the code may still not. */
export function factsOf(code: ExecutionFailureCode, mayRetry = true): FailureFacts {
  const { partnerText, retryable } = failureKinds[code]
  return {
    code,
    type: failureFamily(code),
    message: partnerText,
    retryable: retryable && mayRetry,
  }
}
