import type { Tx } from '../../../db/open.ts'
import type { DepositRow, LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { quoteFacts } from '../../../records/transfers/quote-facts.ts'
import { priceNow, type RepriceParts } from '../quotes/reprice.ts'

/** What is exchanged for late money; nothing where it goes back, or where there is no price. */
export type ArrivalPrice =
  | { kind: 'PRICED'; columns: Partial<TransferRow> }
  | { kind: 'RETURN' | 'UNPRICED' }

/** When the bank booked the money, or the chain; not when the service read of it. */
const bookedAt = ({ received_at }: DepositRow): Date => received_at

/** Whether money came after the time for which the rate was held. */
export const isLate = (held: TransferRow, deposit: DepositRow): boolean =>
  held.rate_hold_until !== null && bookedAt(deposit) > held.rate_hold_until

/** Whether the rate is held no more, whenever the money came. */
export const isRatePast = ({ rate_hold_until, read_at }: LockedTransfer): boolean =>
  rate_hold_until !== null && read_at > rate_hold_until

/**
 * The price of money that came after the rate's time: the present one, or none where the quote asked
 * that late money goes back, or where no rate is to be had now.
 */
export async function priceOnArrival(
  tx: Tx,
  deps: RepriceParts,
  held: LockedTransfer,
  received: bigint,
): Promise<ArrivalPrice> {
  if (quoteFacts(held).onLate === 'RETURN') return { kind: 'RETURN' }
  const columns = await presentPrice(tx, deps, held, received)
  return columns ? { kind: 'PRICED', columns } : { kind: 'UNPRICED' }
}

/** Columns of a transfer whose rate is not held any more; nothing where no rate is to be had. */
export async function presentPrice(
  tx: Tx,
  deps: RepriceParts,
  held: LockedTransfer,
  amountIn: bigint,
): Promise<Partial<TransferRow> | undefined> {
  const price = await priceNow(tx, deps, held, amountIn)
  return (
    price && {
      ...price,
      // The quote is past; its time stays on the record.
      valid_until: held.valid_until,
      quoted_rate: held.quoted_rate ?? held.rate,
      quote: { quotedIn: held.amount_in.toString(), ...(price.quote as object) },
    }
  )
}

/** Publishes that another rate is paid than was quoted, with both. */
export async function recordRateChange(tx: Tx, held: TransferRow, row: TransferRow): Promise<void> {
  if (row.rate === held.rate) return
  const changes = {
    exchangeRate: { from: Number.parseFloat(held.rate), to: Number.parseFloat(row.rate) },
  }
  const event = transferEvent(row, row.status, 'updated', { changes })
  await recordEvent(tx, { ...event, status: 'rate_changed' })
}
