import { formatId, namesOf, ok, rateText, executionId, customerNames } from '@corridor/domain'
import { sendTogether } from '../../../db/send-together.ts'
import type { Tx } from '../../../db/open.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { recordDeposit } from '../../../records/deposits/record.ts'
import { payerNameOf, senderOf } from '../../../records/deposits/sender.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { plannedFrom } from '../../../records/transfers/arrival/estimated-arrival.ts'
import { keptLimits } from '../../../records/transfers/customer-limit.ts'
import { countDaily } from '../../../records/transfers/daily-limit.ts'
import { insertExecutionSteps, insertTransfer } from '../../../records/transfers/insert-store.ts'
import { newTransfer } from '../../../records/transfers/new-transfer.ts'
import { isPartyNamed, newParty, type Party } from '../../../records/transfers/parties.ts'
import { priceFacts, type Pricing } from '../quotes/amounts.ts'
import type { QuoteFacts } from '../../../records/transfers/quote-facts.ts'
import * as store from '../../../records/transfers/store.ts'
import type { TransferRow, ExternalAccountRow, DepositRow } from '../../../db/schema/rows.ts'
import {
  type Ends,
  type FromDeposit,
  type FromDepositParts,
  type Priced,
  prepareFromDeposit,
  type PreparedExecution,
} from './prepare-deposit.ts'

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
  if (!used.ok) throw new LimitUsedUp(used.failure.code)
}

/** A limit was used up by others between the judgement and the writing: judge again. */
export class LimitUsedUp extends Error {
  override readonly name = 'LimitUsedUp'
  readonly code: 'LIMIT_DAILY' | 'CORRIDOR_UNAVAILABLE'
  constructor(code: LimitUsedUp['code']) {
    super('a limit was used up meanwhile')
    this.code = code
  }
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
  { pricing, amounts, kind, rail, cutOff, at, worth, partner, customer, claimedWallet }: Priced,
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
  const way = { railIn: '', railOut: rail, steps: [], cutOff }
  const planned = rail === '' ? undefined : plannedFrom(at, way, 'paid')
  return newTransfer(order, {
    received: deposit.amount,
    rail_out: rail,
    leaves_at: planned?.leavesAt ?? null,
    estimated_arrival: planned?.arrivesBy ?? null,
    rate: rateText(pricing.terms.rate),
    funding_account_id: deposit.funding_account_id,
    quote: JSON.stringify({
      ...factsOf(pricing, worth),
      ...(cutOff && planned ? { cutOff } : {}),
      customer: keptLimits(partner, customer.level, claimedWallet),
    }),
    deposit_id: deposit.id,
    review: senderReview(deposit, namesOf(customerNames(from.entity))),
    route_id: routeId ?? null,
    transaction_hash: deposit.hash,
    started_at: at,
  })
}

/** Whoever sent it is its payer, whichever customer it came in for. */
function senderNamed(deposit: DepositRow, party: Party): Pick<Party, 'payer'> {
  const name = payerNameOf(senderOf(deposit))
  return name === '' || isPartyNamed(party, name) ? {} : { payer: name }
}

/** The payer is screened, too, where it is not the customer. */
function senderReview(deposit: DepositRow, own: readonly string[]): string | null {
  const name = payerNameOf(senderOf(deposit))
  return name === '' || own.includes(name) ? null : JSON.stringify({ sender: name })
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
