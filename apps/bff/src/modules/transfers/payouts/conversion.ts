import { convertDown, type Conversion, formatId, readRate } from '@corridor/domain'
import { assetOf, type Places } from './payout-orders.ts'
import { quoteFacts } from '../../../records/transfers/quote-facts.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** What a transfer takes in and pays out, for the ledger. */
export function conversionOf(deps: Pick<Places, 'jurisdictions'>, row: TransferRow): Conversion {
  return {
    transferId: row.id,
    partner: formatId('par', row.partner_id),
    in: { ...assetOf(deps, row, 'in'), amount: row.amount_in },
    out: { ...assetOf(deps, row, 'out'), amount: row.amount_out },
    fees: { partner: row.partner_fees, service: row.svc_fees, transaction: row.tx_fees },
    worthOut: worthOut(row),
  }
}

/** What is paid out would be this much at the mid rate that the record keeps. */
function worthOut(row: TransferRow): bigint | undefined {
  const { dollarRate, midRate } = quoteFacts(row)
  if (dollarRate === undefined) return undefined
  const net = row.amount_in - row.partner_fees - row.svc_fees - row.tx_fees
  return convertDown(net, readRate(midRate), { from: row.scale_in, to: row.scale_out })
}
