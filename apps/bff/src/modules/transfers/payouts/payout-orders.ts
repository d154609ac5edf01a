import {
  type Asset,
  assetName,
  type ExecutionFailureCode,
  type Leg,
  payoutLegs,
  type Place,
  postingStep,
  refundPayoutLegs,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { postGroup, resolvePending } from '../../../records/ledger/service.ts'
import type { TransferRow, PayoutRow } from '../../../db/schema/rows.ts'
import type { ForcedFailure } from '../../../records/transfers/steps/step.ts'
import { readParties, type TransferParties } from './parties-store.ts'
import { isUnderTravelRule, refundRuleOf, travelRuleOf } from './travel-rule.ts'
import {
  endTravelMessage,
  insertOrder,
  type KeptPayee,
  setOrder,
} from '../../../records/transfers/payout-store.ts'
import { orderKinds, type OrderKind, orderKindOf } from '../../../records/transfers/payouts.ts'

export type Places = Pick<Deps, 'jurisdictions' | 'chains'>

/** Where the service pays from in a jurisdiction. */
export function placeIn({ jurisdictions, chains }: Places, jurisdictionId: string): Place {
  const jurisdiction = jurisdictions.byId(jurisdictionId)
  if (jurisdiction?.countryCode) return { kind: 'BANK', country: jurisdiction.countryCode }
  const chain = chains.get(jurisdiction?.chainId ?? '')
  if (!chain) throw new Error(`no money lies in the jurisdiction ${jurisdictionId}`)
  return { kind: 'CHAIN', address: chain.treasury.address }
}

/** How the ledger names what a transfer takes in or pays out. */
export function assetOf(
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  row: TransferRow,
  side: 'in' | 'out',
): Asset {
  const [id, currency, scale] =
    side === 'in'
      ? [row.jurisdiction_in, row.currency_in, row.scale_in]
      : [row.jurisdiction_out, row.currency_out, row.scale_out]
  return { asset: assetName(currency, jurisdictions.byId(id)?.chainId), scale }
}

export type NewOrder = {
  id: string
  kind: OrderKind
  attempt: number
  /** In the currency of the side that it is paid on. */
  amount: bigint
  /** The external account that gets it, and its address where it is a wallet. */
  accountId: string | null
  address: string
  /** Who gets it, where that is no account on record. */
  beneficiary?: object | null
  /** Who pays whom, as they were looked up in the lists; read where it is absent. */
  parties?: TransferParties | undefined
  /** What the payee's bank says, where it was asked before. */
  payee?: KeptPayee | undefined
  /** Postings that free the money for it, in the same group. */
  before?: readonly Leg[]
}

/** Writes an order and holds its amount, in the transaction before the step that sends it out. */
export async function createOrder(tx: Tx, deps: Places, transfer: TransferRow, order: NewOrder) {
  const { kind, attempt, amount } = order
  const side = kind === 'payout' ? 'out' : 'in'
  const jurisdictionId = side === 'out' ? transfer.jurisdiction_out : transfer.jurisdiction_in
  const place = placeIn(deps, jurisdictionId)
  const asset = assetOf(deps, transfer, side)
  const step = orderKinds[kind].submitted
  const legs = kind === 'payout' ? payoutLegs : refundPayoutLegs
  const insert = insertOrder(tx, {
    partner_id: transfer.partner_id,
    id: order.id,
    transfer_id: transfer.id,
    step,
    attempt,
    kind: place.kind,
    status: 'CREATED',
    jurisdiction_id: jurisdictionId,
    currency: side === 'out' ? transfer.currency_out : transfer.currency_in,
    scale: asset.scale,
    amount: String(amount),
    account_id: order.accountId,
    address: place.kind === 'CHAIN' ? order.address : null,
    beneficiary: order.beneficiary ?? null,
    travel_rule: await travelRuleFor(tx, deps, transfer, { ...order, place }),
    failure_code: forcedCode(transfer, kind),
    ...order.payee,
  })
  const [row] = await Promise.all([
    insert,
    postGroup(tx, {
      partnerId: transfer.partner_id,
      transferId: transfer.id,
      step: postingStep(step, attempt),
      legs: [
        ...(order.before ?? []),
        ...legs({ ...asset, amount, place, transferId: transfer.id }),
      ],
    }),
  ])
  return row
}

/**
 * On bank orders always, and kept with orders on a chain above the threshold; money that goes back
 * has one, too, and always on a chain where nothing says what it is worth.
 */
async function travelRuleFor(
  tx: Tx,
  deps: Places,
  transfer: TransferRow,
  order: NewOrder & { place: Place },
): Promise<object | null> {
  const isSmall = transfer.quote !== null && !isUnderTravelRule(transfer)
  if (order.place.kind === 'CHAIN' && isSmall) return null
  if (order.kind === 'payout')
    return travelRuleOf(deps, transfer, order.parties ?? (await readParties(tx, transfer)))
  // Whoever gets it, on whichever account, is read in the place of the payee.
  const to_account_id = order.accountId ?? transfer.from_account_id
  const parties = await readParties(tx, { ...transfer, to_account_id })
  return refundRuleOf(deps, transfer, parties, order)
}

/** The sandbox may want an order to fail before it is written: such an order is never sent. */
function forcedCode(transfer: TransferRow, kind: OrderKind): string | null {
  const forced = transfer.forced_failure as ForcedFailure | null
  const { submitted, confirmed } = orderKinds[kind]
  return forced?.step === submitted || forced?.step === confirmed ? forced.code : null
}

/** The outside has taken the order; from here on it may have been paid. */
export async function markSubmitted(tx: Tx, order: PayoutRow, reference: string): Promise<void> {
  await setOrder(tx, order, { from: ['CREATED', 'SUBMITTED'], to: 'SUBMITTED', reference })
  // The step after this one need not send the order again.
  order.status = 'SUBMITTED'
  if (reference !== '') order.reference = reference
}

/** The payee has the money: the order is over, and what was held for it is gone. */
export async function settleOrder(tx: Tx, order: PayoutRow, reference: string): Promise<void> {
  await Promise.all([
    setOrder(tx, order, { from: ['CREATED', 'SUBMITTED'], to: 'CONFIRMED', reference }),
    resolve(tx, order, 'confirmed', 'post'),
  ])
}

/** The outside refused the order: its money is free again. */
export async function voidOrder(tx: Tx, order: PayoutRow, code: ExecutionFailureCode) {
  await Promise.all([
    setOrder(tx, order, { from: ['CREATED', 'SUBMITTED'], to: 'FAILED', code }),
    resolve(tx, order, 'failed', 'void'),
    order.kind === 'CHAIN' && order.travel_rule !== null && endTravelMessage(tx, order),
  ])
}

function resolve(tx: Tx, order: PayoutRow, outcome: 'confirmed' | 'failed', as: 'post' | 'void') {
  const kind = orderKindOf(order)
  return resolvePending(tx, {
    partnerId: order.partner_id,
    transferId: order.transfer_id,
    step: postingStep(orderKinds[kind][outcome], order.attempt),
    of: { step: postingStep(order.step, order.attempt), code: kind },
    as,
  })
}
