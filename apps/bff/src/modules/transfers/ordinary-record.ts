import { fail, formatId, ok, type Result } from '@corridor/domain'
import { sql } from 'kysely'
import type { Caller } from '../../api/caller.ts'
import type { Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../access/audit.ts'
import { customerName } from '../entities/customer-name.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { watchAddress } from '../wallets/store.ts'
import { transferEvent } from './event.ts'
import { executionId } from './ids.ts'
import { unavailable } from './ordinary-corridor.ts'
import type { Deposit } from './ordinary-deposit.ts'
import type { OrdinaryPlan } from './ordinary-plan.ts'
import { stepNamesOf } from './quote-steps.ts'
import { endQuote, endedBy, outOfTime } from './quote-end.ts'
import type { SimulateInput } from './simulate-input.ts'
import type { Parties } from './simulate-parties.ts'
import * as store from './store.ts'
import { judgeRepeat, requestHash } from './transaction-id.ts'
import { keepCode } from './verification-code.ts'

/** A quote that stands, or all that a new one is made of. */
export type PreparedOrdinary =
  | { kind: 'standing'; transferId: string }
  | { kind: 'new'; transferId: string; plan: OrdinaryPlan; deposit: Deposit; code?: string }

type RecordFailure = Failure<'TRANSACTION_ID_USED' | 'CORRIDOR_UNAVAILABLE' | 'KYC_REQUIRED'>

/** Stores the quote with everything that belongs to it, or gives the one that stands. */
export async function recordOrdinary(
  tx: Tx,
  deps: Pick<Deps, 'kek'>,
  caller: Caller,
  input: SimulateInput,
  prepared: PreparedOrdinary,
): Promise<Result<store.TransferRow, RecordFailure>> {
  const { partnerId } = caller
  const { transferId } = prepared
  if (prepared.kind === 'standing') return standingQuote(tx, partnerId, transferId)
  const { parties } = prepared.plan
  // Sent together: each waits for its locks in this order, and the answers come in one go.
  const [, isOpen, isVerified, holder] = await Promise.all([
    holdCustomers(tx, partnerId, parties),
    holdAccounts(tx, partnerId, parties),
    stillVerified(tx, partnerId, parties),
    store.claimTransactionId(tx, partnerId, input.transactionId, transferId),
  ])
  if (!isOpen) return closed(parties)
  if (!isVerified) return fail({ code: 'KYC_REQUIRED' })
  if (holder !== transferId) {
    const standing = await takeOver(tx, caller, input, { holder, transferId })
    if (!standing.ok) return standing
    if (standing.value) return standingQuote(tx, partnerId, standing.value)
  }
  return ok(await insert(tx, deps, caller, input, prepared))
}

async function standingQuote(tx: Tx, partnerId: string, id: string) {
  const row = await store.lockTransfer(tx, partnerId, id)
  return row?.status === 'QUOTED' ? ok(row) : fail({ code: 'TRANSACTION_ID_USED' as const })
}

/** The transaction id named another quote: that one is given, or ends in favour of the new one. */
async function takeOver(
  tx: Tx,
  caller: Caller,
  input: SimulateInput,
  { holder, transferId }: { holder: string; transferId: string },
): Promise<Result<string | undefined, RecordFailure>> {
  const earlier = await store.findTransfer(tx, caller.partnerId, holder)
  const standing = earlier ? judgeRepeat(earlier, input) : ok(undefined)
  if (!standing.ok || standing.value) return standing
  await store.moveTransactionClaim(tx, caller.partnerId, input.transactionId, transferId)
  const isLate = earlier !== undefined && earlier.read_at >= earlier.valid_until
  await endQuote(tx, caller, holder, isLate ? outOfTime : endedBy('QUOTE_SUPERSEDED'))
  return ok(undefined)
}

/** Whoever pauses one of them waits for us and then finds the quote. */
const holdCustomers = (tx: Tx, partnerId: string, { from, to }: Parties) =>
  tx
    .selectFrom('entity')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('id', 'in', [from.entity.id, to.entity.id])
    .orderBy('id')
    .forShare()
    .execute()

/** Whoever disables one of them waits for us and then finds the quote. */
async function holdAccounts(tx: Tx, partnerId: string, { from, to }: Parties): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select status = 'ENABLED' as is_open from (
      select status from external_account where partner_id = ${partnerId}
        and id in (${from.account?.id ?? to.account.id}, ${to.account.id})
      order by id for key share) held
    union all
    select status = 'ACTIVE' from (
      select status from funding_account where partner_id = ${partnerId}
        and id = ${from.funding?.id ?? null} for key share) held`.execute(tx)
  return rows.length === 2 && rows.every((row) => row.is_open)
}

/** What was looked up before may have changed until the customers were held. */
async function stillVerified(tx: Tx, partnerId: string, { from, to }: Parties): Promise<boolean> {
  const { rows } = await sql<{ entity_id: string }>`
    select entity_id from kyc_capability
    where partner_id = ${partnerId} and status = 'APPROVED'
      and ((entity_id = ${from.entity.id} and jurisdiction_id = ${from.jurisdiction.id})
        or (entity_id = ${to.entity.id} and jurisdiction_id = ${to.jurisdiction.id}))`.execute(tx)
  const verified = new Set(rows.map((row) => row.entity_id))
  const isPayeeAsked = to.account.ownership !== 'THIRD_PARTY'
  return verified.has(from.entity.id) && (!isPayeeAsked || verified.has(to.entity.id))
}

const closed = ({ from }: Parties) =>
  fail({
    code: 'CORRIDOR_UNAVAILABLE' as const,
    details: [
      unavailable(
        from.funding ? 'fromAccountId' : 'toAccountId',
        'One of the accounts was closed a moment ago.',
      ),
    ],
  })

type NewQuote = PreparedOrdinary & { kind: 'new' }

async function insert(
  tx: Tx,
  deps: Pick<Deps, 'kek'>,
  caller: Caller,
  input: SimulateInput,
  prepared: NewQuote,
): Promise<store.TransferRow> {
  const { deposit, plan, code } = prepared
  const row = toRow(caller, input, prepared)
  // All of it is known beforehand, so it travels in one message.
  const [stored] = await Promise.all([
    store.insertTransfer(tx, row, stepNamesOf(plan.kind)),
    insertTarget(tx, row, deposit),
    deposit.watch && watchAddress(tx, deposit.watch.chainId, deposit.watch.address),
    code === undefined ? undefined : keepCode(tx, deps, row, code),
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

function toRow(caller: Caller, input: SimulateInput, prepared: NewQuote) {
  const { plan, deposit, transferId } = prepared
  const { parties, amounts, rails, quote } = plan
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
    quote: JSON.stringify(quote),
    estimated_arrival: plan.estimatedArrival,
    purpose_code: input.purposeCode ?? '',
    source_of_funds: input.sourceOfFunds ?? '',
    reference: input.reference ?? '',
    metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    approval: quote.approval.required ? JSON.stringify({ ...quote.approval, votes: [] }) : null,
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
  } satisfies store.NewTransfer
}
