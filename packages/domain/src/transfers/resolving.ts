import type { transferResolutions } from '@corridor/contract'
import type { ExecutionFailureCode } from './failures.ts'
import type { TransferStatus } from './lifecycle.ts'
import { unconfirmedCode } from './payee-check.ts'

/** What a partner may decide about money that does not fit its transfer. */
export type Resolution = (typeof transferResolutions)[number]

export type Unfitting = {
  status: TransferStatus
  /** A refund of it did not reach the payer: only another account helps. */
  isRefundFailed: boolean
  /** Why it is looked at. */
  reason: ExecutionFailureCode | undefined
  /** Minor units of the source currency. */
  quoted: bigint
  received: bigint
  /** What arrived leaves something behind the fees, and is within the quote's limits. */
  isPayable: boolean
}

/** Of money that came late, too, where no rate was to be had when it came. */
const partners = new Set<ExecutionFailureCode>([
  'FUNDING_UNDERPAID',
  'FUNDING_OVERPAID',
  'FUNDING_TIMEOUT',
])

/** Why a payout is not sent to its payee's account, and no partner can have it paid as it is. */
export const heldAtPayee: readonly (string | undefined)[] = [
  'BENEFICIARY_ACCOUNT_CLOSED',
  'BENEFICIARY_PROVIDER_REFUSED',
  'BENEFICIARY_PROVIDER_SILENT',
]

/**
 * What would work now for a transfer in review (operations.md 11.1): what arrived is accepted at a
 * new price, the quote is paid and the rest goes back, or all of it goes back; a payee whose bank does not
 * have the name is paid as it is, or not. Compliance and a
 * stranger as payer are the operator's.
 */
export function resolutionsOf(transfer: Unfitting): Resolution[] {
  const { status, reason, quoted, received, isPayable } = transfer
  if (status !== 'IN_REVIEW') return []
  // Another account is named by a retry, or by the refund.
  if (reason === unconfirmedCode)
    return transfer.isRefundFailed ? ['PAY_AS_IS'] : ['PAY_AS_IS', 'RETURN']
  if (transfer.isRefundFailed) return []
  if (heldAtPayee.includes(reason)) return ['RETURN']
  if (reason === undefined || !partners.has(reason)) return []
  return [
    ...(isPayable ? (['ACCEPT_RECEIVED'] as const) : []),
    ...(received >= quoted ? (['PAY_QUOTED'] as const) : []),
    'RETURN',
  ]
}
