import type { ApiError } from '@corridor/client/http'

/**
 * What a refused transfer means for the person:
 * `executed` it runs already · `expired`, `superseded` the quote is over · `session` a new code is due ·
 * `unknown` it may have arrived, the same stamp must go again · `further` the stamp counts, another person's is
 * needed as well · `policy` the wallet may not sign this · `refused` nothing was sent.
 */
export type Refusal =
  | 'executed'
  | 'expired'
  | 'superseded'
  | 'session'
  | 'unknown'
  | 'further'
  | 'policy'
  | 'refused'

const byCode: Record<string, Refusal> = {
  EXECUTION_ALREADY_EXECUTED: 'executed',
  IDEMPOTENCY_MISMATCH: 'executed',
  ILLEGAL_TRANSITION: 'expired',
  QUOTE_EXPIRED: 'expired',
  QUOTE_SUPERSEDED: 'superseded',
  SESSION_EXPIRED: 'session',
  IDEMPOTENCY_IN_PROGRESS: 'unknown',
  RATE_LIMITED: 'unknown',
  POLICY_BLOCKED: 'policy',
}

export function judgeRefusal({
  code,
  status,
  details = [],
}: Pick<ApiError, 'code' | 'status'> & Partial<Pick<ApiError, 'details'>>): Refusal {
  if (code === 'POLICY_BLOCKED' && details[0]?.code === 'FURTHER_STAMP_REQUIRED') return 'further'
  return byCode[code] ?? (status === 0 || status >= 500 ? 'unknown' : 'refused')
}
