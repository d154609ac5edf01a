import type { BlockHeader } from '@corridor/chains'
import { formatId, refundCreditLegs, replenishmentStates } from '@corridor/domain'
import { now, type Tx } from '../../../db/open.ts'
import { lockFrame, updateFrame } from '../../../records/liquidity/frame-store.ts'
import { frameIdOf } from '../../../records/liquidity/frames.ts'
import { lockLine } from '../../../records/liquidity/line-store.ts'
import { lockOfOrder } from '../../../records/liquidity/replenishment-store.ts'
import { moveReplenishment } from '../../../records/liquidity/replenishments.ts'
import { lockWithdrawal, updateWithdrawal } from '../../../records/liquidity/withdrawal-store.ts'
import { postGroup, resolvePending } from '../../../records/ledger/service.ts'
import { creditPaymentsAccount } from '../../partners/surplus.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type ClosedOrder, findClosed } from '../../treasury/chain-store.ts'
import type { OrderKey } from '../../treasury/order-store.ts'
import { settleDrawing } from '../drawings/settle.ts'
import { byService, ledgerAsset } from '../line/line.ts'

/** A closed order, and when the block was made that closed it. */
export type Closed = ClosedOrder & { blockTime: Date }

export const blockTimeOf = ({ timestamp }: Pick<BlockHeader, 'timestamp'>): Date =>
  new Date(timestamp * 1_000)

/**
 * Settles what an order was for, now that a final block has it; what is settled already stays. A
 * repayment is settled by its arrival at the deposit wallet.
 */
export async function settleOrder(tx: Tx, deps: FeeDeps, order: Closed): Promise<void> {
  const { partner_id: partnerId, purpose, subject, status, hash, blockTime } = order
  if (partnerId === null) return
  const isPaid = status === 'CONFIRMED'
  switch (purpose) {
    case 'disbursement':
      await settleDrawing(
        tx,
        { partnerId, id: subject },
        isPaid
          ? { kind: 'PAID', hash, blockTime }
          : { kind: 'FAILED', code: 'CHAIN_REVERTED', hash },
      )
      break
    case 'reserve_refund':
      await settleRefund(tx, deps, { partnerId, id: subject, hash, isPaid })
      break
    case 'replenish':
      if (!isPaid) await failReplenishments(tx, { partnerId, orderId: subject, hash })
      break
    case 'operational_withdrawal':
      await settleWithdrawal(tx, { partnerId, id: subject, hash, isPaid })
      break
    default:
  }
}

/** An order that was closed before what it is for was settled: settled now. */
export async function settleClosed(
  deps: FeeDeps & Pick<Deps, 'db'>,
  chain: ChainLink,
  key: OrderKey,
): Promise<void> {
  const closed = await deps.db.readingAll((tx) => findClosed(tx, key))
  if (!closed) return
  const block = await chain.adapter.block(BigInt(closed.block_number))
  if (!block.ok || !block.value) return
  const blockTime = blockTimeOf(block.value)
  await deps.db.asWorker((tx) => settleOrder(tx, deps, { ...closed, blockTime }))
}

type Settled = { partnerId: string; id: string; hash: string; isPaid: boolean }

/** A refund that no wallet takes is the partner's all the same: its payments account gets it. */
export async function settleRefund(
  tx: Tx,
  deps: FeeDeps,
  { partnerId, id, hash, isPaid }: Settled,
): Promise<void> {
  await lockLine(tx, partnerId)
  const frame = await lockFrame(tx, partnerId, id)
  if (frame?.refund_status !== 'PENDING') return
  await resolvePending(tx, {
    partnerId,
    transferId: id,
    step: isPaid ? 'refunded' : 'refund_failed',
    of: { step: 'cancelled', code: 'fee_refund' },
    as: isPaid ? 'post' : 'void',
  })
  await updateFrame(tx, frame, { refund_status: isPaid ? 'PAID' : 'FAILED', refund_hash: hash })
  if (isPaid) return
  const amount = frame.refund_amount ?? 0n
  const asset = ledgerAsset(frame)
  const partner = formatId('par', partnerId)
  await postGroup(tx, {
    partnerId,
    transferId: id,
    step: 'refund_credited',
    legs: refundCreditLegs({ ...asset, amount, frameId: id, partner }),
  })
  await creditPaymentsAccount(tx, deps, byService(partnerId), {
    ...asset,
    currency: frame.currency,
    amount,
    description: `Refund of the fee of ${frameIdOf(frame)}`,
    transactionHash: hash,
  })
}

/** Nothing is repaid by it: the chain refused the payment, or would have. */
export async function failReplenishments(
  tx: Tx,
  { partnerId, orderId, hash }: { partnerId: string; orderId: string; hash: string },
): Promise<void> {
  await lockLine(tx, partnerId)
  for (const row of await lockOfOrder(tx, partnerId, orderId)) {
    if (!replenishmentStates[row.status].isBlocking) continue
    await moveReplenishment(tx, byService(partnerId), row, 'fail', {
      hash,
      failure_code: 'CHAIN_REVERTED',
      failed_at: await now(tx),
    })
  }
}

async function settleWithdrawal(tx: Tx, { partnerId, id, hash, isPaid }: Settled): Promise<void> {
  const row = await lockWithdrawal(tx, partnerId, id)
  if (row?.status !== 'PENDING') return
  await updateWithdrawal(tx, row, { status: isPaid ? 'COMPLETED' : 'FAILED', hash })
}
