import type { Hex } from '@corridor/chains'
import { assetName, drawingStates } from '@corridor/domain'
import { v5 as uuidV5 } from 'uuid'
import type { Tx } from '../../../db/open.ts'
import type { DrawingRow, FrameRow } from '../../../db/schema/rows.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import {
  findDrawing,
  lockDrawing,
  updateDrawing,
} from '../../../records/liquidity/drawing-store.ts'
import { moveDrawing, publishDrawingHeld } from '../../../records/liquidity/drawings.ts'
import { findFrame, lockFrame } from '../../../records/liquidity/frame-store.ts'
import { publishRefundHeld } from '../../../records/liquidity/frames.ts'
import { lockLine } from '../../../records/liquidity/line-store.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import { findOrder, markFamilySent, type Order } from '../../treasury/order-store.ts'
import { createOrders, type OrderParts } from '../../treasury/orders.ts'
import { type Outcome, settleDrawing } from '../drawings/settle.ts'
import { byService, chainOf, hexOf } from '../line/line.ts'
import { coveredBy, endHold, hold, type HeldOrder, mayReject } from './held.ts'
import { settleClosed, settleRefund } from './settle-orders.ts'

type Parts = OrderParts & FeeDeps & Pick<Deps, 'config'>

/** Payments of the treasury for credit lines: drawings, and fees that go back. */
export function createTreasuryOrders(deps: Parts) {
  const orders = createOrders(deps)
  return { disburse, refund, reject }

  /** Brings a drawing's payment as far as it can be now. */
  async function disburse(partnerId: string, id: string): Promise<void> {
    const row = await deps.db.readingAll((tx) => findDrawing(tx, partnerId, id))
    if (!row || row.ordered_at === null || !isUnderWay(row)) return
    const chain = chainOf(deps, row.chain_id)
    const wanted = disbursementOf(row)
    const placed = await orders.place(chain, {
      ...wanted,
      isCovered: coveredBy(deps, chain, wanted),
    })
    if (!placed.ok)
      return placed.why === 'REVERTS'
        ? refuse(row, 'RECIPIENT_REFUSED')
        : hold(deps, wanted, placed.why)
    const { order } = placed
    if (order.row.status !== 'OPEN') return settleClosed(deps, chain, wanted)
    const sent = await orders.send(chain, order)
    if (sent !== 'SENT' && sent !== 'MAYBE') return
    await deps.db.asWorker((tx) => noteBroadcast(tx, row, order))
  }

  async function noteBroadcast(tx: Tx, row: DrawingRow, order: Order): Promise<void> {
    await markFamilySent(tx, order)
    const hash = order.family.at(-1)?.hash.toLowerCase() ?? ''
    const locked = await lockDrawing(tx, row.partner_id, row.id)
    if (locked?.status === 'INITIATED')
      await moveDrawing(tx, byService(row.partner_id), locked, 'broadcast', { hash })
    else if (locked?.status === 'BROADCAST' && locked.hash !== hash)
      await updateDrawing(tx, locked, { hash })
  }

  /**
   * The token refuses this recipient as things are, or the operator the payment. What another worker
   * ordered may be paid.
   */
  function refuse(
    row: DrawingRow,
    code: Extract<Outcome, { kind: 'FAILED' }>['code'],
    reason = '',
  ): Promise<void> {
    return deps.db.asWorker(async (tx) => {
      const { partner_id: partnerId, id } = row
      await lockLine(tx, partnerId)
      await lockDrawing(tx, partnerId, id)
      if (await findOrder(tx, disbursementOf(row))) return
      await settleDrawing(tx, { partnerId, id }, { kind: 'FAILED', code, hash: '' })
      await endHold(tx, { partnerId, kind: 'drawing', id }, { decision: 'REJECTED', reason })
    })
  }

  /**
   * Carries out the operator's no to a payment that is held: a drawing fails, and a fee goes to the
   * payments account. False while a halt says that the chain may have paid it already.
   */
  async function reject(held: RejectedOrder): Promise<boolean> {
    const { partnerId, kind, id, reason } = held
    const { drawing, frame } = await deps.db.asWorker(async (tx) => ({
      drawing: kind === 'drawing' ? await findDrawing(tx, partnerId, id) : undefined,
      frame: kind === 'reserve' ? await findFrame(tx, partnerId, id) : undefined,
    }))
    if (drawing) {
      const may = await deps.db.asWorker((tx) => mayReject(tx, disbursementOf(drawing)))
      if (may) await refuse(drawing, 'INTERNAL_NO_COVER', reason)
      return may
    }
    if (!frame) return false
    const wanted = refundOf(frame, tokenAddress(chainOf(deps, frame.chain_id), frame))
    const may = await deps.db.asWorker((tx) => mayReject(tx, wanted))
    if (may) await creditRefund(frame, wanted, reason)
    return may
  }

  /** Pays back what a cancelled frame's fee gives back. */
  async function refund(partnerId: string, id: string): Promise<void> {
    const row = await deps.db.readingAll((tx) => findFrame(tx, partnerId, id))
    if (row?.refund_status !== 'PENDING') return
    const chain = chainOf(deps, row.chain_id)
    const wanted = refundOf(row, tokenAddress(chain, row))
    const placed = await orders.place(chain, {
      ...wanted,
      isCovered: coveredBy(deps, chain, wanted),
    })
    if (!placed.ok)
      return placed.why === 'REVERTS' ? creditRefund(row, wanted) : hold(deps, wanted, placed.why)
    if (placed.order.row.status !== 'OPEN') return settleClosed(deps, chain, wanted)
    const sent = await orders.send(chain, placed.order)
    if (sent === 'SENT') await deps.db.asWorker((tx) => markFamilySent(tx, placed.order))
  }

  /** The payer takes no tokens, as a faucet does: the payments account gets them. */
  function creditRefund({ partner_id: partnerId, id }: FrameRow, wanted: HeldOrder, reason = '') {
    return deps.db.asWorker(async (tx) => {
      await lockLine(tx, partnerId)
      await lockFrame(tx, partnerId, id)
      // What another worker ordered may be paid.
      if (await findOrder(tx, wanted)) return
      await settleRefund(tx, deps, { partnerId, id, hash: '', isPaid: false })
      await endHold(tx, { partnerId, kind: 'reserve', id }, { decision: 'REJECTED', reason })
    })
  }
}

type RejectedOrder = { partnerId: string; kind: string; id: string; reason: string }

const isUnderWay = ({ status }: DrawingRow): boolean => drawingStates[status].isBeingPaid

const referenceOf = (name: string, namespace: string): Hex =>
  hexOf(uuidV5(name, namespace).replaceAll('-', ''))

/** The reference follows from the partner's own id, which a database that was put back gets again. */
const disbursementOf = (row: DrawingRow): HeldOrder => ({
  kind: 'drawing',
  chainId: row.chain_id,
  purpose: 'disbursement',
  subject: row.id,
  partnerId: row.partner_id,
  transferId: null,
  step: null,
  asset: assetName(row.currency, row.chain_id),
  call: {
    token: hexOf(row.token),
    to: hexOf(row.recipient),
    amount: row.amount,
    reference: referenceOf(`drawing/${row.transaction_id}`, row.partner_id),
  },
  isWanted: async (tx) => (await lockDrawing(tx, row.partner_id, row.id))?.status === 'INITIATED',
  onOrdered: (tx) =>
    endHold(
      tx,
      { partnerId: row.partner_id, kind: 'drawing', id: row.id },
      { decision: 'APPROVED' },
    ),
  publish: (tx, code) => publishDrawingHeld(tx, row, code),
})

const refundOf = (row: FrameRow, token: Hex): HeldOrder => ({
  kind: 'reserve',
  chainId: row.chain_id,
  purpose: 'reserve_refund',
  subject: row.id,
  partnerId: row.partner_id,
  transferId: null,
  step: null,
  asset: assetName(row.currency, row.chain_id),
  call: {
    token,
    to: hexOf(row.fee_payer),
    amount: row.refund_amount ?? 0n,
    reference: referenceOf('refund', row.id),
  },
  isWanted: async (tx) =>
    (await lockFrame(tx, row.partner_id, row.id))?.refund_status === 'PENDING',
  onOrdered: (tx) =>
    endHold(
      tx,
      { partnerId: row.partner_id, kind: 'reserve', id: row.id },
      { decision: 'APPROVED' },
    ),
  publish: (tx, code) => publishRefundHeld(tx, row, code),
})

function tokenAddress({ definition }: ChainLink, { currency }: FrameRow): Hex {
  const token = definition.tokens.find(({ symbol }) => symbol === currency)
  if (!token) throw new Error(`this chain has no ${currency}`)
  return token.address
}
