/**
 * What a review is about: a transfer, a deposit, a customer's verification, an account, a listed
 * name that was stopped where none of these waits, or a payment of a credit line that cannot be made
 * now: a drawing, the fee of a reserve frame that goes back, a withdrawal.
 */
export type ReviewSubjectKind =
  | 'transfer'
  | 'deposit'
  | 'kyc'
  | 'account'
  | 'screening'
  | 'drawing'
  | 'reserve'
  | 'withdrawal'
/** The operator decides about compliance, the partner about money that does not fit. */
export type ReviewDecider = 'operator' | 'partner'

/** Reasons whose cause lies with the service or the law: no partner decides them away. */
const operators =
  /^(COMPLIANCE(_|$)|SCREENING_|KYC_|FUNDING_SENDER_MISMATCH|PAYER_NOT_ALLOWED|INTERNAL_|RAIL_|CHAIN_|LIMIT_)/

/**
 * Who decides about a review, by its reason: a failure code of operations.md 10, or the reason
 * for which a deposit is held.
 */
export const deciderOf = (reason: string) => (operators.test(reason) ? 'operator' : 'partner')
