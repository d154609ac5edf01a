import {
  type Accrual,
  drawingFeeAt,
  formatId,
  principalHoursAt,
  repaymentLegs,
  splitRepayment,
  startedHours,
  toText,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { DrawingRow, PaymentRow, ReplenishmentRow } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { isOwed, lockDrawing } from '../../../records/liquidity/drawing-store.ts'
import { drawingIdOf, moveDrawing, outstandingOf } from '../../../records/liquidity/drawings.ts'
import { lockFrame, updateFrame } from '../../../records/liquidity/frame-store.ts'
import { publishPhase } from '../../../records/liquidity/frames.ts'
import { changeLine, type Line } from '../../../records/liquidity/line-store.ts'
import { findQuote } from '../../../records/liquidity/quote-store.ts'
import { moveReplenishment } from '../../../records/liquidity/replenishments.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { ratesOf, type RateTexts } from '../../../records/partners/liquidity-terms.ts'
import { creditPaymentsAccount } from '../../partners/surplus.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import { ledgerAsset } from '../line/line.ts'

const dayMs = 86_400_000

/** How a drawing stands, as its fee is computed from; nothing before it was paid out. */
export function accrualOf(row: DrawingRow): Accrual | undefined {
  if (row.disbursed_at === null) return undefined
  return {
    amount: row.amount,
    outstanding: outstandingOf(row),
    disbursedAt: row.disbursed_at,
    hoursCounted: row.hours_counted,
    principalHours: row.principal_hours,
  }
}

export const drawingRates = (row: DrawingRow) => ratesOf(row.rates as RateTexts)

/** What is unpaid of a drawing's fee at a moment. */
export function feeDueAt(row: DrawingRow, at: Date): bigint {
  const accrual = accrualOf(row)
  if (!accrual || !isOwed(row)) return 0n
  const fee = drawingFeeAt(accrual, drawingRates(row), at)
  return fee > row.fee_paid ? fee - row.fee_paid : 0n
}

export type Repaying = {
  /** Locked, as are the replenishment and the payment, which lies in suspense. */
  line: Line
  replenishment: ReplenishmentRow
  payment: PaymentRow
  /** What of the payment is for this replenishment, and what it comes to in the line's asset. */
  received: bigint
}

/**
 * Uses a payment for a drawing: the unpaid fee first, then principal; what is too much goes to the
 * payments account. Gives the line as it is then.
 */
export async function repay(
  tx: Tx,
  deps: FeeDeps,
  by: AuditedBy,
  { line, replenishment, payment, received }: Repaying,
): Promise<Line> {
  const { partner_id: partnerId, transaction_id: drawingId } = replenishment
  const drawing = await lockDrawing(tx, partnerId, drawingId)
  if (!drawing) throw new Error(`no drawing ${drawingId}`)
  const at = await feeTimeOf(tx, drawing, replenishment, payment)
  const outstanding = isOwed(drawing) ? outstandingOf(drawing) : 0n
  const split = splitRepayment({ received, feeDue: feeDueAt(drawing, at), outstanding })
  const asset = ledgerAsset(drawing)
  await postGroup(tx, {
    partnerId,
    transferId: replenishment.id,
    step: `repayment/${payment.id}`,
    legs: repaymentLegs({
      ...asset,
      amount: received,
      split,
      drawingId,
      partner: formatId('par', partnerId),
      paymentId: payment.id,
    }),
  })
  const changed = isOwed(drawing) ? await owesLess(tx, by, { line, drawing, split, at }) : line
  const total = replenishment.received + received
  await moveReplenishment(
    tx,
    by,
    replenishment,
    total >= replenishment.amount ? 'arrive' : 'arriveInPart',
    {
      received: total,
      fee: replenishment.fee + split.fee,
      principal: replenishment.principal + split.principal,
      surplus: replenishment.surplus + split.surplus,
      ...(payment.hash === '' ? {} : { hash: payment.hash }),
    },
  )
  if (split.surplus > 0n)
    await creditPaymentsAccount(tx, deps, by, {
      ...asset,
      currency: drawing.currency,
      amount: split.surplus,
      description: `Surplus of a repayment of ${drawingIdOf(drawing)}: ${toText(split.surplus, drawing.scale)}`,
      transactionHash: payment.hash,
    })
  return changed
}

type Owing = {
  line: Line
  drawing: DrawingRow
  split: { fee: bigint; principal: bigint }
  at: Date
}

async function owesLess(tx: Tx, by: AuditedBy, { line, drawing, split, at }: Owing): Promise<Line> {
  const accrual = accrualOf(drawing)
  if (!accrual) throw new Error(`the drawing ${drawing.id} was not paid out`)
  const { hours, sum } = principalHoursAt(accrual, at)
  const repaid = drawing.repaid + split.principal
  const isWhole = repaid + drawing.written_off === drawing.amount
  await moveDrawing(tx, by, drawing, isWhole ? 'repay' : 'repayPart', {
    repaid,
    fee_paid: drawing.fee_paid + split.fee,
    hours_counted: hours,
    principal_hours: sum,
    // Repaid in part and late, it is published again a day later.
    ...(drawing.status === 'OVERDUE' ? { overdue_from: new Date(line.at.getTime() + dayMs) } : {}),
  })
  if (split.principal === 0n) return line
  if (drawing.frame_id !== null) {
    const frame = await lockFrame(tx, drawing.partner_id, drawing.frame_id)
    if (frame) {
      const freed = await updateFrame(tx, frame, { drawn: frame.drawn - split.principal })
      await publishPhase(tx, freed, line.at)
    }
  }
  return changeLine(tx, line, { borrowed: -split.principal })
}

/**
 * Up to when the fee is counted: until the money arrived. What its quote was good for is not made
 * dearer by an hour that began while it was on its way.
 */
async function feeTimeOf(
  tx: Tx,
  drawing: DrawingRow,
  { partner_id, quote_id, source }: ReplenishmentRow,
  { received_at }: PaymentRow,
): Promise<Date> {
  const quote = await findQuote(tx, partner_id, quote_id)
  if (!quote || drawing.disbursed_at === null) return received_at
  const isInTime = source === 'OPERATIONAL_WALLET' || received_at <= quote.valid_until
  const isLess = quote.hours < startedHours(drawing.disbursed_at, received_at)
  return isInTime && isLess ? quote.as_of : received_at
}
