import { quoteExactIn, type QuoteAmounts, readRate, type Result } from '@corridor/domain'
import { quoteFacts } from './quote-facts.ts'
import type { TransferRow } from './store.ts'

/**
 * The amounts for what really arrived, at the rate and on the terms that were quoted.
 * TOO_SMALL where the fees leave nothing of it.
 */
export function requote(row: TransferRow, receivedMinor: bigint): Result<QuoteAmounts, 'TOO_SMALL'> {
  const { terms } = quoteFacts(row)
  return quoteExactIn(
    {
      source: { currency: row.currency_in, scale: row.scale_in },
      target: { currency: row.currency_out, scale: row.scale_out },
      rate: readRate(row.rate),
      partnerBps: terms.partnerBps,
      svcBps: terms.svcBps,
      svcFixed: BigInt(terms.svcFixed),
      txFee: BigInt(terms.txFee),
    },
    receivedMinor,
  )
}
