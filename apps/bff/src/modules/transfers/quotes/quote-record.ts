import {
  fail,
  formatId,
  ok,
  parseId,
  type Result,
  executionId,
  customerName,
} from '@corridor/domain'
import { sql } from 'kysely'
import type { Caller } from '../../../api/request/caller.ts'
import { sendTogether } from '../../../db/send-together.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import type { Deposit, Deposits } from './deposit-account.ts'
import { type OrdinaryFailure, type OrdinaryPlan, planOrdinary } from './plan.ts'
import { endQuote, outOfTime } from '../../../records/transfers/quote-end.ts'
import { stepNamesOf } from './steps.ts'
import { lookUp } from './simulate-facts.ts'
import type { SimulateInput } from './simulate-input.ts'
import { type Parties, partiesOf, type PartyFailure } from './simulate-parties.ts'
import * as store from '../../../records/transfers/store.ts'
import { requestHash } from './transaction-id.ts'
import { keepCode } from './verification-code.ts'
import type { TransferRow, NewTransfer } from '../../../db/schema/rows.ts'
import { watchAddress } from '../../treasury/watched-address-store.ts'

export type RecordFailure = PartyFailure | OrdinaryFailure
type Ports = Pick<Deps, 'kek' | 'ids' | 'rates' | 'jurisdictions'> & { deposits: Deposits }

/**
 * Stores a quote with everything that belongs to it, or gives the one that stands. Customers,
 * accounts and transaction id are held first, then everything is looked up: whoever pauses, disables
 * or quotes the same waits for us, and then finds the quote. `code` was sent to the payer.
 */
export async function recordOrdinary(
  tx: Tx,
  ports: Ports,
  caller: Caller,
  input: SimulateInput,
  code: string | undefined,
): Promise<Result<TransferRow, RecordFailure>> {
  const { partnerId } = caller
  const transferId = ports.ids.uuid()
  const { holder, facts } = await sendTogether({
    held: holdParties(tx, partnerId, input),
    holder: store.claimTransactionId(tx, partnerId, input.transactionId, transferId),
    facts: lookUp(tx, caller, input),
  })
  const parties = partiesOf(ports.jurisdictions, input, facts)
  if (!parties.ok) return parties
  const planned = planOrdinary(ports, input, facts, parties.value)
  if (!planned.ok) return planned
  if ('standing' in planned.value) return standingQuote(tx, partnerId, planned.value.standing)

  const { plan } = planned.value
  // The amount in has grown past the limit since the code was not sent: the next try sends it.
  if (plan.quote.verificationRequired && code === undefined) return tryAgain()
  const deposit = await ports.deposits.open(caller, plan, transferId)
  if (!deposit.ok) return deposit
  if (holder !== transferId) {
    await store.moveTransactionClaim(tx, partnerId, input.transactionId, transferId)
    await endQuote(tx, caller, holder, outOfTime)
  }
  const quote = { transferId, plan, deposit: deposit.value, code }
  return ok(await insert(tx, ports, caller, input, quote))
}

const tryAgain = () => fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: 1 })

async function standingQuote(tx: Tx, partnerId: string, id: string) {
  const row = await store.lockTransfer(tx, partnerId, id)
  return row?.status === 'QUOTED' ? ok(row) : fail({ code: 'TRANSACTION_ID_USED' as const })
}

const nobody = '00000000-0000-0000-0000-000000000000'
const uuidOf = (prefix: 'ent' | 'acc' | 'fund', id: string) => parseId(prefix, id) ?? nobody

/** Keeps customers and accounts as they are until the quote is stored. */
async function holdParties(tx: Tx, partnerId: string, input: SimulateInput): Promise<void> {
  const entities = [input.fromEntityId, input.toEntityId].map((id) => uuidOf('ent', id))
  const accounts = [input.fromAccountId, input.toAccountId].map((id) => uuidOf('acc', id))
  const funding = parseId('fund', input.fromAccountId)
  await Promise.all([
    sql`select from entity where partner_id = ${partnerId} and id = any(${entities}::uuid[])
      order by id for share`.execute(tx),
    sql`select from external_account where partner_id = ${partnerId} and id = any(${accounts}::uuid[])
      order by id for key share`.execute(tx),
    funding === undefined
      ? undefined
      : sql`select from funding_account where partner_id = ${partnerId} and id = ${funding}
          for key share`.execute(tx),
  ])
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
): Promise<TransferRow> {
  const { deposit, plan, code } = quote
  const row = toRow(caller, input, quote)
  // All of it is known beforehand, so it travels in one message.
  const [stored] = await Promise.all([
    store.insertTransfer(tx, row, stepNamesOf(plan.kind)),
    insertTarget(tx, row, deposit),
    deposit.watch && watchAddress(tx, deposit.watch.chainId, deposit.watch.address),
    code === undefined ? undefined : keepCode(tx, ports, row, code),
    recordEvent(tx, transferEvent(row, '', 'initiated')),
    recordAudit(tx, caller, {
      action: 'transfer.simulate',
      object: { kind: 'transfer', id: executionId(row) },
      after: { status: row.status },
    }),
  ])
  return stored
}

/** A funding account's address is told once; which transfer a payment to it is for, its amount says. */
function insertTarget(tx: Tx, row: NewRow, { target, isShared }: Deposit) {
  const insertion = tx.insertInto('deposit_target').values({
    key: target,
    partner_id: row.partner_id,
    transfer_id: isShared ? null : row.id,
    funding_account_id: row.funding_account_id,
    created_at: row.created_at,
  })
  return (isShared ? insertion.onConflict((conflict) => conflict.doNothing()) : insertion).execute()
}

function partyOf(
  { entity, jurisdiction }: Parties['from' | 'to'],
  account: Parties['from']['account'],
) {
  const wallet = account?.wallet as { walletAddress?: string } | null | undefined
  return JSON.stringify({
    fullName: customerName(entity),
    email: entity.email,
    jurisdiction: jurisdiction.name,
    nickname: account?.nickname ?? '',
    ...(wallet?.walletAddress === undefined
      ? { account: account?.account ?? {} }
      : { wallet: { walletAddress: wallet.walletAddress } }),
  })
}

type NewRow = ReturnType<typeof toRow>

function toRow(caller: Caller, input: SimulateInput, quote: NewQuote) {
  const { plan, deposit, transferId } = quote
  const { parties, amounts, rails, quote: facts } = plan
  const { from, to } = parties
  const isChainIn = from.jurisdiction.type === 'blockchain'
  const isChainOut = to.jurisdiction.type === 'blockchain'
  return {
    partner_id: caller.partnerId,
    id: transferId,
    kind: 'ordinary' as const,
    transaction_id: input.transactionId,
    direction: plan.kind,
    status: 'QUOTED',
    event_status: 'quoted',
    from_entity_id: from.entity.id,
    from_account_id: (from.account ?? from.funding).id,
    to_entity_id: to.entity.id,
    to_account_id: to.account.id,
    from_party: partyOf(from, from.account),
    to_party: partyOf(to, to.account),
    jurisdiction_in: from.jurisdiction.id,
    jurisdiction_out: to.jurisdiction.id,
    currency_in: amounts.inAmount.currency,
    scale_in: amounts.inAmount.scale,
    amount_in: amounts.inAmount.minor,
    currency_out: amounts.outAmount.currency,
    scale_out: amounts.outAmount.scale,
    amount_out: amounts.outAmount.minor,
    rate: plan.rate,
    partner_fees: amounts.partnerFees.minor,
    svc_fees: amounts.svcFees.minor,
    tx_fees: amounts.txFees.minor,
    request_hash: requestHash(input),
    valid_until: plan.validUntil,
    rail_in: isChainIn ? '' : rails.railIn.rail,
    rail_out: isChainOut ? '' : rails.railOut.rail,
    funding_account_id: from.funding?.id ?? null,
    deposit_account: JSON.stringify(deposit.account),
    quote: JSON.stringify(facts),
    estimated_arrival: plan.estimatedArrival,
    purpose_code: input.purposeCode ?? '',
    source_of_funds: input.sourceOfFunds ?? '',
    reference: input.reference ?? '',
    metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    approval: facts.approval.required ? JSON.stringify({ ...facts.approval, votes: [] }) : null,
    created_at: plan.at,
    updated_at: plan.at,
    version: 1,
    search_text: [
      input.transactionId,
      formatId('exec', transferId),
      customerName(from.entity),
      customerName(to.entity),
      ...('reference' in deposit.account
        ? [deposit.account.reference]
        : [deposit.account.depositWalletAddress]),
    ]
      .join(' ')
      .toLowerCase(),
  } satisfies NewTransfer
}
