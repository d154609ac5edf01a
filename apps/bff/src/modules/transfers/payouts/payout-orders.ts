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
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { batchedCall } from '../../../db/batch.ts'
import type { Deps } from '../../../ports/deps.ts'
import { postGroup, resolvePending } from '../../../records/ledger/service.ts'
import type { TransferRow, PayoutRow } from '../../../db/schema/rows.ts'
import type { ForcedFailure } from '../../../records/transfers/step.ts'
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
  /** Postings that free the money for it, in the same group. */
  before?: readonly Leg[]
}

/** Writes an order and holds its amount, in the transaction before the step that sends it out. */
export async function createOrder(
  tx: Tx,
  deps: Places,
  transfer: TransferRow,
  order: NewOrder,
): Promise<PayoutRow> {
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
    failure_code: forcedCode(transfer, kind),
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

type NewRow = Omit<
  PayoutRow,
  'amount' | 'reference' | 'created_at' | 'updated_at' | 'beneficiary'
> & { amount: string; beneficiary: object | null }

const insertOrder = batchedCall<NewRow, PayoutRow>(async (tx, orders) => {
  const { rows } = await sql<PayoutRow>`
    insert into payout (partner_id, id, transfer_id, step, attempt, kind, status, jurisdiction_id,
      currency, scale, amount, account_id, address, beneficiary, failure_code, created_at, updated_at)
    select o.partner_id, o.id, o.transfer_id, o.step, o.attempt, o.kind, o.status,
      o.jurisdiction_id, o.currency, o.scale, o.amount, o.account_id, o.address,
      o.beneficiary, o.failure_code, t.at, t.at
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o (partner_id uuid, id uuid,
      transfer_id uuid, step text, attempt int, kind text, status text, jurisdiction_id text,
      currency text, scale int, amount numeric, account_id uuid, address text, beneficiary jsonb,
      failure_code text), (select service_now() as at) as t
    returning *`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return orders.map(({ id }) => {
    const row = byId.get(id)
    if (!row) throw new Error(`the order ${id} was not written`)
    return row
  })
})

/** The sandbox may want an order to fail before it is written: such an order is never sent. */
function forcedCode(transfer: TransferRow, kind: OrderKind): string | null {
  const forced = transfer.forced_failure as ForcedFailure | null
  const { submitted, confirmed } = orderKinds[kind]
  return forced?.step === submitted || forced?.step === confirmed ? forced.code : null
}

/** The outside has taken the order; from here on it may have been paid. */
export async function markSubmitted(tx: Tx, order: PayoutRow, reference: string): Promise<void> {
  await setOrder(tx, order, { from: ['CREATED', 'SUBMITTED'], to: 'SUBMITTED', reference })
  // The step after this one need not tell the outside again.
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
export async function voidOrder(
  tx: Tx,
  order: PayoutRow,
  code: ExecutionFailureCode,
): Promise<void> {
  await Promise.all([
    setOrder(tx, order, { from: ['CREATED', 'SUBMITTED'], to: 'FAILED', code }),
    resolve(tx, order, 'failed', 'void'),
  ])
}

function resolve(
  tx: Tx,
  order: PayoutRow,
  outcome: 'confirmed' | 'failed',
  as: 'post' | 'void',
): Promise<void> {
  const kind = orderKindOf(order)
  return resolvePending(tx, {
    partnerId: order.partner_id,
    transferId: order.transfer_id,
    step: postingStep(orderKinds[kind][outcome], order.attempt),
    of: { step: postingStep(order.step, order.attempt), code: kind },
    as,
  })
}

type Change = {
  from: PayoutRow['status'][]
  to: PayoutRow['status']
  reference?: string
  code?: string
}

async function setOrder(tx: Tx, order: PayoutRow, change: Change): Promise<void> {
  if (!(await set(tx, { order, change }))) throw new Error(`the order ${order.id} is over already`)
}

const set = batchedCall<{ order: PayoutRow; change: Change }, boolean>(async (tx, changes) => {
  const given = changes.map(({ order, change }) => ({
    partner: order.partner_id,
    id: order.id,
    froms: change.from,
    status: change.to,
    reference: change.reference ?? '',
    code: change.code ?? null,
  }))
  const { rows } = await sql<{ id: string }>`
    update payout p set status = g.status, updated_at = (select service_now()),
      reference = case g.reference when '' then p.reference else g.reference end,
      failure_code = coalesce(g.code, p.failure_code)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (partner uuid, id uuid,
      froms text[], status text, reference text, code text)
    where p.partner_id = g.partner and p.id = g.id and p.status = any(g.froms)
    returning p.id`.execute(tx)
  const changed = new Set(rows.map(({ id }) => id))
  return changes.map(({ order }) => changed.has(order.id))
})
