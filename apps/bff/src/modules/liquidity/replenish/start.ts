import { fail, formatId, ok, toText } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { ReplenishmentRow, ReplenishQuoteRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { isOwed } from '../../../records/liquidity/drawing-store.ts'
import type { Line } from '../../../records/liquidity/line-store.ts'
import { lockLiveQuote, updateQuote } from '../../../records/liquidity/quote-store.ts'
import { lockOpen } from '../../../records/liquidity/replenishment-store.ts'
import { startReplenishment } from '../../../records/liquidity/replenishments.ts'
import { readAmount } from '../line/line.ts'
import { drawingOf, notFound, nothingOwed } from './quote.ts'

export type StartFailure = Failure<
  | 'FIELD_INVALID'
  | 'AMOUNT_PRECISION'
  | 'LIQUIDITY_TXN_NOT_FOUND'
  | 'QUOTE_REQUIRED'
  | 'REPLENISH_AMOUNT_LOW'
  | 'INSUFFICIENT_BALANCE'
  | 'ILLEGAL_TRANSITION'
>

export type Wanted = {
  originalTxnHash: string
  totalReplenishAmount: number
  /** Of a batch: the quote has to be of it, and the order may be shared. */
  batch?: { quoteId: string; batchId: string }
  orderId: string
  /** What the operational wallet still has for it. */
  available: bigint
  requestKey: Buffer | null
}

/**
 * Starts a repayment from the operational wallet, with the line locked: everything is checked here,
 * and the payment is ordered after the commit.
 */
export async function startFromWallet(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  by: AuditedBy,
  line: Line,
  wanted: Wanted,
) {
  const { partnerId } = by
  const drawing = await drawingOf(tx, partnerId, wanted.originalTxnHash)
  if (!drawing) return notFound
  const amount = readAmount(line, wanted.totalReplenishAmount, 'totalReplenishAmount')
  if (!amount.ok) return amount
  const open = await lockOpen(tx, partnerId, drawing.id)
  if (open) return openAlready(open)
  if (!isOwed(drawing)) return nothingOwed(drawing)
  const quote = await lockLiveQuote(tx, partnerId, drawing.id)
  if (!quote || quote.is_initiated || !isOfBatch(quote, wanted)) return noQuote
  if (amount.value < quote.total) return tooLow(quote)
  if (amount.value > wanted.available) return tooLittle(line, wanted.available)
  const row = await startReplenishment(tx, by, {
    partner_id: partnerId,
    id: deps.ids.uuid(),
    transaction_id: drawing.id,
    quote_id: quote.id,
    source: 'OPERATIONAL_WALLET',
    currency: line.currency,
    scale: line.scale,
    amount: amount.value,
    batch_id: wanted.batch?.batchId ?? null,
    order_id: wanted.orderId,
    request_key: wanted.requestKey,
  })
  await updateQuote(tx, quote, { is_initiated: true, replenishment_id: row.id })
  return ok(row)
}

const isOfBatch = (quote: ReplenishQuoteRow, { batch }: Wanted): boolean =>
  batch === undefined || quote.batch_id === batch.quoteId

const openAlready = (open: ReplenishmentRow) => {
  const existingId = formatId('rpl', open.id)
  const text = `The replenishment ${existingId} of this drawing is ${open.status}.`
  const facts = { from: open.status, to: 'PENDING', allowed: [], existingId }
  return fail({
    code: 'ILLEGAL_TRANSITION' as const,
    details: [detail('originalTxnHash', 'ILLEGAL_TRANSITION', text, facts)],
  })
}

const noQuote = fail({
  code: 'QUOTE_REQUIRED' as const,
  details: [
    detail(
      'originalTxnHash',
      'QUOTE_REQUIRED',
      'Ask for a replenish quote first; it holds 10 minutes.',
    ),
  ],
})

const tooLow = ({ total, scale }: ReplenishQuoteRow) =>
  fail({
    code: 'REPLENISH_AMOUNT_LOW' as const,
    details: [
      detail(
        'totalReplenishAmount',
        'REPLENISH_AMOUNT_LOW',
        `The quote asks for ${toText(total, scale)}.`,
        { required: Number.parseFloat(toText(total, scale)) },
      ),
    ],
  })

const tooLittle = ({ scale, currency }: Line, available: bigint) => {
  const left = toText(available > 0n ? available : 0n, scale)
  return fail({
    code: 'INSUFFICIENT_BALANCE' as const,
    details: [
      detail(
        'totalReplenishAmount',
        'INSUFFICIENT_BALANCE',
        `The operational wallet has ${left} ${currency} left.`,
        { available: Number.parseFloat(left) },
      ),
    ],
  })
}
