import { quoteExactIn, type QuoteAmounts, readRate, type Result } from '@corridor/domain'
import { quoteFacts } from '../../../records/transfers/quote-facts.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/**
 * The amounts for what really arrived, at the rate and on the terms that were quoted.
 * TOO_SMALL where the fees leave nothing of it.
 */
export function requote(
  row: TransferRow,
  receivedMinor: bigint,
): Result<QuoteAmounts, 'TOO_SMALL'> {
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

/** Columns of a transfer that continues with what arrived; undefined where that is too little. */
export function requoted(
  row: TransferRow,
  receivedMinor: bigint,
): Partial<TransferRow> | undefined {
  if (receivedMinor === row.amount_in) return {}
  const amounts = requote(row, receivedMinor)
  if (!amounts.ok) return undefined
  const { inAmount, outAmount, partnerFees, svcFees, txFees } = amounts.value
  return {
    amount_in: inAmount.minor,
    amount_out: outAmount.minor,
    partner_fees: partnerFees.minor,
    svc_fees: svcFees.minor,
    tx_fees: txFees.minor,
    // The first quote stays readable beside what became of it.
    quote: { quotedIn: row.amount_in.toString(), ...quoteFacts(row) },
  }
}
