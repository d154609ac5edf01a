import {
  assetName,
  bankInSteps,
  chainInSteps,
  type CorridorKind,
  corridorKind,
  depositLegs,
  fail,
  formatId,
  ok,
  quoteExactIn,
  type QuoteAmounts,
  rateText,
  releaseStrayLegs,
  type Result,
  toRate,
} from '@corridor/domain'
import { sql } from 'kysely'
import type { Failure } from '../../api/refusal.ts'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { type AuditedBy, recordAudit } from '../access/audit.ts'
import { findAccount, type ExternalAccountRow } from '../accounts/external-store.ts'
import { type JurisdictionRecord, railsOut } from '../accounts/jurisdictions.ts'
import { customerName } from '../entities/customer-name.ts'
import { type EntityRow, findEntity } from '../entities/store.ts'
import { postGroup } from '../ledger/service.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { transferEvent } from './event.ts'
import { executionId } from './ids.ts'
import { priceOf, type Pricing } from './ordinary-amounts.ts'
import type { Places } from './ordinary-orders.ts'
import { type DepositRow, placeOfDeposit } from './ordinary-receive.ts'
import { type PartnerTerms, partnerTerms } from './partner-terms.ts'
import type { QuoteFacts } from './quote-facts.ts'
import * as store from './store.ts'

export type FromDepositParts = Places & Pick<Deps, 'ids' | 'jobs' | 'rates'>

export type FromDeposit = {
  /** Just inserted (RECEIVED), or held in suspense (HELD); locked by the caller. */
  deposit: DepositRow
  fromEntityId: string
  /** The funding account that was paid into, or the account that paid. */
  fromAccountId: string
  toEntityId: string
  toAccountId: string
  routeId?: string
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
type Priced = { pricing: Pricing; amounts: QuoteAmounts; kind: CorridorKind; at: Date }

/**
 * Starts an execution for money that is here already, from any kind of account to any other: nothing
 * is quoted first, the rate is that of the moment, and its `transactionId` is the deposit's id. A
 * worker goes on with it after the commit.
 */
export async function startFromDeposit(
  tx: Tx,
  deps: FromDepositParts,
  by: AuditedBy,
  order: FromDeposit,
): Promise<Result<store.TransferRow, FromDepositFailure>> {
  const ends = await endsOf(tx, deps, order)
  if (!ends.ok) return ends
  const priced = await price(tx, deps, ends.value, order.deposit)
  if (!priced.ok) return priced
  const id = deps.ids.uuid()
  const { deposit } = order
  const transactionId = formatId('dep', deposit.id)
  const holder = await store.claimTransactionId(tx, deposit.partner_id, transactionId, id)
  if (holder !== id) throw new Error(`the deposit ${deposit.id} has an execution already`)
  const [row] = await Promise.all([
    tx
      .insertInto('transfer')
      .values(rowOf(order, ends.value, priced.value, { id, transactionId }))
      .returningAll()
      .executeTakeFirstOrThrow(),
    insertSteps(tx, deposit, id),
    post(tx, deps, deposit, id),
    tx
      .updateTable('deposit')
      .set({
        status: 'FORWARDING',
        transfer_id: id,
        updated_at: sql<Date>`service_now()`,
        version: sql<number>`version + 1`,
      })
      .where('partner_id', '=', deposit.partner_id)
      .where('id', '=', deposit.id)
      .execute(),
    deps.jobs.queueTransfer(tx, { partnerId: deposit.partner_id, transferId: id }),
  ])
  await Promise.all([
    recordEvent(tx, transferEvent(row, '', 'initiated')),
    recordAudit(tx, by, {
      action: 'transfer.start',
      object: { kind: 'transfer', id: executionId(row) },
      after: { status: row.status, depositId: transactionId },
      reason: order.reason,
    }),
  ])
  return ok(row)
}

async function endsOf(
  tx: Tx,
  { jurisdictions }: FromDepositParts,
  { deposit, fromEntityId, toEntityId, toAccountId }: FromDeposit,
): Promise<Result<Ends, FromDepositFailure>> {
  const partnerId = deposit.partner_id
  const [from, to, account] = await Promise.all([
    findEntity(tx, partnerId, fromEntityId),
    findEntity(tx, partnerId, toEntityId),
    findAccount(tx, partnerId, toAccountId),
  ])
  if (!from || !to) return fail({ code: 'ENTITY_NOT_FOUND' })
  if (account?.entity_id !== to.id) return fail({ code: 'ACCOUNT_NOT_FOUND' })
  const jurisdictionIn = jurisdictions.byId(deposit.jurisdiction_id)
  const jurisdictionOut = jurisdictions.byId(account.jurisdiction_id)
  if (account.status !== 'ENABLED' || !jurisdictionIn || !jurisdictionOut)
    return fail({ code: 'CORRIDOR_UNAVAILABLE' })
  return ok({
    from: { entity: from, jurisdiction: jurisdictionIn },
    to: { entity: to, jurisdiction: jurisdictionOut, account },
  })
}

async function price(
  tx: Tx,
  deps: FromDepositParts,
  { from, to }: Ends,
  deposit: DepositRow,
): Promise<Result<Priced, FromDepositFailure>> {
  const [at, partner] = await Promise.all([now(tx), termsOf(tx, deposit.partner_id)])
  const kind = corridorKind(from.jurisdiction.type, to.jurisdiction.type)
  const rails = railsOut(to.jurisdiction)
  const railOut = rails.find(({ rail }) => to.account.rails.includes(rail)) ?? rails[0]
  const isSwap = kind === 'CRYPTO_TO_CRYPTO' && from.jurisdiction.id !== to.jurisdiction.id
  if (!railOut || isSwap) return fail({ code: 'CORRIDOR_UNAVAILABLE' })
  const ends = { from: from.jurisdiction, to: to.jurisdiction }
  const priced = priceOf(deps, ends, { kind, railOut, partner, at })
  if (!priced.ok) return priced
  const amounts = quoteExactIn(priced.value.terms, deposit.amount)
  if (!amounts.ok) return fail({ code: 'AMOUNT_BELOW_MIN' })
  return ok({ pricing: priced.value, amounts: amounts.value, kind, at })
}

async function termsOf(tx: Tx, partnerId: string): Promise<PartnerTerms> {
  const partner = await tx
    .selectFrom('partner')
    .select('settings')
    .where('id', '=', partnerId)
    .executeTakeFirst()
  return partnerTerms(partner?.settings)
}

/** Quoted, funded and approved at once: the check is the first step that a worker comes to. */
async function insertSteps(tx: Tx, deposit: DepositRow, transferId: string): Promise<void> {
  const names = [...(deposit.source === 'CHAIN' ? chainInSteps : bankInSteps)]
  const check = names.indexOf('compliance_check')
  const reference = deposit.hash ?? deposit.bank_entry ?? ''
  await sql`
    insert into transfer_step (partner_id, transfer_id, ordinal, name, status, started_at,
      completed_at, attempt, reference)
    select ${deposit.partner_id}, ${transferId}, n.place - 1, n.name,
      case when n.name = 'approval' then 'skipped' when n.place - 1 < ${check}::int then 'completed'
        when n.place - 1 = ${check}::int then 'in_progress' else 'pending' end,
      case when n.place - 1 <= ${check}::int then service_now() end,
      case when n.place - 1 < ${check}::int then service_now() end,
      case when n.place - 1 <= ${check}::int then 1 else 0 end,
      case when n.name like 'deposit%' then ${reference} else '' end
    from unnest(${names}::text[]) with ordinality as n (name, place)`.execute(tx)
}

async function post(
  tx: Tx,
  deps: FromDepositParts,
  deposit: DepositRow,
  transferId: string,
): Promise<void> {
  const sum = {
    asset: assetName(deposit.currency, deposit.chain_id),
    scale: deposit.scale,
    amount: deposit.amount,
  }
  const legs =
    deposit.status === 'HELD'
      ? releaseStrayLegs({ ...sum, depositId: deposit.id, transferId })
      : depositLegs({ ...sum, place: await placeOfDeposit(tx, deps, deposit), transferId })
  const { partner_id: partnerId } = deposit
  await postGroup(tx, { partnerId, transferId, step: 'deposit_received', legs })
}

function partyOf({ entity, jurisdiction }: Ends['from'], account?: ExternalAccountRow): string {
  const wallet = account?.wallet as { walletAddress: string } | null | undefined
  return JSON.stringify({
    fullName: customerName(entity),
    email: entity.email,
    jurisdiction: jurisdiction.name,
    nickname: account?.nickname ?? '',
    ...(wallet
      ? { wallet: { walletAddress: wallet.walletAddress } }
      : account
        ? { account: account.account }
        : {}),
  })
}

function rowOf(
  order: FromDeposit,
  { from, to }: Ends,
  { pricing, amounts, kind, at }: Priced,
  { id, transactionId }: { id: string; transactionId: string },
): store.NewTransfer {
  const { deposit } = order
  const { inAmount, outAmount } = amounts
  return {
    partner_id: deposit.partner_id,
    id,
    kind: 'ordinary',
    transaction_id: transactionId,
    direction: kind,
    status: 'PROCESSING',
    event_status: 'funds_received',
    from_entity_id: from.entity.id,
    from_account_id: order.fromAccountId,
    to_entity_id: to.entity.id,
    to_account_id: to.account.id,
    from_party: partyOf(from),
    to_party: partyOf(to, to.account),
    jurisdiction_in: from.jurisdiction.id,
    jurisdiction_out: to.jurisdiction.id,
    currency_in: inAmount.currency,
    scale_in: inAmount.scale,
    amount_in: inAmount.minor,
    currency_out: outAmount.currency,
    scale_out: outAmount.scale,
    amount_out: outAmount.minor,
    received: deposit.amount,
    rate: rateText(pricing.terms.rate),
    partner_fees: amounts.partnerFees.minor,
    svc_fees: amounts.svcFees.minor,
    tx_fees: amounts.txFees.minor,
    request_hash: Buffer.alloc(0),
    valid_until: at,
    funding_account_id: deposit.funding_account_id,
    quote: JSON.stringify(factsOf(pricing)),
    deposit_id: deposit.id,
    route_id: order.routeId ?? null,
    transaction_hash: deposit.hash,
    created_at: at,
    updated_at: at,
    started_at: at,
    version: 1,
    search_text: [
      transactionId,
      formatId('exec', id),
      customerName(from.entity),
      customerName(to.entity),
    ]
      .join(' ')
      .toLowerCase(),
  }
}

/** What an execution that nobody was asked about says of its price. */
function factsOf({ mid, spreadBps, terms }: Pricing): QuoteFacts {
  return {
    midRate: rateText(toRate(mid.mid)),
    spreadBps,
    source: mid.source,
    asOf: mid.asOf,
    terms: {
      partnerBps: terms.partnerBps,
      svcBps: terms.svcBps,
      svcFixed: terms.svcFixed.toString(),
      txFee: terms.txFee.toString(),
    },
    steps: [],
    requirements: [],
    risk: { level: 'LOW', reasons: [], acknowledgementRequired: false },
    acknowledgement: { text: '', version: '' },
    verificationRequired: false,
    approval: { required: false, policyId: '', approvalsNeeded: 0 },
    limits: { min: 0, max: 0, remainingDaily: 0 },
    worth: '0',
  }
}
