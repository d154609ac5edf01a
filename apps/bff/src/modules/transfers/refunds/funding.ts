import { fail, formatId, ledgerAccount, ok, refundFundingLegs, toText } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer } from '../../../db/schema/rows.ts'
import { lockedBalanceOf } from '../../../records/ledger/service.ts'
import { termsOf } from '../../../records/partners/terms-store.ts'
import { type CoverDeps, coverRefund } from '../../partners/refund-cover.ts'
import { assetOf } from '../payouts/payout-orders.ts'

export type FundingFailure = Failure<'INSUFFICIENT_BALANCE' | 'CREDIT_LIMIT_EXCEEDED'>

/**
 * Finds the money for a refund after completion. Nothing is lent unless the operator has set a
 * limit for this partner. Both accounts stay locked until the transaction ends.
 */
export async function fundRefund(tx: Tx, deps: CoverDeps, held: LockedTransfer, amount: bigint) {
  const { partner_id: partnerId } = held
  const into = assetOf(deps, held, 'in')
  const partner = formatId('par', partnerId)
  const wanted = { ...into, amount }
  const { parts, short } = await coverRefund(tx, deps, partnerId, { wanted, at: held.read_at })
  if (short > 0n) {
    const { refundCreditLimit } = await termsOf(tx, partnerId)
    const limit = BigInt(Math.floor(refundCreditLimit ?? 0)) * 10n ** BigInt(into.scale)
    const receivable = ledgerAccount('refund_receivable', into, partner)
    const owed = limit > 0n ? await lockedBalanceOf(tx, partnerId, receivable) : 0n
    const left = limit > owed ? limit - owed : 0n
    if (short > left)
      return fail(uncovered(held, { covered: amount - short, left, isAgreed: limit > 0n }))
  }
  const legsOf = (transferId: string) =>
    refundFundingLegs({ partner, transferId, into, parts, lent: short })
  return ok({ parts, lent: short, legsOf })
}

function uncovered(
  { currency_in: currency, scale_in: scale }: LockedTransfer,
  { covered, left, isAgreed }: { covered: bigint; left: bigint; isAgreed: boolean },
): FundingFailure {
  const text = (minor: bigint) => `${toText(minor, scale)} ${currency}`
  const pays = `The payments account pays ${text(covered)} of this refund at the present rate`
  const [code, message] = isAgreed
    ? (['CREDIT_LIMIT_EXCEEDED', `${pays}, and the service lends ${text(left)} more.`] as const)
    : (['INSUFFICIENT_BALANCE', `${pays}. Pay in first.`] as const)
  const facts = { covered: toText(covered + left, scale), currency }
  return { code, details: [detail('amount', code, message, facts)] }
}
