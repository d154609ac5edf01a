import { assetName, formatId, toWire } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { PaymentRow } from '../../db/schema/rows.ts'
import { recordEvent } from '../events/outbox.ts'
import { partnerStandings } from '../ledger/service.ts'

export const paymentIdOf = ({ id }: Pick<PaymentRow, 'id'>): string => formatId('lpay', id)

/** Asks the partner to look at a payment that fits nothing. */
export const publishUnmatched = (tx: Tx, row: PaymentRow) => publish(tx, row, 'unmatched')

/** Notifies the partner of a payment that waits for the operator; why is not shown. */
export const publishHeld = (tx: Tx, row: PaymentRow): Promise<void> => publish(tx, row, 'held')

async function publish(tx: Tx, row: PaymentRow, status: 'unmatched' | 'held'): Promise<void> {
  const { partner_id: partnerId, currency, chain_id: chainId, scale } = row
  const partner = formatId('par', partnerId)
  const standings = await partnerStandings(tx, partnerId, 'payments_account', partner)
  const asset = assetName(currency, chainId)
  const balance = standings.find((standing) => standing.asset === asset)?.balance ?? 0n
  await recordEvent(tx, {
    partnerId,
    category: 'payments_account',
    type: 'action_required',
    status,
    object: {
      status: row.status,
      paymentId: paymentIdOf(row),
      currency,
      amount: toWire({ minor: row.amount, scale }),
      balance: toWire({ minor: balance, scale }),
      transactionHash: row.hash,
    },
    subject: { kind: 'liquidity_payment', id: paymentIdOf(row), version: row.version },
  })
}
