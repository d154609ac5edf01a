import { parseId } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { lockLine } from '../../../records/liquidity/line-store.ts'
import { lockPayment, releasePayment } from '../../../records/liquidity/payment-store.ts'
import { findQuotesByReference } from '../../../records/liquidity/quote-store.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import { matchPayment } from './arrive.ts'
import { payQuote } from './bank.ts'

/** The sender of a held payment is cleared: it is used for what waits for it, as at its arrival. */
export async function releaseHeld(tx: Tx, deps: FeeDeps, partnerId: string, paymentId: string) {
  const id = parseId('lpay', paymentId)
  if (id === undefined) return
  const line = await lockLine(tx, partnerId)
  const held = await lockPayment(tx, partnerId, id)
  if (held?.status !== 'HELD') return
  const payment = await releasePayment(tx, held)
  const [quote] =
    payment.source === 'BANK' ? await findQuotesByReference(tx, [payment.bank_reference]) : []
  if (quote) await payQuote(tx, deps, line, quote, payment)
  else await matchPayment(tx, deps, line, payment)
}
