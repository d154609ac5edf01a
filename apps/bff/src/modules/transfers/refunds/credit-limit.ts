import { fail, formatId, ledgerAccount, ok, type Result, toText } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { lockedBalanceOf } from '../../../records/ledger/service.ts'
import { assetOf, type Places } from '../payouts/payout-orders.ts'
import { termsOf } from '../../../records/partners/terms-store.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** What is lent where a partner's terms say nothing, in units of each currency. */
const lentByDefault = 1_000_000

/**
 * Whether the service still lends the partner this much. The account is locked until the transaction
 * ends, so that two refunds do not both see the same room.
 */
export async function isWithinCredit(
  tx: Tx,
  deps: Places,
  row: TransferRow,
  amount: bigint,
): Promise<Result<undefined, Failure<'CREDIT_LIMIT_EXCEEDED'>>> {
  const asset = assetOf(deps, row, 'in')
  const { refundCreditLimit } = await termsOf(tx, row.partner_id)
  const limit = BigInt(Math.floor(refundCreditLimit ?? lentByDefault)) * 10n ** BigInt(asset.scale)
  const account = ledgerAccount('refund_receivable', asset, formatId('par', row.partner_id))
  const lent = await lockedBalanceOf(tx, row.partner_id, account)
  if (lent + amount <= limit) return ok(undefined)
  const left = toText(limit > lent ? limit - lent : 0n, asset.scale)
  return fail({
    code: 'CREDIT_LIMIT_EXCEEDED',
    details: [
      detail(
        'amount',
        'CREDIT_LIMIT_EXCEEDED',
        `The service lends ${left} ${row.currency_in} more.`,
      ),
    ],
  })
}
