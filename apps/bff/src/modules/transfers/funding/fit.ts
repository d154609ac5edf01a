import { type ExecutionFailureCode, judgeDeposit } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { DepositRow, LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import { payingDeposits } from '../../../records/deposits/store.ts'
import { microDollars } from '../../../records/partners/terms.ts'
import { termsOf } from '../../../records/partners/terms-store.ts'
import { isPartyNamed, partyOf, walletOf } from '../../../records/transfers/parties.ts'
import { quoteFacts } from '../../../records/transfers/quote-facts.ts'
import { reviewOf } from '../../../records/transfers/review.ts'
import { payerNameOf, senderOf } from '../../../records/deposits/sender.ts'
import { toOrigin } from '../../deposits/return-target.ts'
import { requoted } from '../quotes/price-received.ts'

/** What becomes of a transfer with the money that arrived for it. */
export type Fit =
  | { kind: 'pays'; columns: Partial<TransferRow> }
  /** The quote is paid, and the rest goes back to who sent it. */
  | { kind: 'overpays'; surplus: bigint }
  | { kind: 'review'; reason: ExecutionFailureCode }

/**
 * Whether all that arrived fits what was quoted, and who sent it. An overpayment goes back by itself
 * where the last deposit is the payer's, its sender is known, and it alone was too much.
 */
export async function fitOf(
  tx: Tx,
  held: LockedTransfer,
  deposit: DepositRow,
  received: bigint,
): Promise<Fit> {
  const judgement = judgeDeposit(held.amount_in, received)
  if (judgement === 'UNDERPAID') return { kind: 'review', reason: 'FUNDING_UNDERPAID' }
  const earlier = held.received > 0n ? await payingDeposits(tx, held) : []
  const isHeld = await isHeldForSender(tx, held, [deposit, ...earlier])
  if (judgement === 'OVERPAID') {
    const surplus = received - held.amount_in
    const goesBack = surplus <= deposit.amount && toOrigin(deposit) !== undefined
    return goesBack && !isHeld && !isStranger(held, deposit)
      ? { kind: 'overpays', surplus }
      : { kind: 'review', reason: 'FUNDING_OVERPAID' }
  }
  if (isHeld) return { kind: 'review', reason: 'FUNDING_SENDER_MISMATCH' }
  const columns = requoted(held, received)
  return columns ? { kind: 'pays', columns } : { kind: 'review', reason: 'FUNDING_UNDERPAID' }
}

/** Another name than the payer's; of a wallet, which has none, another address. */
export function isStranger(held: TransferRow, deposit: DepositRow): boolean {
  const payer = partyOf(held, 'from')
  const sender = senderOf(deposit)
  const { walletAddress } = sender
  const name = payerNameOf(sender)
  if (name !== '') return !isPartyNamed(payer, name)
  const known = walletOf(payer)
  const isKnown = walletAddress !== '' && !/^0x0{40}$/.test(walletAddress)
  return isKnown && known !== '' && known.toLowerCase() !== walletAddress.toLowerCase()
}

/**
 * Whether a stranger paid any of it. Above an amount that waits for a person, unless the partner's
 * terms allow others. What the operator let pay is let pay; what the same or another stranger sends
 * after the bank took that back is looked at again.
 */
export async function isHeldForSender(tx: Tx, held: TransferRow, deposits: readonly DepositRow[]) {
  const { clearedDeposits = [] } = reviewOf(held)
  const unseen = deposits.filter(({ id }) => !clearedDeposits.includes(id))
  if (!unseen.some((deposit) => isStranger(held, deposit))) return false
  const { thirdPartyPayers, senderCheckAbove } = await termsOf(tx, held.partner_id)
  return !thirdPartyPayers && BigInt(quoteFacts(held).worth) > microDollars(senderCheckAbove)
}
