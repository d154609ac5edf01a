import type { PartnerAccount } from '../ledger/partner-legs.ts'

/** A partner's two accounts with the service; the second is deprecated and pays verifications. */
export type FeeAccount = 'PAYMENTS' | 'PREPAID'

/** How the ledger names each, and how a submission names it as the source of its fee. */
export const feeAccounts = {
  PAYMENTS: { ledger: 'payments_account', feeSource: 'PAYMENTS_ACCOUNT' },
  PREPAID: { ledger: 'prepaid_kyc', feeSource: 'PREPAID' },
} as const satisfies Record<FeeAccount, { ledger: PartnerAccount; feeSource: string }>

/** The account that a submission's fee is taken from; none where a transaction pays it. */
export function feeAccountOf(feeSource: string): FeeAccount | undefined {
  if (feeSource === feeAccounts.PAYMENTS.feeSource) return 'PAYMENTS'
  return feeSource === feeAccounts.PREPAID.feeSource ? 'PREPAID' : undefined
}

/** Whole units of the fees' currency below which a partner is notified of its low balance. */
export const lowBalance = 10n

/** Whether a debit takes a balance below the threshold: published once until a deposit lifts it. */
export const runsLow = (before: bigint, after: bigint, threshold: bigint): boolean =>
  before >= threshold && after < threshold

/** The fees that a balance pays: the oldest first, and none that is younger than one it cannot pay. */
export function payable<D extends { amount: bigint }>(balance: bigint, due: readonly D[]): D[] {
  let left = balance
  const end = due.findIndex(({ amount }) => {
    left -= amount
    return left < 0n
  })
  return end < 0 ? [...due] : due.slice(0, end)
}
