import {
  conversionReversalLegs,
  type Leg,
  returnLegs,
  settledReversalLegs,
  toText,
  executionId,
  formatId,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { hasGroup } from '../../../records/ledger/store.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import {
  keptPart,
  partsOfLinked,
  partsToSend,
  type RefundFacts,
  type RefundOrigin,
} from './origins.ts'
import { linkedRefunds } from './store.ts'
import { isOfDeposit } from '../../../records/deposits/transition.ts'
import { returnOf, type ReturnTo, shownPayee } from '../../deposits/return-target.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { conversionOf } from '../payouts/conversion.ts'
import { assetOf, createOrder, type Places, placeIn } from '../payouts/payout-orders.ts'
import { beginRefundSteps, insertTransfer } from '../../../records/transfers/insert-store.ts'
import { newTransfer } from '../../../records/transfers/new-transfer.ts'
import { type Party, walletOf } from '../../../records/transfers/parties.ts'
import * as store from '../../../records/transfers/store.ts'
import type { TransferRow, LockedTransfer, PayoutRow } from '../../../db/schema/rows.ts'
import { type ReviewFacts, reviewOf } from '../../../records/transfers/review.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { orderKindOf } from '../../../records/transfers/payouts.ts'

export type RefundParts = Places & Pick<Deps, 'ids' | 'jobs'>

type Asset = ReturnType<typeof assetOf>

const reversal = 'conversion_reversal'

/**
 * Has all that arrived for a transfer sent back, fees included, in the transaction that turned it:
 * the conversion is undone, and orders are written that a worker sends out, one for each sender.
 * What has no payee fails at the first step, and an account is requested.
 */
export async function beginRefund(tx: Tx, deps: RefundParts, row: TransferRow): Promise<void> {
  const orders = await ordersOf(tx, row)
  const refunds = orders.filter((order) => orderKindOf(order) === 'refund')
  await undoConversion(tx, deps, row, orders)
  const parts = await partsToSend(tx, row, refunds)
  let attempt = refunds.length
  for (const { amount, to } of parts) {
    if (!to || amount <= 0n) continue
    attempt += 1
    await createOrder(tx, deps, row, {
      id: deps.ids.uuid(),
      kind: 'refund',
      attempt,
      amount,
      ...to,
    })
  }
  const first = refunds.length + 1
  await Promise.all([beginRefundSteps(tx, row, first), requeue(tx, deps, row)])
}

/** Once, and only where there was one. */
export async function undoConversion(
  tx: Tx,
  deps: Places,
  row: TransferRow,
  orders: readonly PayoutRow[],
): Promise<void> {
  const isConverted = orders.some((order) => orderKindOf(order) === 'payout')
  if (isConverted && !(await hasGroup(tx, row, reversal)))
    await postGroup(tx, {
      partnerId: row.partner_id,
      transferId: row.id,
      step: reversal,
      legs: conversionReversalLegs(conversionOf(deps, row)),
    })
}

/** What a bank took back is taken from what is held again, once the conversion is undone. */
export async function settleReversed(
  tx: Tx,
  deps: Places,
  row: TransferRow,
  { amount, entryId }: { amount: string; entryId: string },
): Promise<void> {
  const sum = { ...assetOf(deps, row, 'in'), amount: BigInt(amount), entryId }
  await postGroup(tx, {
    partnerId: row.partner_id,
    transferId: row.id,
    step: reversal,
    legs: [...conversionReversalLegs(conversionOf(deps, row)), ...settledReversalLegs(sum, row.id)],
  })
}

/**
 * Of what a bank took back while the rest of it was on its way, so much is settled with money that
 * came back; the rest stays owed, and stays on the record.
 */
export function settledOf(
  row: TransferRow,
  there: bigint,
): { settled: bigint; review: ReviewFacts; legsOf: (place: Asset, transferId: string) => Leg[] } {
  const { reversed, ...review } = reviewOf(row)
  const [taken, entryId] = [BigInt(reversed?.amount ?? 0), reversed?.entryId ?? '']
  const settled = taken < there ? taken : there
  const owed = { reversed: { amount: String(taken - settled), entryId } }
  return {
    settled,
    review: { ...review, ...(taken > settled && owed) },
    legsOf: (asset, transferId) =>
      settled > 0n ? settledReversalLegs({ ...asset, amount: settled, entryId }, transferId) : [],
  }
}

/** Gives a transfer a new job; one that ended normally would keep its place. */
export async function requeue(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { partner_id: partnerId, id: transferId }: TransferRow,
): Promise<void> {
  await jobs.finishTransfer(tx, transferId)
  await jobs.queueTransfer(tx, { partnerId, transferId })
}

/** Whether all that is held of this execution has a payee to whom it is returned automatically. */
export const isReturnable = async (tx: Tx, row: TransferRow): Promise<boolean> =>
  (await partsToSend(tx, row, [])).every(({ to }) => to !== undefined)

export type LinkedRefund = {
  /** In the source currency, fees included. */
  amount: bigint
  /** Another account of the payer, and who holds it; the one that paid when absent. */
  accountId?: string | undefined
  payee?: Party | undefined
  /** Who sent it, where that is known better than by the account. */
  to?: ReturnTo | undefined
  /** Where it came beyond a quote, and is no part of what was paid: whose it is. */
  surplusOf?: readonly RefundOrigin[]
  /** Puts the money into the clearing account of the new execution. */
  legsOf: (transferId: string) => Leg[]
  /** What of it the service lends; the rest is the partner's, or came back. */
  lent?: bigint
  reason: string
}

/** Starts an execution of its own that sends money of a completed transfer back to its payer. */
export async function startLinkedRefund(
  tx: Tx,
  deps: RefundParts,
  by: AuditedBy,
  original: LockedTransfer,
  refund: LinkedRefund,
): Promise<TransferRow> {
  const id = deps.ids.uuid()
  const transactionId = await claimRefundId(tx, original, id)
  const facts = await factsOf(tx, original, refund)
  const payee = await payeeOf(tx, original, facts)
  const row = await insertTransfer(
    tx,
    linkedRow(original, refund, { id, transactionId, facts, payee }),
  )
  await postGroup(tx, {
    partnerId: row.partner_id,
    transferId: id,
    step: 'refund_funded',
    legs: refund.legsOf(id),
  })
  await beginRefund(tx, deps, row)
  await Promise.all([
    recordEvent(tx, transferEvent(row, '', 'initiated')),
    recordAudit(tx, by, {
      action: 'transfer.refund',
      object: { kind: 'transfer', id: executionId(original) },
      after: {
        refund: executionId(row),
        amount: toText(refund.amount, row.scale_in),
        ...paidTo(refund),
      },
      reason: refund.reason,
    }),
  ])
  return row
}

/** Who is paid, where that is an account that was named, as the audit log has it. */
export const paidTo = ({ accountId }: { accountId?: string | undefined }): { target?: string } =>
  accountId === undefined ? {} : { target: formatId('acc', accountId) }

/** Which payments in go back, and to whom. What a deposit paid goes back as its account's policy says. */
async function factsOf(
  tx: Tx,
  original: LockedTransfer,
  { amount, accountId, payee, to, lent = 0n, surplusOf }: LinkedRefund,
): Promise<RefundFacts> {
  const named = accountId === undefined ? {} : { accountId, ...(payee && { payee }) }
  if (surplusOf) return { parts: surplusOf.map(keptPart), isSurplus: true }
  const owed = lent > 0n ? { lent: String(lent) } : {}
  if (isOfDeposit(original)) {
    const policy =
      accountId === undefined ? (to ?? (await returnOf(tx, original)) ?? null) : undefined
    return { ...named, ...owed, ...(policy === undefined ? {} : { to: policy }) }
  }
  const parts = await partsOfLinked(tx, original, await linkedRefunds(tx, original), amount)
  return { ...named, ...owed, parts }
}

/** Who gets it, as its record shows it: the one sender, or the payer where there are several. */
async function payeeOf(
  tx: Tx,
  { from_party, partner_id }: LockedTransfer,
  { accountId, payee, to, parts }: RefundFacts,
): Promise<Party> {
  const payer = from_party as Party
  if (payee) return payee
  const sole = to ?? (parts?.length === 1 ? parts[0]?.to : undefined)
  if (accountId !== undefined || !sole?.beneficiary) return payer
  const { account: _account, wallet: _wallet, ...person } = payer
  const fullName = sole.beneficiary.name === '' ? payer.fullName : sole.beneficiary.name
  return { ...person, fullName, ...(await shownPayee(tx, partner_id, sole)) }
}

/** The service's own transaction ids: `refund-<executionId>`, the next ones with a number. */
async function claimRefundId(tx: Tx, original: TransferRow, transferId: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const text = `refund-${executionId(original)}${number === 1 ? '' : `-${number}`}`
    const holder = await store.claimTransactionId(tx, original.partner_id, text, transferId)
    if (holder === transferId) return text
  }
}

type Linked = { id: string; transactionId: string; facts: RefundFacts; payee: Party }

function linkedRow(
  original: LockedTransfer,
  { amount, accountId }: LinkedRefund,
  { id, transactionId, facts, payee }: Linked,
) {
  const { from_party, to_party, currency_in: currency, scale_in: scale, read_at: at } = original
  const payer = from_party as Party
  const jurisdictionId = original.jurisdiction_in
  const money = { minor: amount, currency, scale }
  const order = {
    partnerId: original.partner_id,
    id,
    transactionId,
    direction: walletOf(payer) === '' ? 'FIAT_TO_FIAT' : 'CRYPTO_TO_CRYPTO',
    status: 'PROCESSING' as const,
    eventStatus: 'refund_in_flight',
    from: {
      entityId: original.to_entity_id,
      accountId: original.to_account_id,
      jurisdictionId,
      party: to_party as Party,
    },
    to: {
      entityId: original.from_entity_id,
      accountId: accountId ?? original.from_account_id,
      jurisdictionId,
      party: payee,
    },
    amounts: { inAmount: money, outAmount: money },
    at,
  }
  return newTransfer(order, {
    received: amount,
    request_hash: original.request_hash,
    rail_in: '',
    rail_out: original.rail_in,
    chain_id: original.chain_id,
    refund_of: original.id,
    refund: JSON.stringify(facts),
    route_id: original.route_id,
    started_at: at,
  })
}

/** A payout that came back is converted back, fees included, and is there to be sent on. */
export const returnedLegs =
  (deps: Places, original: TransferRow, payout: PayoutRow, charge: bigint) =>
  (transferId: string): Leg[] => [
    ...returnLegs({
      charge,
      ...assetOf(deps, original, 'out'),
      amount: payout.amount,
      place: placeIn(deps, payout.jurisdiction_id),
      transferId,
    }),
    ...conversionReversalLegs({ ...conversionOf(deps, original), transferId }),
  ]
