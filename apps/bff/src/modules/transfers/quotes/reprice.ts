import { quoteExactIn, rateText } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { railsOut } from '../../../outside/jurisdictions/jurisdictions.ts'
import { priceFacts, priceOf } from './amounts.ts'
import { quoteMsOf } from '../../../records/partners/terms.ts'
import { termsOf } from '../../../records/partners/terms-store.ts'
import { type PriceShown, quoteFacts } from '../../../records/transfers/quote-facts.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'

export type RepriceParts = Pick<Deps, 'rates' | 'jurisdictions'>

/**
 * A quote that expired while it waited for approval, at the current price: the payer pays what was
 * agreed, the payee gets what that is worth. Where no rate is to be had the agreed price stays.
 */
export async function reprice(tx: Tx, deps: RepriceParts, held: LockedTransfer) {
  const price = await expiredPrice(tx, deps, held)
  if (!price) return {}
  const facts = quoteFacts({ ...held, ...price })
  return { ...price, quote: { ...facts, repricedFrom: priceShown(held) } }
}

/** What an execution costs now whose quote has expired; nothing where it has not. */
async function expiredPrice(tx: Tx, deps: RepriceParts, held: LockedTransfer) {
  if (held.read_at < held.valid_until) return undefined
  return priceNow(tx, deps, held, held.amount_in)
}

/** A transfer's price as it was quoted, and the one that holds instead, or would from an approval now. */
export async function pricesOf(tx: Tx, deps: RepriceParts, row: LockedTransfer) {
  const { repricedFrom } = quoteFacts(row)
  if (repricedFrom) return { quoted: repricedFrom, current: priceShown(row) }
  const now = row.status === 'AWAITING_APPROVAL' && (await expiredPrice(tx, deps, row))
  return { quoted: priceShown(row), ...(now ? { current: priceShown({ ...row, ...now }) } : {}) }
}

const priceShown = (row: TransferRow): PriceShown => ({
  amountIn: row.amount_in.toString(),
  amountOut: row.amount_out.toString(),
  fees: (row.partner_fees + row.svc_fees + row.tx_fees).toString(),
  rate: row.rate,
  validUntil: row.valid_until.toISOString(),
})

/** Columns of a transfer at the present price of an amount in; nothing where none is to be had. */
export async function priceNow(tx: Tx, deps: RepriceParts, held: LockedTransfer, amountIn: bigint) {
  const from = deps.jurisdictions.byId(held.jurisdiction_in)
  const to = deps.jurisdictions.byId(held.jurisdiction_out)
  const rails = to ? railsOut(to) : []
  const railOut = rails.find(({ rail }) => rail === held.rail_out) ?? rails[0]
  const partner = await termsOf(tx, held.partner_id)
  if (!from || !to || !railOut) return undefined
  const kind = held.direction as 'ON_RAMP' | 'OFF_RAMP' | 'FIAT_TO_FIAT'
  const priced = priceOf(deps, { from, to }, { kind, railOut, partner, at: held.read_at })
  const amounts = priced.ok ? quoteExactIn(priced.value.terms, amountIn) : priced
  if (!priced.ok || !amounts.ok) return undefined
  const { inAmount, outAmount, partnerFees, svcFees, txFees } = amounts.value
  return {
    amount_in: inAmount.minor,
    amount_out: outAmount.minor,
    partner_fees: partnerFees.minor,
    svc_fees: svcFees.minor,
    tx_fees: txFees.minor,
    rate: rateText(priced.value.terms.rate),
    valid_until: new Date(held.read_at.getTime() + quoteMsOf(partner, kind)),
    quote: {
      ...quoteFacts(held),
      ...priceFacts(priced.value),
    },
  }
}
