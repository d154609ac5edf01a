import { fail, formatId, ledgerAccount, ok, settleFeesLegs, toWire } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import { detail } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { lockedBalanceOf, owedTo, postGroup } from '../../records/ledger/service.ts'
import type { FeeDeps } from './fees.ts'
import { creditPaymentsAccount } from './surplus.ts'

/** `USDC@31337` as `USDC`. */
export const currencyOf = (asset: string): string => asset.split('@')[0] ?? asset

/** What a partner earned by its own fees and has not had credited, by asset; minor units. */
export const earnedFees = (tx: Tx, partnerId: string) =>
  owedTo(tx, partnerId, 'partner_fee_payable', formatId('par', partnerId))

/**
 * Credits what a partner earned in a currency to its payments account, all of it. The accounts are
 * locked, so that two who ask at once settle it once.
 */
export async function settleFees(tx: Tx, deps: FeeDeps, caller: Caller, currency: string) {
  const { partnerId } = caller
  const partner = formatId('par', partnerId)
  const earned = await earnedFees(tx, partnerId)
  const settled: { amount: bigint; balance: bigint; scale: number }[] = []
  for (const { asset, scale } of earned.filter((item) => currencyOf(item.asset) === currency)) {
    const payable = ledgerAccount('partner_fee_payable', { asset, scale }, partner)
    const amount = -(await lockedBalanceOf(tx, partnerId, payable))
    if (amount <= 0n) continue
    await postGroup(tx, {
      partnerId,
      transferId: deps.ids.uuid(),
      step: 'partner_fees_settled',
      legs: settleFeesLegs({ asset, scale, amount, partner }),
    })
    const balance = await creditPaymentsAccount(tx, deps, caller, {
      asset,
      currency,
      scale,
      amount,
      type: 'PARTNER_FEES',
      description: 'Fees earned',
      transactionHash: '',
    })
    settled.push({ amount, balance, scale })
  }
  const [first] = settled
  return first ? ok({ currency, ...first }) : nothingEarned(currency)
}

const nothingEarned = (currency: string) => {
  const text = `No fees in ${currency} are to be settled.`
  return fail({
    code: 'INSUFFICIENT_BALANCE' as const,
    details: [detail('currency', 'INSUFFICIENT_BALANCE', text)],
  })
}

/** As it is shown; what was settled and had to be given back is less than nothing. */
export const earnedBody = (earned: Awaited<ReturnType<typeof earnedFees>>) =>
  earned
    .filter(({ amount }) => amount !== 0n)
    .map(({ asset, scale, amount }) => ({
      currency: currencyOf(asset),
      amount: toWire({ minor: amount, scale }),
    }))
