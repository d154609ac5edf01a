import type { Hex } from '@corridor/chains'
import { assetName } from '@corridor/domain'
import { v5 as uuidV5 } from 'uuid'
import type { Tx } from '../../../db/open.ts'
import type { DrawingRow, FrameRow } from '../../../db/schema/rows.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import {
  findDrawing,
  lockDrawing,
  updateDrawing,
} from '../../../records/liquidity/drawing-store.ts'
import { moveDrawing } from '../../../records/liquidity/drawings.ts'
import { findFrame, lockFrame } from '../../../records/liquidity/frame-store.ts'
import { lockLine } from '../../../records/liquidity/line-store.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import { findOrder, markFamilySent, type Order } from '../../treasury/order-store.ts'
import { createOrders, type OrderParts, type Wanted } from '../../treasury/orders.ts'
import { settleDrawing } from '../drawings/settle.ts'
import { byService, chainOf, hexOf } from '../line/line.ts'
import { settleClosed, settleRefund } from './settle-orders.ts'

type Parts = OrderParts & FeeDeps

/** Payments of the treasury for credit lines: drawings, and fees that go back. */
export function createTreasuryOrders(deps: Parts) {
  const orders = createOrders(deps)
  return { disburse, refund }

  /** Brings a drawing's payment as far as it can be now. */
  async function disburse(partnerId: string, id: string): Promise<void> {
    const row = await deps.db.asWorker((tx) => findDrawing(tx, partnerId, id))
    if (!row || row.ordered_at === null || !isUnderWay(row)) return
    const chain = chainOf(deps, row.chain_id)
    const wanted = disbursementOf(row)
    const placed = await orders.place(chain, wanted)
    if (!placed.ok) {
      if (placed.why === 'REVERTS') await refuse(row)
      else deps.log.warn({ drawingId: id, ...placed }, 'a drawing cannot be paid out now')
      return
    }
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

  /** The token refuses this recipient as things are. What another worker ordered may be paid. */
  function refuse(row: DrawingRow): Promise<void> {
    return deps.db.asWorker(async (tx) => {
      const { partner_id: partnerId, id } = row
      await lockLine(tx, partnerId)
      await lockDrawing(tx, partnerId, id)
      if (await findOrder(tx, disbursementOf(row))) return
      await settleDrawing(
        tx,
        { partnerId, id },
        { kind: 'FAILED', code: 'RECIPIENT_REFUSED', hash: '' },
      )
    })
  }

  /** Pays back what a cancelled frame's fee gives back. */
  async function refund(partnerId: string, id: string): Promise<void> {
    const row = await deps.db.asWorker((tx) => findFrame(tx, partnerId, id))
    if (row?.refund_status !== 'PENDING') return
    const chain = chainOf(deps, row.chain_id)
    const wanted = refundOf(row, tokenAddress(chain, row))
    const placed = await orders.place(chain, wanted)
    if (!placed.ok) {
      if (placed.why === 'REVERTS') await creditRefund(row, wanted)
      else deps.log.warn({ frameId: id, ...placed }, 'a fee cannot be paid back now')
      return
    }
    if (placed.order.row.status !== 'OPEN') return settleClosed(deps, chain, wanted)
    const sent = await orders.send(chain, placed.order)
    if (sent === 'SENT') await deps.db.asWorker((tx) => markFamilySent(tx, placed.order))
  }

  /** The payer takes no tokens, as a faucet does: the payments account gets them. */
  function creditRefund({ partner_id: partnerId, id }: FrameRow, wanted: Wanted): Promise<void> {
    return deps.db.asWorker(async (tx) => {
      await lockLine(tx, partnerId)
      await lockFrame(tx, partnerId, id)
      // What another worker ordered may be paid.
      if (await findOrder(tx, wanted)) return
      await settleRefund(tx, deps, { partnerId, id, hash: '', isPaid: false })
    })
  }
}

const isUnderWay = ({ status }: DrawingRow): boolean =>
  status === 'INITIATED' || status === 'BROADCAST'

const referenceOf = (name: string, namespace: string): Hex =>
  hexOf(uuidV5(name, namespace).replaceAll('-', ''))

/** The reference follows from the partner's own id, which a database that was put back gets again. */
const disbursementOf = (row: DrawingRow): Wanted => ({
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
})

const refundOf = (row: FrameRow, token: Hex): Wanted => ({
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
})

function tokenAddress({ definition }: ChainLink, { currency }: FrameRow): Hex {
  const token = definition.tokens.find(({ symbol }) => symbol === currency)
  if (!token) throw new Error(`this chain has no ${currency}`)
  return token.address
}
