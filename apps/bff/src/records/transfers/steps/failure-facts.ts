import { type ExecutionFailureCode, failureFamily, failureKinds } from '@corridor/domain'

/** What a record says of its failure, beside step and time. */
export type FailureFacts = { code: string; type: string; message: string; retryable: boolean }

export function factsOf(code: ExecutionFailureCode): FailureFacts {
  const { partnerText, retryable } = failureKinds[code]
  return { code, type: failureFamily(code), message: partnerText, retryable }
}
