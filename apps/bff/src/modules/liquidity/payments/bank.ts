import { openReplenishmentStates } from '@corridor/domain'
import { isOwed, lockDrawing } from '../../../records/liquidity/drawing-store.ts'
import type { Tx } from '../../../db/open.ts'
import type { PaymentRow, ReplenishQuoteRow } from '../../../db/schema/rows.ts'
import type { Line } from '../../../records/liquidity/line-store.ts'
import { publishUnmatched } from '../../../records/liquidity/payments.ts'
import { updateQuote } from '../../../records/liquidity/quote-store.ts'
import { lockOpen, lockReplenishment } from '../../../records/liquidity/replenishment-store.ts'
import { startReplenishment } from '../../../records/liquidity/replenishments.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import { byService } from '../line/line.ts'
import { type BankArrival, repayWith, takeBankPayment } from './arrive.ts'

/**
 * Repays by bank. The reference names the quote, so that no statement is needed: where none is open, a
 * replenishment is started for what came.
 */
export async function repayByBank(
  tx: Tx,
  deps: FeeDeps,
  line: Line,
  quote: ReplenishQuoteRow,
  arrival: BankArrival,
): Promise<PaymentRow> {
  const payment = await takeBankPayment(tx, deps, line, arrival)
  if (payment.status !== 'HELD') await payQuote(tx, deps, line, quote, payment)
  return payment
}

/** Repays with a payment in suspense what its quote is for. */
export async function payQuote(
  tx: Tx,
  deps: FeeDeps,
  line: Line,
  quote: ReplenishQuoteRow,
  payment: PaymentRow,
): Promise<void> {
  const { partner_id: partnerId, transaction_id: drawingId } = quote
  const drawing = await lockDrawing(tx, partnerId, drawingId)
  const open = (await awaitedOf(tx, quote)) ?? (await lockOpen(tx, partnerId, drawingId))
  // What the operational wallet pays already is not paid a second time.
  if (!drawing || !isOwed(drawing) || open?.source === 'OPERATIONAL_WALLET') {
    await publishUnmatched(tx, payment)
    return
  }
  const replenishment =
    open ??
    (await startReplenishment(tx, byService(partnerId), {
      partner_id: partnerId,
      id: deps.ids.uuid(),
      transaction_id: drawingId,
      quote_id: quote.id,
      source: 'MONITORED_DEPOSIT',
      currency: quote.currency,
      scale: quote.scale,
      amount: payment.amount,
    }))
  if (!open && quote.replenishment_id === null)
    await updateQuote(tx, quote, { replenishment_id: replenishment.id })
  await repayWith(tx, deps, line, replenishment, payment)
}

/** The deposit that is watched for since the quote was stated in full, also where a part of it came. */
async function awaitedOf(tx: Tx, { partner_id, replenishment_id }: ReplenishQuoteRow) {
  if (replenishment_id === null) return undefined
  const row = await lockReplenishment(tx, partner_id, replenishment_id)
  return row && openReplenishmentStates.includes(row.status) ? row : undefined
}
