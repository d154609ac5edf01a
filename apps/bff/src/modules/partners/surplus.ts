import { formatId, toWire } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import { partnerStandings } from '../../records/ledger/service.ts'
import { addEntry, lockFeeAccount } from './fee-store.ts'
import { feeAsset, type FeeDeps, payDueFees, recordBalanceChange } from './fees.ts'
import { feePlace } from './payments.ts'

/**
 * Adds a credit to the payments account whose posting the caller makes: what was too much of a
 * payment, or a payment that fits nothing. Then pays what was due. Gives the balance before that.
 */
export async function creditPaymentsAccount(
  tx: Tx,
  deps: FeeDeps,
  by: AuditedBy,
  credited: {
    asset: string
    currency: string
    scale: number
    amount: bigint
    description: string
    transactionHash: string
    type?: 'DEPOSIT' | 'REFUND_RETURNED' | 'PARTNER_FEES'
  },
): Promise<bigint> {
  const { amount, currency, scale, description, transactionHash, type = 'DEPOSIT' } = credited
  const { partnerId } = by
  const place = feePlace(deps)
  const account = 'PAYMENTS' as const
  const partner = formatId('par', partnerId)
  const row = await lockFeeAccount(tx, { partnerId, account })
  const standings = await partnerStandings(tx, partnerId, 'payments_account', partner)
  const balance = standings.find(({ asset }) => asset === credited.asset)?.balance ?? 0n
  const isOfFees = credited.asset === feeAsset(place).asset
  const other = isOfFees ? {} : { asset: { currency, scale } }
  const after = await addEntry(tx, row, {
    id: deps.ids.uuid(),
    type,
    amount,
    balanceAfter: balance,
    description,
    transactionHash,
    ...other,
  })
  await recordBalanceChange(tx, 'credited', { place, account: after, amount, balance, ...other })
  await recordAudit(tx, by, {
    action: 'payments_account.deposit',
    object: { kind: 'payments_account', id: partner },
    after: { account, currency, transactionHash, amount: toWire({ minor: amount, scale }) },
    reason: description,
  })
  if (isOfFees) await payDueFees(tx, deps, by, account)
  return balance
}
