import {
  isUnprovedWallet,
  type CorridorKind,
  corridorKind,
  fail,
  ok,
  quoteExactIn,
  type QuoteAmounts,
} from '@corridor/domain'
import type { CutOff } from '@corridor/domain/calendars'
import type { Failure } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import { sendTogether } from '../../../db/send-together.ts'
import type { DepositRow, EntityRow, ExternalAccountRow } from '../../../db/schema/rows.ts'
import { railsOut } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import type { PartnerTerms } from '../../../records/partners/terms.ts'
import { termsOf } from '../../../records/partners/terms-store.ts'
import { cutOffIn, readCutOffs } from '../../../outside/bank/profile-store.ts'
import { claimedWalletMost, readClaimedUse } from '../../../records/transfers/claimed-wallets.ts'
import { type CustomerUse, readCustomerUse } from '../../../records/transfers/customer-limit.ts'
import { findAccount } from '../../accounts/external/store.ts'
import { findEntity } from '../../entities/store.ts'
import type { Places } from '../payouts/payout-orders.ts'
import { priceOf, type Pricing } from '../quotes/amounts.ts'
import { worthOf } from '../quotes/limits.ts'

export type FromDepositParts = Places & Pick<Deps, 'ids' | 'jobs' | 'rates' | 'config'>

export type FromDeposit = {
  /** Just inserted (RECEIVED), or held in suspense (HELD); locked by the caller. */
  deposit: DepositRow
  fromEntityId: string
  /** The funding account that was paid into, or the account that paid. */
  fromAccountId: string
  /** The owner of the account where it is absent. */
  toEntityId?: string
  toAccountId: string
  /** The route that takes it, with its destination; written to a deposit that has none yet. */
  routeId?: string
  destinationVersion?: number
  /** Counts it against the partner's day, as a transfer that is taken up. */
  isCounted?: boolean
  reason: string
}

export type FromDepositFailure = Failure<
  | 'ENTITY_NOT_FOUND'
  | 'ACCOUNT_NOT_FOUND'
  | 'CORRIDOR_UNAVAILABLE'
  | 'PROVIDER_UNAVAILABLE'
  | 'AMOUNT_BELOW_MIN'
>

export type Ends = {
  from: { entity: EntityRow; jurisdiction: JurisdictionRecord }
  to: { entity: EntityRow; jurisdiction: JurisdictionRecord; account: ExternalAccountRow }
}
export type Priced = {
  pricing: Pricing
  amounts: QuoteAmounts
  kind: CorridorKind
  /** By which it is paid out; '' where its bank chooses, and on a chain. */
  rail: string
  /** Of the bank that pays out, where it has one of its own. */
  cutOff: CutOff | undefined
  at: Date
  partner: PartnerTerms
  customer: CustomerUse
  /** In millionths of a dollar. */
  worth: bigint
  /** What one claimed wallet may move within 30 days. */
  claimedWallet: bigint
}
/** What an execution for a deposit would be; nothing is written yet. */
export type PreparedExecution = { order: FromDeposit; ends: Ends; priced: Priced }

/** Looks up both sides and prices the amount; writes nothing. */
export async function prepareFromDeposit(tx: Tx, deps: FromDepositParts, order: FromDeposit) {
  const [ends, at, partner, cutOffs] = await Promise.all([
    endsOf(tx, deps, order),
    now(tx),
    termsOf(tx, order.deposit.partner_id),
    readCutOffs(tx),
  ])
  if (!ends.ok) return ends
  const { customer, claimedUse } = await sendTogether({
    customer: readCustomerUse(tx, {
      partnerId: order.deposit.partner_id,
      entityId: ends.value.from.entity.id,
    }),
    claimedUse: readClaimedUse(tx, ends.value.to.account),
  })
  const cutOff = cutOffIn(cutOffs, ends.value.to.jurisdiction)
  const known = { at, partner, customer, cutOff, claimedUse }
  const priced = price(deps, ends.value, order.deposit, known)
  return priced.ok ? ok({ order, ends: ends.value, priced: priced.value }) : priced
}

async function endsOf(
  tx: Tx,
  { jurisdictions }: FromDepositParts,
  { deposit, fromEntityId, toEntityId, toAccountId }: FromDeposit,
) {
  const partnerId = deposit.partner_id
  const [from, account] = await Promise.all([
    findEntity(tx, partnerId, fromEntityId),
    findAccount(tx, partnerId, toAccountId),
  ])
  if (!account) return fail({ code: 'ACCOUNT_NOT_FOUND' })
  const to = await findEntity(tx, partnerId, toEntityId ?? account.entity_id)
  if (!from || !to) return fail({ code: 'ENTITY_NOT_FOUND' })
  if (account.entity_id !== to.id) return fail({ code: 'ACCOUNT_NOT_FOUND' })
  const jurisdictionIn = jurisdictions.byId(deposit.jurisdiction_id)
  const jurisdictionOut = jurisdictions.byId(account.jurisdiction_id)
  const isOpen = account.status === 'ENABLED' && jurisdictionOut?.status !== 'PAUSED'
  if (!isOpen || !jurisdictionIn || !jurisdictionOut) return fail({ code: 'CORRIDOR_UNAVAILABLE' })
  return ok({
    from: { entity: from, jurisdiction: jurisdictionIn },
    to: { entity: to, jurisdiction: jurisdictionOut, account },
  })
}

function price(
  deps: FromDepositParts,
  { from, to }: Ends,
  deposit: DepositRow,
  {
    claimedUse,
    ...known
  }: Pick<Priced, 'at' | 'partner' | 'customer' | 'cutOff'> & { claimedUse: bigint },
) {
  const { at, partner } = known
  const kind = corridorKind(from.jurisdiction.type, to.jurisdiction.type)
  const rails = railsOut(to.jurisdiction)
  const own = rails.find(({ rail }) => to.account.rails.includes(rail))
  const railOut = own ?? rails[0]
  const isSwap = kind === 'CRYPTO_TO_CRYPTO' && from.jurisdiction.id !== to.jurisdiction.id
  const { currency, currencyScale } = from.jurisdiction
  // It would be counted, and paid out, as money of another currency.
  const isOther = currency !== deposit.currency || currencyScale !== deposit.scale
  if (!railOut || isSwap || isOther) return fail({ code: 'CORRIDOR_UNAVAILABLE' })
  const ends = { from: from.jurisdiction, to: to.jurisdiction }
  const priced = priceOf(deps, ends, { kind, railOut, partner, at })
  if (!priced.ok) return priced
  const amounts = quoteExactIn(priced.value.terms, deposit.amount)
  if (!amounts.ok) return fail({ code: 'AMOUNT_BELOW_MIN' })
  const worth = worthOf(amounts.value.inAmount, priced.value.dollar)
  const { inAmount, outAmount } = amounts.value
  const claimedWallet = claimedWalletMost(partner, deps.config)
  const payment = { worth, amounts: [inAmount, outAmount], most: claimedWallet }
  if (isUnprovedWallet(to.account, claimedUse, payment))
    return fail({ code: 'CORRIDOR_UNAVAILABLE' })
  const rail = to.jurisdiction.type === 'blockchain' ? '' : (own?.rail ?? '')
  const { value: pricing } = priced
  return ok({ pricing, amounts: amounts.value, kind, rail, worth, claimedWallet, ...known })
}
