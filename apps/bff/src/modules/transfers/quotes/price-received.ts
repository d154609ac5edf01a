import { fail, isUnprovedWallet, ok, quoteExactIn, rateText, readRate } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { railsIn, railsOut } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { Rail } from '../../../ports/jurisdictions.ts'
import { microDollars } from '../../../records/partners/terms.ts'
import { termsOf } from '../../../records/partners/terms-store.ts'
import { findAccount } from '../../accounts/external/store.ts'
import { claimedWalletUsedUp } from '../../../records/transfers/claimed-wallets.ts'
import { countDaily, releaseDailyLimit } from '../../../records/transfers/daily-limit.ts'
import { quoteFacts } from '../../../records/transfers/quote-facts.ts'
import { amountsFor, priceFacts, priceOf } from './amounts.ts'
import { worthOf } from './limits.ts'
import { verifiedAbove } from './plan.ts'

export type Received = {
  /** Columns of the transfer, as it is paid then. */
  columns: Partial<TransferRow>
  /** In millionths of a dollar. */
  worth: bigint
  /** More than was confirmed, and much: the payer confirms it with a code. */
  needsCode: boolean
}
export type ReceivedFailure = Failure<
  | 'CORRIDOR_UNAVAILABLE'
  | 'PROVIDER_UNAVAILABLE'
  | 'AMOUNT_BELOW_MIN'
  | 'AMOUNT_ABOVE_MAX'
  | 'LIMIT_TXN'
>

/**
 * What arrived for a locked transfer, at the rate and on the terms of now, within the limits of its
 * rails and of one transfer.
 */
export async function priceReceived(
  tx: Tx,
  deps: Pick<Deps, 'rates' | 'jurisdictions'>,
  held: LockedTransfer,
) {
  const from = deps.jurisdictions.byId(held.jurisdiction_in)
  const to = deps.jurisdictions.byId(held.jurisdiction_out)
  const railIn = railOf(from ? railsIn(from) : [], held.rail_in)
  const railOut = railOf(to ? railsOut(to) : [], held.rail_out)
  if (!from || !to || !railIn || !railOut) return fail({ code: 'CORRIDOR_UNAVAILABLE' })
  const partner = await termsOf(tx, held.partner_id)
  const kind = held.direction as 'ON_RAMP' | 'OFF_RAMP' | 'FIAT_TO_FIAT'
  const priced = priceOf(deps, { from, to }, { kind, railOut, partner, at: held.read_at })
  if (!priced.ok) return priced
  const { terms, dollar } = priced.value
  const { currency_in: currency, scale_in: scale, received: minor } = held
  const exact = { path: 'exactAmountIn', amount: { minor, currency, scale } } as const
  const amounts = amountsFor(terms, exact, { railIn, railOut })
  if (!amounts.ok) return fail(aboutAction(amounts.failure))
  const { inAmount, outAmount, partnerFees, svcFees, txFees } = amounts.value
  const worth = worthOf(inAmount, dollar)
  if (worth > microDollars(partner.txnLimit)) {
    const text = 'What arrived is above the limit of one transfer.'
    return fail({ code: 'LIMIT_TXN', details: [detail('action', 'LIMIT_TXN', text)] })
  }
  const account = await findAccount(tx, held.partner_id, held.to_account_id)
  // What was quoted is counted already; more of it is counted where it is accepted.
  const payment = { worth, amounts: [inAmount, outAmount], most: 0n }
  if (account && isUnprovedWallet(account, 0n, payment)) return claimedWalletUsedUp('action')
  const needsCode = worth > verifiedAbove && held.received > held.amount_in
  const columns = {
    amount_in: inAmount.minor,
    amount_out: outAmount.minor,
    partner_fees: partnerFees.minor,
    svc_fees: svcFees.minor,
    tx_fees: txFees.minor,
    rate: rateText(terms.rate),
    quote: {
      quotedIn: held.amount_in.toString(),
      ...quoteFacts(held),
      ...priceFacts(priced.value),
      worth: worth.toString(),
    },
  }
  return ok({ columns, worth, needsCode })
}

/** The day counts what is paid instead of what was quoted. */
export async function countReceived(tx: Tx, held: LockedTransfer, worth: bigint) {
  const facts = quoteFacts(held)
  const more = worth - BigInt(facts.worth)
  if (more > 0n) return countDaily(tx, { ...held, quote: { ...facts, worth: more.toString() } })
  if (more < 0n)
    await releaseDailyLimit(tx, { ...held, quote: { ...facts, worth: (-more).toString() } })
  return ok(undefined)
}

/**
 * The amounts for what really arrived, at the rate and on the terms that were quoted.
 * TOO_SMALL where the fees leave nothing of it.
 */
export function requote(row: TransferRow, receivedMinor: bigint) {
  const { terms } = quoteFacts(row)
  return quoteExactIn(
    {
      source: { currency: row.currency_in, scale: row.scale_in },
      target: { currency: row.currency_out, scale: row.scale_out },
      rate: readRate(row.rate),
      partnerBps: terms.partnerBps,
      svcBps: terms.svcBps,
      svcFixed: BigInt(terms.svcFixed),
      txFee: BigInt(terms.txFee),
    },
    receivedMinor,
  )
}

/** Columns of a transfer that continues with what arrived; undefined where that is too little. */
export function requoted(row: TransferRow, receivedMinor: bigint) {
  if (receivedMinor === row.amount_in) return {}
  const amounts = requote(row, receivedMinor)
  if (!amounts.ok) return undefined
  const { inAmount, outAmount, partnerFees, svcFees, txFees } = amounts.value
  return {
    amount_in: inAmount.minor,
    amount_out: outAmount.minor,
    partner_fees: partnerFees.minor,
    svc_fees: svcFees.minor,
    tx_fees: txFees.minor,
    // The first quote stays readable beside what became of it.
    quote: { quotedIn: row.amount_in.toString(), ...quoteFacts(row) },
  }
}

const railOf = (rails: readonly Rail[], name: string): Rail | undefined =>
  rails.find(({ rail }) => rail === name) ?? rails[0]

/** The amount is nobody's input here: the decision to accept it is. */
const aboutAction = <F extends { details?: readonly { path: string }[] }>(failure: F): F => ({
  ...failure,
  details: (failure.details ?? []).map((item) => ({ ...item, path: 'action' })),
})
