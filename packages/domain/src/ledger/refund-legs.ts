import { type Asset, ledgerAccount } from './accounts.ts'
import { leg, type Leg, type Sum } from './postings.ts'
import { receivableLegs } from './transfer-legs.ts'

// Legs of a refund after completion. `transferId` is the UUID of the linked execution, `partner` a
// written id.

export type RefundFunding = {
  partner: string
  transferId: string
  /** What goes back to the payer. */
  into: Asset
  /** What the payments account gives for it, balance by balance. */
  parts: readonly { from: Sum; gives: bigint }[]
  /** What the service lends, as it was agreed. */
  lent: bigint
}

/** The payments account pays what a linked refund sends back; other currencies are converted. */
export function refundFundingLegs(of: RefundFunding): Leg[] {
  const held = ledgerAccount('transfer_clearing', of.into, of.transferId)
  const paid = of.parts.flatMap(({ from, gives }) => {
    const account = ledgerAccount('payments_account', from, of.partner)
    if (from.asset === of.into.asset) return leg('refund_cover', from, account, held)
    return [
      ...leg(`refund_fx_in/${from.asset}`, from, account, ledgerAccount('fx', from)),
      ...leg(`refund_fx_out/${from.asset}`, { amount: gives }, ledgerAccount('fx', of.into), held),
    ]
  })
  const { lent: amount, partner, transferId } = of
  return [...paid, ...receivableLegs({ ...of.into, amount, partner, transferId })]
}

/** What a partner had paid back to a payer came back from the payee: it is the partner's again. */
export const refundReturnedLegs = (of: Sum & { partner: string; transferId: string }): Leg[] =>
  leg(
    'refund_returned',
    of,
    ledgerAccount('transfer_clearing', of, of.transferId),
    ledgerAccount('payments_account', of, of.partner),
  )
