import type { LiquidityTransaction } from '@corridor/contract'
import { drawingActions, formatId, toWire } from '@corridor/domain'
import { toChecksumAddress } from '@corridor/signing/evm'
import type { z } from 'zod'
import type { Tx } from '../../../db/open.ts'
import type { DrawingRow, ReplenishmentRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { isOwed } from '../../../records/liquidity/drawing-store.ts'
import { drawingIdOf, outstandingOf } from '../../../records/liquidity/drawings.ts'
import { fulfilledOf } from '../../../records/liquidity/quote-store.ts'
import { findOfDrawings } from '../../../records/liquidity/replenishment-store.ts'
import { explorerUrl } from '../line/line.ts'
import { feeDueAt } from '../payments/repay.ts'
import { breakdownAt, failureOf } from './fees.ts'
import { replenishmentBody } from './replenishments.ts'

type Drawing = z.output<typeof LiquidityTransaction>
type Parts = Pick<Deps, 'chains' | 'jurisdictions'>

const dayMs = 86_400_000

/** Drawings as the API shows them, with what became of them up to a moment. */
export async function drawingBodies(tx: Tx, deps: Parts, rows: readonly DrawingRow[], at: Date) {
  const [first] = rows
  if (!first) return []
  const ids = rows.map(({ id }) => id)
  const [replenishments, fulfilled] = await Promise.all([
    findOfDrawings(tx, first.partner_id, ids),
    fulfilledOf(tx, first.partner_id, ids),
  ])
  const byDrawing = Map.groupBy(replenishments, ({ transaction_id }) => transaction_id)
  return rows.map((row) =>
    drawingBody(deps, row, {
      at,
      replenishments: byDrawing.get(row.id) ?? [],
      fulfilled: fulfilled.get(row.id) ?? 0n,
    }),
  )
}

/** A drawing that was made just now: nothing was stated or repaid of it. */
export const freshBody = (deps: Parts, row: DrawingRow, at: Date): Drawing =>
  drawingBody(deps, row, { at, replenishments: [], fulfilled: 0n })

type Facts = { at: Date; replenishments: readonly ReplenishmentRow[]; fulfilled: bigint }

function drawingBody(
  deps: Parts,
  row: DrawingRow,
  { at, replenishments, fulfilled }: Facts,
): Drawing {
  const wire = (minor: bigint) => toWire({ minor, scale: row.scale })
  const outstanding = isOwed(row) ? outstandingOf(row) : 0n
  const fee = feeDueAt(row, at)
  const tomorrow = feeDueAt(row, new Date(at.getTime() + dayMs))
  return {
    transactionId: row.transaction_id,
    ltxId: drawingIdOf(row),
    status: row.status,
    amount: wire(row.amount),
    asset: row.currency,
    originalTxnHash: row.hash,
    recipientWallet: toChecksumAddress(row.recipient),
    reserveFrameId: row.frame_id === null ? '' : formatId('rsv', row.frame_id),
    transferMode: row.scheduled_for === null ? 'IMMEDIATE' : 'SCHEDULED',
    principalOutstanding: wire(outstanding),
    feeAccrued: wire(fee),
    feeTomorrow: wire(tomorrow),
    feePaid: wire(row.fee_paid),
    feeBreakdown: breakdownAt(row, at),
    totalReplenishAmount: wire(outstanding + fee),
    totalFulfilledAmount: wire(fulfilled),
    replenishments: replenishments.map((replenishment) =>
      replenishmentBody(deps, row, replenishment),
    ),
    originator: row.originator as Drawing['originator'],
    beneficiary: row.beneficiary as Drawing['beneficiary'],
    metadata: row.metadata as Drawing['metadata'],
    ...(row.scheduled_for === null ? {} : { scheduledFor: row.scheduled_for.toISOString() }),
    ...(row.disbursed_at === null ? {} : { disbursedAt: row.disbursed_at.toISOString() }),
    dueAt: row.due_at.toISOString(),
    ...failureOf(row),
    url: explorerUrl(deps, row.chain_id, 'tx', row.hash),
    allowedActions: drawingActions(row.status),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}
