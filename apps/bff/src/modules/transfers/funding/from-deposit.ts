import {
  type CorridorKind,
  corridorKind,
  fail,
  formatId,
  ok,
  quoteExactIn,
  type QuoteAmounts,
  rateText,
  executionId,
  customerName,
  isSameName,
} from '@corridor/domain'
import type { Failure } from '../../../api/request/refusal.ts'
import { sendTogether } from '../../../db/send-together.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { findAccount } from '../../accounts/external/store.ts'
import { railsOut } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import { findEntity } from '../../entities/store.ts'
import { recordDeposit } from '../../../records/deposits/record.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import {
  type CustomerUse,
  keptLimits,
  readCustomerUse,
} from '../../../records/transfers/customer-limit.ts'
import { countDaily } from '../../../records/transfers/daily-limit.ts'
import { insertExecutionSteps, insertTransfer } from '../../../records/transfers/insert-store.ts'
import { newTransfer } from '../../../records/transfers/new-transfer.ts'
import { newParty, type Party } from '../../../records/transfers/parties.ts'
import { priceFacts, priceOf, type Pricing } from '../quotes/amounts.ts'
import type { Places } from '../payouts/payout-orders.ts'
import { worthOf } from '../quotes/limits.ts'
import type { PartnerTerms } from '../../../records/partners/terms.ts'
import { termsOf } from '../../../records/partners/terms-store.ts'
import type { QuoteFacts } from '../../../records/transfers/quote-facts.ts'
import * as store from '../../../records/transfers/store.ts'
import type {
  TransferRow,
  EntityRow,
  ExternalAccountRow,
  DepositRow,
} from '../../../db/schema/rows.ts'

export type FromDepositParts = Places & Pick<Deps, 'ids' | 'jobs' | 'rates'>

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

type Ends = {
  from: { entity: EntityRow; jurisdiction: JurisdictionRecord }
  to: { entity: EntityRow; jurisdiction: JurisdictionRecord; account: ExternalAccountRow }
}
type Priced = {
  pricing: Pricing
  amounts: QuoteAmounts
  kind: CorridorKind
  at: Date
  partner: PartnerTerms
  customer: CustomerUse
  /** In millionths of a dollar. */
  worth: bigint
}
/** What an execution for a deposit would be; nothing is written yet. */
export type PreparedExecution = { order: FromDeposit; ends: Ends; priced: Priced }

/**
 * Starts an execution for money that is here already, from any kind of account to any other:
 * nothing is quoted first, the rate is that of the moment, and its `transactionId` is the deposit's
 * id. A worker continues it after the commit.
 */
export async function startFromDeposit(
  tx: Tx,
  deps: FromDepositParts,
  by: AuditedBy,
  order: FromDeposit,
) {
  const prepared = await prepareFromDeposit(tx, deps, order)
  return prepared.ok ? ok(await startPrepared(tx, deps, by, prepared.value)) : prepared
}

/** Looks up both sides and prices the amount; writes nothing. */
export async function prepareFromDeposit(tx: Tx, deps: FromDepositParts, order: FromDeposit) {
  const [ends, at, partner] = await Promise.all([
    endsOf(tx, deps, order),
    now(tx),
    termsOf(tx, order.deposit.partner_id),
  ])
  if (!ends.ok) return ends
  const customer = await readCustomerUse(tx, {
    partnerId: order.deposit.partner_id,
    entityId: ends.value.from.entity.id,
  })
  const priced = price(deps, ends.value, order.deposit, { at, partner, customer })
  return priced.ok ? ok({ order, ends: ends.value, priced: priced.value }) : priced
}

export type Started = { transfer: TransferRow; deposit: DepositRow }

/** Writes the execution that carries a deposit, and what becomes of the deposit by it. */
export async function startPrepared(
  tx: Tx,
  deps: FromDepositParts,
  by: AuditedBy,
  { order, ends, priced }: PreparedExecution,
): Promise<Started> {
  const id = deps.ids.uuid()
  const { deposit } = order
  const transactionId = await store.claimDepositName(tx, deposit, id)
  const { transfer } = await sendTogether({
    transfer: insertTransfer(tx, rowOf(order, ends, priced, { id, transactionId })),
    steps: insertExecutionSteps(tx, { deposit, transferId: id }),
    job: deps.jobs.queueTransfer(tx, { partnerId: deposit.partner_id, transferId: id }),
  })
  await Promise.all([
    recordEvent(tx, transferEvent(transfer, '', 'initiated')),
    order.isCounted && count(tx, transfer),
  ])
  const isHeld = deposit.status === 'HELD'
  const moved = await recordDeposit(tx, deposit, {
    by,
    moves: isHeld ? ['forward'] : ['screen'],
    also: carriedBy(transfer, order),
    posting: { jurisdictions: deps.jurisdictions, transferId: id },
    publish: [{ type: isHeld ? 'transitioned' : 'initiated', status: 'funds_received' }],
    execution: transfer,
    audit: {
      action: 'transfer.start',
      object: { kind: 'transfer', id: executionId(transfer) },
      after: { status: transfer.status, depositId: formatId('dep', deposit.id) },
      reason: order.reason,
    },
  })
  return { transfer, deposit: moved }
}

/** The execution of a deposit, and the route that took it where none had before. */
export const carriedBy = (
  { id }: TransferRow,
  {
    deposit,
    routeId,
    destinationVersion,
  }: Pick<FromDeposit, 'deposit' | 'routeId' | 'destinationVersion'>,
) => ({
  transfer_id: id,
  ...(deposit.route_id === null && destinationVersion !== undefined
    ? { route_id: routeId ?? null, destination_version: destinationVersion }
    : {}),
})

/** What is left of the day was looked at before; another deposit may have taken it meanwhile. */
async function count(tx: Tx, transfer: TransferRow): Promise<void> {
  const used = await countDaily(tx, transfer)
  if (!used.ok) throw new DayUsedUp()
}

/** The partner's day was used up by others between the judgement and the writing: judge again. */
export class DayUsedUp extends Error {
  override readonly name = 'DayUsedUp'
  constructor() {
    super('the day was used up meanwhile')
  }
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
  { at, partner, customer }: Pick<Priced, 'at' | 'partner' | 'customer'>,
) {
  const kind = corridorKind(from.jurisdiction.type, to.jurisdiction.type)
  const rails = railsOut(to.jurisdiction)
  const railOut = rails.find(({ rail }) => to.account.rails.includes(rail)) ?? rails[0]
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
  return ok({ pricing: priced.value, amounts: amounts.value, kind, at, partner, customer, worth })
}

function sideOf(
  { entity, jurisdiction }: Ends['from'],
  accountId: string,
  account?: ExternalAccountRow,
) {
  const party = newParty(entity, jurisdiction.name, account)
  return { entityId: entity.id, accountId, jurisdictionId: jurisdiction.id, party }
}

function rowOf(
  { deposit, fromAccountId, routeId }: FromDeposit,
  { from, to }: Ends,
  { pricing, amounts, kind, at, worth, partner, customer }: Priced,
  { id, transactionId }: { id: string; transactionId: string },
) {
  const payer = sideOf(from, fromAccountId)
  const order = {
    partnerId: deposit.partner_id,
    id,
    transactionId,
    direction: kind,
    status: 'PROCESSING' as const,
    eventStatus: 'funds_received',
    from: { ...payer, party: { ...payer.party, ...senderNamed(deposit, payer.party) } },
    to: sideOf(to, to.account.id, to.account),
    amounts,
    at,
  }
  return newTransfer(order, {
    received: deposit.amount,
    rate: rateText(pricing.terms.rate),
    funding_account_id: deposit.funding_account_id,
    quote: JSON.stringify({
      ...factsOf(pricing, worth),
      customer: keptLimits(partner, customer.level),
    }),
    deposit_id: deposit.id,
    review: senderReview(deposit, customerName(from.entity)),
    route_id: routeId ?? null,
    transaction_hash: deposit.hash,
    started_at: at,
  })
}

/** Whoever sent it is its payer, whichever customer it came in for. */
function senderNamed({ sender }: DepositRow, { fullName }: Party): Pick<Party, 'payer'> {
  const { name } = sender as { name: string }
  return name === '' || isSameName(name, fullName) ? {} : { payer: name }
}

/** The payer is screened, too, where it is not the customer. */
function senderReview({ sender }: DepositRow, owner: string): string | null {
  const { name } = sender as { name: string }
  return name === '' || name === owner ? null : JSON.stringify({ sender: name })
}

/** The price of an execution that had no quote. */
function factsOf(pricing: Pricing, worth: bigint): QuoteFacts {
  return {
    ...priceFacts(pricing),
    steps: [],
    requirements: [],
    risk: { level: 'LOW', reasons: [], acknowledgementRequired: false },
    acknowledgement: { text: '', version: '' },
    verificationRequired: false,
    approval: { required: false, policyId: '', approvalsNeeded: 0 },
    limits: { min: 0, max: 0, remainingDaily: 0 },
    worth: worth.toString(),
  }
}
