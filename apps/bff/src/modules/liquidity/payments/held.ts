import type { Tx } from '../../../db/open.ts'
import type { PaymentRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { holdPayment } from '../../../records/liquidity/payment-store.ts'
import { paymentIdOf, publishHeld } from '../../../records/liquidity/payments.ts'
import { keepAsCase } from '../../screening/cases.ts'
import type { LookUp, ScreeningContext } from '../../screening/screen.ts'

export const paymentContext = (
  payment: Pick<PaymentRow, 'partner_id' | 'id'>,
): ScreeningContext => ({
  partnerId: payment.partner_id,
  kind: 'payment',
  id: paymentIdOf(payment),
})

/**
 * Holds a payment that was just booked where its sender is listed: it pays for nothing and is
 * credited to nobody until the operator has decided. Says whether it did.
 */
export async function isHeld(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  payment: PaymentRow,
  sender: LookUp | undefined,
): Promise<boolean> {
  if (!sender) return false
  const { outcome } = await keepAsCase(tx, deps, paymentContext(payment), sender)
  if (outcome === 'CLEAR') return false
  await publishHeld(tx, await holdPayment(tx, payment))
  return true
}
