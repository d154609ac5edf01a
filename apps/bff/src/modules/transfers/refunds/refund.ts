import {
  conversionReversalLegs,
  formatId,
  type Leg,
  receivableLegs,
  returnLegs,
  toText,
  executionId,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { hasGroup } from '../../../records/ledger/store.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { findPayee } from './store.ts'
import { isOfDeposit } from '../../../records/deposits/transition.ts'
import { returnOf, type ReturnTo } from '../../deposits/return-target.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { conversionOf } from '../payouts/conversion.ts'
import { assetOf, createOrder, type Places, placeIn } from '../payouts/payout-orders.ts'
import { beginRefundSteps, insertRow } from '../../../records/transfers/insert-store.ts'
import { newTransfer } from '../../../records/transfers/new-transfer.ts'
import { type Party, walletOf } from '../../../records/transfers/parties.ts'
import * as store from '../../../records/transfers/store.ts'
import type { TransferRow, LockedTransfer, PayoutRow } from '../../../db/schema/rows.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { orderKindOf } from '../../../records/transfers/payouts.ts'

export type RefundParts = Places & Pick<Deps, 'ids' | 'jobs'>

/** What was asked for beside the refund itself; `to` is null where no payee is known. */
export type RefundFacts = { accountId?: string; to?: ReturnTo | null }

const reversal = 'conversion_reversal'

/**
 * Has all that arrived for a transfer sent back, fees included, in the transaction that turned it:
 * the conversion is undone, and the order is written that a worker sends out. Without an account to
 * send it to the first step fails, and an account is requested.
 */
export async function beginRefund(tx: Tx, deps: RefundParts, row: TransferRow): Promise<void> {
  const [orders, to] = await Promise.all([ordersOf(tx, row), findReturnTo(tx, row)])
  const isConverted = orders.some((order) => orderKindOf(order) === 'payout')
  if (isConverted && !(await hasGroup(tx, row, reversal)))
    await postGroup(tx, {
      partnerId: row.partner_id,
      transferId: row.id,
      step: reversal,
      legs: conversionReversalLegs(conversionOf(deps, row)),
    })
  const attempt = orders.filter((order) => orderKindOf(order) === 'refund').length + 1
  if (to)
    await createOrder(tx, deps, row, {
      id: deps.ids.uuid(),
      kind: 'refund',
      attempt,
      amount: row.received,
      ...to,
    })
  await Promise.all([beginRefundSteps(tx, row, attempt), requeue(tx, deps, row)])
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

/**
 * The named payee, or the one that the policy of the funding account names for a deposit, or the
 * account that paid. Who paid into a funding account of its own may have named none: then the
 * newest account of the customer in that jurisdiction.
 */
async function findReturnTo(tx: Tx, row: TransferRow): Promise<ReturnTo | undefined> {
  const { accountId, to } = (row.refund ?? {}) as RefundFacts
  if (accountId === undefined && to !== undefined) return to ?? undefined
  if (accountId === undefined && isOfDeposit(row)) return returnOf(tx, row)
  // A linked refund runs the other way: its receiver is the payer of the first transfer.
  const isLinked = row.refund_of !== null
  const [named, entity] = isLinked
    ? [row.to_account_id, row.to_entity_id]
    : [row.from_account_id, row.from_entity_id]
  const account = await findPayee(tx, row, { accountId: accountId ?? named, entityId: entity })
  return account && { accountId: account.id, address: account.address, beneficiary: null }
}

/** Whether a deposit of this execution has a payee to whom it is returned automatically. */
export const isReturnable = async (tx: Tx, row: TransferRow): Promise<boolean> =>
  !isOfDeposit(row) || (await findReturnTo(tx, row)) !== undefined

export type LinkedRefund = {
  /** In the source currency, fees included. */
  amount: bigint
  /** Another account of the payer; the one that paid when absent. */
  accountId?: string | undefined
  /** Puts the money into the clearing account of the new execution. */
  legsOf: (transferId: string) => Leg[]
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
  // What a deposit paid is returned to its sender: no paying account was named.
  const isOrigin = refund.accountId === undefined && isOfDeposit(original)
  const to = isOrigin ? ((await returnOf(tx, original)) ?? null) : undefined
  const row = await insertRow(tx, linkedRow(original, { ...refund, to }, { id, transactionId }))
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
      after: { refund: executionId(row), amount: toText(refund.amount, row.scale_in) },
      reason: refund.reason,
    }),
  ])
  return row
}

/** The service's own transaction ids: `refund-<executionId>`, the next ones with a number. */
async function claimRefundId(tx: Tx, original: TransferRow, transferId: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const text = `refund-${executionId(original)}${number === 1 ? '' : `-${number}`}`
    const holder = await store.claimTransactionId(tx, original.partner_id, text, transferId)
    if (holder === transferId) return text
  }
}

function linkedRow(
  original: LockedTransfer,
  { amount, accountId, to }: LinkedRefund & { to: RefundFacts['to'] | undefined },
  { id, transactionId }: { id: string; transactionId: string },
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
    status: 'PROCESSING',
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
      party: payer,
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
    refund: JSON.stringify({
      ...(accountId === undefined ? {} : { accountId }),
      ...(to === undefined ? {} : { to }),
    }),
    route_id: original.route_id,
    started_at: at,
  })
}

/** The service lends the partner what goes back. */
export const lentLegs =
  (deps: Places, original: TransferRow, amount: bigint) =>
  (transferId: string): Leg[] =>
    receivableLegs({
      ...assetOf(deps, original, 'in'),
      amount,
      partner: formatId('par', original.partner_id),
      transferId,
    })

/** A payout that came back is converted back, fees included, and is there to be sent on. */
export const returnedLegs =
  (deps: Places, original: TransferRow, payout: PayoutRow) =>
  (transferId: string): Leg[] => [
    ...returnLegs({
      ...assetOf(deps, original, 'out'),
      amount: payout.amount,
      place: placeIn(deps, payout.jurisdiction_id),
      transferId,
    }),
    ...conversionReversalLegs({ ...conversionOf(deps, original), transferId }),
  ]
