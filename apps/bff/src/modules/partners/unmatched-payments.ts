import { assetName, fail, formatId, ok, surplusLegs } from '@corridor/domain'
import { detail, illegalTransition } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { PaymentRow } from '../../db/schema/rows.ts'
import { asHex } from '@corridor/chains'
import type { AuditedBy } from '../../records/audit/audit.ts'
import { releaseForeignClaim, setPayment } from '../../records/liquidity/payment-store.ts'
import { paymentIdOf } from '../../records/liquidity/payments.ts'
import { postGroup } from '../../records/ledger/service.ts'
import { claimPayment } from './claim-store.ts'
import { creditPaymentsAccount } from './surplus.ts'
import type { FeeDeps } from './fees.ts'

/**
 * Credits a payment that came to the partner's deposit wallet and fits nothing to its payments
 * account. The payment is locked. It can be used for nothing else afterwards.
 */
export async function creditUnmatched(tx: Tx, deps: FeeDeps, by: AuditedBy, payment: PaymentRow) {
  const { partner_id: partnerId, status, hash } = payment
  if (status !== 'UNMATCHED')
    return fail(
      illegalTransition(`The payment ${paymentIdOf(payment)} is used already: ${status}.`, {
        from: status,
        to: 'CREDITED',
        allowed: [],
      }),
    )
  if (hash !== '' && !(await claimOwn(tx, payment)))
    return fail({
      code: 'TRANSACTION_HASH_REUSED',
      details: [
        detail('paymentId', 'TRANSACTION_HASH_REUSED', 'This payment is stated elsewhere.'),
      ],
    })
  const asset = assetName(payment.currency, payment.chain_id)
  const { scale, amount, currency } = payment
  await postGroup(tx, {
    partnerId,
    transferId: payment.id,
    step: 'credited',
    legs: surplusLegs({
      asset,
      scale,
      amount,
      partner: formatId('par', partnerId),
      paymentId: payment.id,
    }),
  })
  const credited = await setPayment(tx, payment, { status: 'CREDITED', subjectId: null })
  await creditPaymentsAccount(tx, deps, by, {
    asset,
    currency,
    scale,
    amount,
    description: `Payment ${paymentIdOf(payment)}`,
    transactionHash: hash,
  })
  return ok(credited)
}

/** What another partner stated of a payment to this partner's own wallet stands in nobody's way. */
async function claimOwn(tx: Tx, payment: PaymentRow): Promise<boolean> {
  const { chain_id: chainId, partner_id: partnerId, id: subjectId } = payment
  const claim = { chainId, hash: asHex(payment.hash), partnerId, subjectId } as const
  if (await claimPayment(tx, { ...claim, purpose: 'PAYMENTS' })) return true
  if (!(await releaseForeignClaim(tx, payment))) return false
  return claimPayment(tx, { ...claim, purpose: 'PAYMENTS' })
}
