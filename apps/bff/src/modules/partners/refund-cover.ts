import {
  type CoverPart,
  type CoverPlan,
  formatId,
  planCover,
  type SpendableBalance,
  type Sum,
  toWire,
} from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import { partnerStandings, type Standing } from '../../records/ledger/service.ts'
import { addEntry, lockFeeAccount, sumDue } from './fee-store.ts'
import { feeAsset, type FeeDeps, recordBalanceChange } from './fees.ts'
import { feePlace } from './payments.ts'

export type CoverDeps = FeeDeps & Pick<Deps, 'rates'>
const account = 'PAYMENTS' as const

/** How the ledger's name of an asset begins. */
const currencyOf = (asset: string) => asset.split('@')[0] ?? asset

/**
 * What a partner's payments account pays of a sum at the present mid rates, its own currency first.
 * Fees that are due come before. The account is locked until the transaction ends, so that no two
 * refunds count on the same money.
 */
export async function coverRefund(
  tx: Tx,
  deps: CoverDeps,
  partnerId: string,
  { wanted, at }: { wanted: Sum; at: Date },
): Promise<CoverPlan> {
  await lockFeeAccount(tx, { partnerId, account })
  const [standings, due] = await Promise.all([
    partnerStandings(tx, partnerId, 'payments_account', formatId('par', partnerId)),
    sumDue(tx, { partnerId, account }),
  ])
  const { asset: ofFees } = feeAsset(feePlace(deps))
  const balances = standings.flatMap(({ asset, scale, balance, pending }): SpendableBalance[] => {
    const mid = deps.rates.midRate(currencyOf(asset), currencyOf(wanted.asset), at)
    // Without a rate now it pays nothing of another currency.
    if (!mid.ok) return []
    const available = balance - pending - (asset === ofFees ? due : 0n)
    return [{ asset, scale, available, rate: mid.value.mid }]
  })
  return planCover(wanted, balances)
}

/** Entries, events and audit of what was taken; the caller has posted it. */
export async function recordRefundPaid(
  tx: Tx,
  deps: CoverDeps,
  by: AuditedBy,
  { parts, executionId }: { parts: readonly CoverPart[]; executionId: string },
): Promise<void> {
  if (parts.length === 0) return
  const { partnerId } = by
  const partner = formatId('par', partnerId)
  const place = feePlace(deps)
  const { asset: ofFees } = feeAsset(place)
  const standings = await partnerStandings(tx, partnerId, 'payments_account', partner)
  let row = await lockFeeAccount(tx, { partnerId, account })
  for (const { from } of parts) {
    const { amount, scale } = from
    const currency = currencyOf(from.asset)
    const balance = balanceIn(standings, from.asset)
    const other = from.asset === ofFees ? {} : { asset: { currency, scale } }
    row = await addEntry(tx, row, {
      id: deps.ids.uuid(),
      type: 'REFUND',
      amount: -amount,
      balanceAfter: balance,
      description: `Refund ${executionId}`,
      ...other,
    })
    await recordBalanceChange(tx, 'debited', { place, account: row, amount, balance, ...other })
    await recordAudit(tx, by, {
      action: 'payments_account.debit',
      object: { kind: 'payments_account', id: partner },
      after: { account, executionId, currency, amount: toWire({ minor: amount, scale }) },
    })
  }
}

const balanceIn = (standings: readonly Standing[], asset: string): bigint =>
  standings.find((standing) => standing.asset === asset)?.balance ?? 0n
