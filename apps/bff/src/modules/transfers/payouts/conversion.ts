import { type Conversion, formatId } from '@corridor/domain'
import { assetOf, type Places } from './payout-orders.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** What a transfer takes in and pays out, for the ledger. */
export function conversionOf(deps: Pick<Places, 'jurisdictions'>, row: TransferRow): Conversion {
  return {
    transferId: row.id,
    partner: formatId('par', row.partner_id),
    in: { ...assetOf(deps, row, 'in'), amount: row.amount_in },
    out: { ...assetOf(deps, row, 'out'), amount: row.amount_out },
    fees: { partner: row.partner_fees, service: row.svc_fees, transaction: row.tx_fees },
  }
}
