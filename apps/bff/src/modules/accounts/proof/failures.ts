import { fail } from '@corridor/domain'
import { detail, type Failure, illegalTransition } from '../../../api/request/refusal.ts'

export type ProofFailure = Failure<
  | 'ACCOUNT_NOT_FOUND'
  | 'ACCOUNT_TYPE_NOT_ALLOWED'
  | 'FIELD_INVALID'
  | 'FIELD_REQUIRED'
  | 'ILLEGAL_TRANSITION'
  | 'PROVIDER_UNAVAILABLE'
  | 'RECORD_NOT_FOUND'
  | 'SIGNATURE_INVALID'
>

/** The attempt, or the account, is in a state in which nothing is proved. */
export const ended = (text: string, from = 'OPEN') =>
  fail(illegalTransition(text, { from, to: 'PROVED', allowed: [] }))

export const refused = <C extends Failure['code']>(code: C, path: string, message: string) =>
  fail({ code, details: [detail(path, code, message)] })
