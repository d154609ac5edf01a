import { type ExecutionFailureCode, judgeDeposit } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { DepositRow, LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import { payingDeposits } from '../../../records/deposits/store.ts'
import { isPartyNamed, partyOf, walletOf } from '../../../records/transfers/parties.ts'
import { quoteFacts } from '../../../records/transfers/quote-facts.ts'
import { reviewOf } from '../../../records/transfers/review.ts'
import { payerNameOf, senderOf } from '../../../records/deposits/sender.ts'
import { takeOthers } from '../../deposits/payers.ts'
import { toOrigin } from '../../deposits/return-target.ts'
import { worthOf } from '../quotes/limits.ts'
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
  deps: Pick<Deps, 'rates'>,
  held: LockedTransfer,
  deposit: DepositRow,
  received: bigint,
): Promise<Fit> {
  const judgement = judgeDeposit(held.amount_in, received)
  if (judgement === 'UNDERPAID') return { kind: 'review', reason: 'FUNDING_UNDERPAID' }
  const earlier = held.received > 0n ? await payingDeposits(tx, held) : []
  const isHeld = await isHeldForSender(tx, deps, held, [deposit, ...earlier])
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
 * Whether somebody paid any of it who may not, beyond small sums: that waits for a person. What the
 * operator let pay is let pay; what the same or another stranger sends after the bank took that back is
 * looked at again.
 */
export async function isHeldForSender(
  tx: Tx,
  deps: Pick<Deps, 'rates'>,
  held: TransferRow,
  deposits: readonly DepositRow[],
): Promise<boolean> {
  const { clearedDeposits = [] } = reviewOf(held)
  const others = deposits.filter(
    (deposit) => !clearedDeposits.includes(deposit.id) && isStranger(held, deposit),
  )
  let isHeld = false
  for (const deposit of others) {
    const taken = await takeOthers(tx, {
      deposit,
      entityId: held.from_entity_id,
      fundingAccountId: held.funding_account_id,
      worth: worthBooked(deps, held, deposit),
    })
    isHeld ||= taken === 'HELD'
  }
  return isHeld
}

/** At the rate of its booking; its part of the quote's worth where there is none. */
function worthBooked(
  { rates }: Pick<Deps, 'rates'>,
  held: TransferRow,
  { amount: minor, currency, scale, received_at }: DepositRow,
): bigint {
  const rate = rates.midRate(currency, 'USD', received_at)
  if (rate.ok) return worthOf({ minor, currency, scale }, rate.value.mid)
  return (BigInt(quoteFacts(held).worth) * minor) / held.amount_in + 1n
}
