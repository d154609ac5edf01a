import type { payinRoutes, ResponseOf } from '@corridor/contract'
import {
  corridorKind,
  fail,
  fromWire,
  judgeRouted,
  type Money,
  ok,
  parseId,
  quoteExactIn,
  type QuoteAmounts,
  rateText,
  type Result,
  toRate,
  toWire,
} from '@corridor/domain'
import { scheduleOf } from '@corridor/domain/calendars'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findAccount } from '../../accounts/external/store.ts'
import { findFunding } from '../../accounts/funding/store.ts'
import { quickest, railsIn, railsOut } from '../../../outside/jurisdictions/jurisdictions.ts'
import { cutOffIn, readCutOffs } from '../../../outside/bank/profile-store.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import { hasCapability } from '../../kyc/case/gate.ts'
import { priceOf, type Pricing } from '../../transfers/quotes/amounts.ts'
import { worthOf } from '../../transfers/quotes/limits.ts'
import { readTerms } from '../../../records/partners/terms-store.ts'
import { partnerTerms } from '../../../records/partners/terms.ts'
import { systemNamed } from '../../../records/transfers/arrival/bank-systems.ts'
import { findRecord } from './list-store.ts'
import { closedCorridor } from './rules.ts'
import { findAnyAccount } from '../../../records/payin-routes/store.ts'
import { factsOf } from '../deposits/judge.ts'
import { readAccount } from '../deposits/facts-store.ts'
import type { ExternalAccountRow, RouteRow } from '../../../db/schema/rows.ts'

type Body = ResponseOf<typeof payinRoutes.preview>['data']['data']
type PreviewParts = Pick<Deps, 'jurisdictions' | 'rates'>
type AmountFailure = Failure<'AMOUNT_PRECISION' | 'FIELD_INVALID' | 'PROVIDER_UNAVAILABLE'>
type PreviewFailure = AmountFailure | Failure<'ROUTE_NOT_FOUND'>
type EstimateFailure =
  | AmountFailure
  | Failure<'FUNDING_ACCOUNT_NOT_FOUND' | 'ACCOUNT_NOT_FOUND' | 'CORRIDOR_UNAVAILABLE'>

/** From where to where; `teleportId` is '' where no route is there, and one is thought of. */
type Way = {
  partnerId: string
  teleportId: string
  fundingId: string
  route: Pick<RouteRow, 'status' | 'reason'>
  from: JurisdictionRecord
  to: JurisdictionRecord
  account: ExternalAccountRow
}

/** What a deposit would come to if it arrived now; nothing is stored. */
export async function preview(
  tx: Tx,
  deps: PreviewParts,
  { partnerId }: Caller,
  { teleportId, amount }: { teleportId: string; amount: string },
): Promise<Result<Body, PreviewFailure>> {
  const id = parseId('tele', teleportId)
  const route = id && (await findRecord(tx, partnerId, id))
  if (!route) return fail({ code: 'ROUTE_NOT_FOUND' })
  const from = deps.jurisdictions.byId(route.source_id)
  const to = deps.jurisdictions.byId(route.target_id)
  const account = await findAnyAccount(tx, partnerId, route.external_account_id)
  if (!from || !to || !account) throw new Error(`the route ${route.id} leads nowhere`)
  const way = { partnerId, teleportId, fundingId: route.funding_account_id, route }
  return previewOf(tx, deps, { ...way, from, to, account }, amount)
}

/** The same of two accounts that no route needs to connect. */
export async function estimate(
  tx: Tx,
  deps: PreviewParts,
  { partnerId }: Caller,
  query: { fundingAccountId: string; externalAccountId: string; amount: string },
): Promise<Result<Body, EstimateFailure>> {
  const fundingId = parseId('fund', query.fundingAccountId)
  const accountId = parseId('acc', query.externalAccountId)
  const funding = fundingId && (await findFunding(tx, partnerId, fundingId))
  if (!funding) return fail({ code: 'FUNDING_ACCOUNT_NOT_FOUND' })
  const account = accountId && (await findAccount(tx, partnerId, accountId))
  if (!account) return fail({ code: 'ACCOUNT_NOT_FOUND' })
  const closed = await closedCorridor(tx, deps, { funding, account })
  if (closed.length > 0) return fail({ code: 'CORRIDOR_UNAVAILABLE', details: closed })
  const from = deps.jurisdictions.byId(funding.jurisdiction_id)
  const to = deps.jurisdictions.byId(account.jurisdiction_id)
  if (!from || !to) throw new Error('a corridor leads nowhere')
  const route = { status: 'active', reason: '' } as const
  const way = { partnerId, teleportId: '', fundingId: funding.id, route }
  return previewOf(tx, deps, { ...way, from, to, account }, query.amount)
}

async function previewOf(
  tx: Tx,
  deps: PreviewParts,
  way: Way,
  text: string,
): Promise<Result<Body, AmountFailure>> {
  const { from, to, teleportId } = way
  const amount = readAmount(text, from)
  if (!amount.ok) return amount
  const priced = await price(tx, deps, way)
  if (!priced.ok) return priced
  const { pricing, at, etaMinutes, rail } = priced.value
  const quoted = pricing && quoteExactIn(pricing.terms, amount.value.minor)
  const heldReason = await judged(tx, deps, way, { amount: amount.value, pricing, quoted, at })
  return ok({
    teleportId,
    outcome: heldReason === '' ? 'FORWARD' : 'HOLD',
    heldReason,
    ...amountsBody(amount.value, quoted?.ok ? quoted.value : undefined, to),
    exchangeRate: pricing ? Number.parseFloat(rateText(pricing.terms.rate)) : 0,
    midRate: pricing ? Number.parseFloat(rateText(toRate(pricing.mid.mid))) : 0,
    spreadBps: pricing?.spreadBps ?? 0,
    etaMinutes,
    ...(await bankTimes(tx, { to, rail, at })),
    at: at.toISOString(),
  })
}

/** When a bank would pay it out, by its banking days; nothing on a chain. */
async function bankTimes(
  tx: Tx,
  { to, rail, at }: { to: JurisdictionRecord; rail: string; at: Date },
): Promise<Partial<Body>> {
  const system = to.type === 'blockchain' ? undefined : systemNamed(rail)
  if (!system) return {}
  const schedule = scheduleOf(system, at, cutOffIn(await readCutOffs(tx), to))
  return {
    leavesAt: schedule.leavesAt.toISOString(),
    estimatedArrival: schedule.arrivesBy.toISOString(),
    bankTimeZone: system.zone,
    ...(schedule.isEstimated ? { isEstimated: true } : {}),
  }
}

type Offer = {
  amount: Money
  pricing: Pricing | undefined
  quoted: Result<QuoteAmounts, 'TOO_SMALL'> | undefined
  at: Date
}

/** Why it would be held, by the rule that decides about deposits; '' where it would pass. */
async function judged(
  tx: Tx,
  deps: PreviewParts,
  { partnerId, fundingId, route, to, account }: Way,
  { amount, pricing, quoted, at }: Offer,
): Promise<Body['heldReason']> {
  const { minor, scale, currency } = amount
  const place = { partner_id: partnerId, funding_account_id: fundingId }
  const known = await readAccount(tx, { ...place, id: afterAll, currency, received_at: at })
  if (!known) throw new Error(`the funding account ${fundingId} is gone`)
  const facts = factsOf(deps, {
    account: known,
    deposit: { amount: minor, scale },
    taken: { route },
    labels: [],
    returnsTo: false,
  })
  const judgement = judgeRouted({
    ...facts,
    isPayeeVerified: await hasCapability(tx, partnerId, account.entity_id, to.id),
    isDestinationOpen:
      account.status === 'ENABLED' && to.status !== 'PAUSED' && pricing !== undefined,
    isEatenByFees: quoted?.ok === false,
    partner: { ...facts.partner, worth: pricing ? worthOf(amount, pricing.dollar) : 0n },
  })
  return judgement.kind === 'HOLD' ? judgement.reason : ''
}

/** The id of a deposit that comes after all others of its moment. */
const afterAll = 'ffffffff-ffff-7fff-bfff-ffffffffffff'

function readAmount(text: string, { currency, currencyScale }: JurisdictionRecord) {
  const amount = fromWire(text, currency, currencyScale)
  if (!amount.ok) {
    const message = `${currency} has ${currencyScale} decimals; at most 15 significant digits are accepted.`
    return fail({ code: amount.failure, details: [detail('amount', amount.failure, message)] })
  }
  if (amount.value.minor > 0n) return amount
  const details = [detail('amount', 'FIELD_INVALID', 'Name an amount above zero.')]
  return fail({ code: 'FIELD_INVALID', details })
}

/** Current rate and fees; no pricing where nothing goes from here to there at all. */
async function price(tx: Tx, deps: PreviewParts, { partnerId, from, to, account }: Way) {
  const terms = (await readTerms(tx, partnerId)) ?? partnerTerms({})
  const at = await now(tx)
  const rails = railsOut(to)
  const railOut = rails.find(({ rail }) => account.rails.includes(rail)) ?? rails[0]
  const etaMinutes = (quickest(railsIn(from))?.etaMinutes ?? 0) + (railOut?.etaMinutes ?? 0)
  const facts = { at, etaMinutes, rail: railOut?.rail ?? '' }
  const unpriced = ok({ pricing: undefined, ...facts })
  if (!railOut) return unpriced
  const kind = corridorKind(from.type, to.type)
  const priced = priceOf(deps, { from, to }, { kind, railOut, partner: terms, at })
  if (priced.ok) return ok({ pricing: priced.value, ...facts })
  const { code, ...extra } = priced.failure
  return code === 'PROVIDER_UNAVAILABLE' ? fail({ code, ...extra }) : unpriced
}

function amountsBody(amount: Money, amounts: QuoteAmounts | undefined, to: JurisdictionRecord) {
  const wire = (money: Money) => ({ amount: toWire(money), currency: money.currency })
  const nothing = { ...amount, minor: 0n }
  const { outAmount, partnerFees, svcFees, txFees, totalFees } = amounts ?? {
    outAmount: { minor: 0n, currency: to.currency, scale: to.currencyScale },
    partnerFees: nothing,
    svcFees: nothing,
    txFees: nothing,
    totalFees: nothing,
  }
  return {
    amountIn: wire(amount),
    amountOut: wire(outAmount),
    fees: {
      partnerFees: wire(partnerFees),
      svcFees: wire(svcFees),
      txFees: wire(txFees),
      totalFees: wire(totalFees),
    },
  }
}
