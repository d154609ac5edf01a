import { formatId, toWire } from '@corridor/domain'
import { toChecksumAddress } from '@corridor/signing/evm'
import type { PaymentRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { paymentIdOf } from '../../../records/liquidity/payments.ts'
import { explorerUrl } from '../line/line.ts'

/** What arrived for a credit line, as the API shows it. */
export const paymentBody = (deps: Pick<Deps, 'chains'>, row: PaymentRow) => ({
  paymentId: paymentIdOf(row),
  source: row.source,
  status: row.status,
  amount: toWire({ minor: row.amount, scale: row.scale }),
  asset: row.currency,
  fromWallet: row.payer === '' ? '' : toChecksumAddress(row.payer),
  transactionHash: row.hash,
  bankReference: row.bank_reference,
  subjectId: subjectOf(row),
  receivedAt: row.received_at.toISOString(),
  url: explorerUrl(deps, row.chain_id, 'tx', row.hash),
})

function subjectOf({ status, subject_id }: PaymentRow): string {
  if (subject_id === null) return ''
  if (status === 'RESERVE_FEE') return formatId('rsv', subject_id)
  return status === 'REPAYMENT' ? formatId('rpl', subject_id) : ''
}
