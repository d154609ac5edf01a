import { insertTarget } from '../../../records/deposits/store.ts'
import { holdParties } from './store.ts'
import { fail, ok, executionId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { writePostponed } from '../../../db/batch.ts'
import { sendTogether } from '../../../db/send-together.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import type { Deposit, Deposits } from './deposit-account.ts'
import { type OrdinaryPlan, planOrdinary } from './plan.ts'
import { writeTransfer } from '../../../records/transfers/insert-store.ts'
import { givenColumns } from '../../../records/transfers/members.ts'
import { newTransfer } from '../../../records/transfers/new-transfer.ts'
import { newParty } from '../../../records/transfers/parties.ts'
import { endQuote, outOfTime } from '../../../records/transfers/quotes/quote-end.ts'
import { carriedCheck } from '../../accounts/payee/carried.ts'
import { expectedApproval } from '../../partners/policy/expected-approval.ts'
import { lookUp } from './simulate-facts-store.ts'
import type { SimulateInput } from './simulate-input.ts'
import { type Parties, partiesOf } from './simulate-parties.ts'
import * as store from '../../../records/transfers/store.ts'
import { requestHash } from './transaction-id.ts'
import { keepCode } from './verification-code.ts'
import { policyOf } from '../../../records/approvals/policy-store.ts'
import type { QuoteRow } from './quote-view.ts'
import { watchAddress } from '../../treasury/watched-address-store.ts'

type Ports = Pick<Deps, 'kek' | 'ids' | 'rates' | 'jurisdictions' | 'chains' | 'config'> & {
  deposits: Deposits
}

/**
 * Stores a quote with everything that belongs to it, or returns the existing one. Customers,
 * accounts and transaction id are locked first, then everything is looked up: a concurrent pause,
 * disable or quote of the same waits, and then finds this quote. `code` was sent to the payer.
 */
export async function recordOrdinary(
  tx: Tx,
  ports: Ports,
  caller: Caller,
  input: SimulateInput,
  code: string | undefined,
) {
  const { partnerId } = caller
  const transferId = ports.ids.uuid()
  const { holder, facts, inForce } = await sendTogether({
    held: holdParties(tx, partnerId, input),
    holder: store.claimTransactionId(tx, partnerId, input.transactionId, transferId),
    facts: lookUp(tx, caller, input),
    inForce: policyOf(tx, partnerId),
  })
  const parties = partiesOf(ports.jurisdictions, input, facts)
  if (!parties.ok) return parties
  const planned = planOrdinary(ports, input, facts, parties.value)
  if (!planned.ok) return planned
  if ('standing' in planned.value) return standingQuote(tx, partnerId, planned.value.standing)

  const { plan } = planned.value
  const payee = await carriedCheck(
    tx,
    ports,
    caller,
    input,
    plan.parties.to.jurisdiction.countryCode,
  )
  if (!payee.ok) return payee
  const approval = await expectedApproval(tx, ports, caller, { ...plan, inForce })
  // The amount in has grown past the limit since the code was not sent: the next try sends it.
  if (plan.quote.verificationRequired && code === undefined) return tryAgain()
  const deposit = await ports.deposits.open(caller, plan, transferId)
  if (!deposit.ok) return deposit
  if (holder !== transferId) {
    await store.moveTransactionClaim(tx, partnerId, input.transactionId, transferId)
    await endQuote(tx, caller, holder, outOfTime)
  }
  const priced = { ...plan, quote: { ...plan.quote, approval, ...payee.value } }
  const quote = { transferId, plan: priced, deposit: deposit.value, code }
  return ok(await insert(tx, ports, caller, input, quote))
}

const tryAgain = () => fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: 1 })

async function standingQuote(tx: Tx, partnerId: string, id: string) {
  const row = await store.lockTransfer(tx, partnerId, id)
  return row?.status === 'QUOTED' ? ok(row) : fail({ code: 'TRANSACTION_ID_USED' as const })
}

type NewQuote = {
  transferId: string
  plan: OrdinaryPlan
  deposit: Deposit
  code: string | undefined
}

async function insert(
  tx: Tx,
  ports: Pick<Deps, 'kek'>,
  caller: Caller,
  input: SimulateInput,
  quote: NewQuote,
): Promise<QuoteRow> {
  const { deposit, code, plan } = quote
  const row = toRow(caller, input, quote)
  // All of it is known beforehand, so it travels in one message.
  await Promise.all([
    writeTransfer(tx, row),
    insertTarget(tx, { row, target: deposit.target, isShared: deposit.isShared }),
    deposit.watch && watchAddress(tx, deposit.watch.chainId, deposit.watch.address),
    recordEvent(tx, transferEvent(row, '', 'initiated')),
    recordAudit(tx, caller, {
      action: 'transfer.simulate',
      object: { kind: 'transfer', id: executionId(row) },
      after: { status: row.status },
    }),
  ])
  if (code !== undefined) {
    // A code belongs to a quote that is there.
    await writePostponed(tx)
    await keepCode(tx, ports, row, code)
  }
  return { ...row, quote: plan.quote, deposit_account: deposit.account }
}

function sideOf(side: Parties['from' | 'to']) {
  const { entity, jurisdiction, account } = side
  return {
    entityId: entity.id,
    accountId: (account ?? ('funding' in side ? side.funding : null) ?? entity).id,
    jurisdictionId: jurisdiction.id,
    party: newParty(entity, jurisdiction.name, account ?? { nickname: '', account: {} }),
  }
}

function toRow(caller: Caller, input: SimulateInput, quote: NewQuote) {
  const { plan, deposit, transferId } = quote
  const { parties, rails, quote: facts } = plan
  const { from, to } = parties
  const order = {
    partnerId: caller.partnerId,
    id: transferId,
    transactionId: input.transactionId,
    direction: plan.kind,
    status: 'QUOTED' as const,
    eventStatus: 'quoted',
    from: sideOf(from),
    to: sideOf(to),
    amounts: plan.amounts,
    depositAccount: deposit.account,
    at: plan.at,
  }
  return newTransfer(order, {
    ...givenColumns(input),
    rate: plan.rate,
    request_hash: requestHash(input),
    valid_until: plan.validUntil,
    rail_in: from.jurisdiction.type === 'blockchain' ? '' : rails.railIn.rail,
    rail_out: to.jurisdiction.type === 'blockchain' ? '' : rails.railOut.rail,
    funding_account_id: from.funding?.id ?? null,
    quote: JSON.stringify(facts),
    estimated_arrival: plan.estimatedArrival,
    leaves_at: plan.leavesAt ?? null,
    metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    approval: facts.approval.required ? JSON.stringify({ ...facts.approval, votes: [] }) : null,
  })
}
