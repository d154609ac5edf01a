import type { LiquidityLimits } from '@corridor/contract'
import { rateToWire, readBasisPoints, toWire } from '@corridor/domain'
import type { z } from 'zod'
import type { Tx } from '../../../db/open.ts'
import type { DrawingRow } from '../../../db/schema/rows.ts'
import { drawnByHour, isOwed, openDrawings } from '../../../records/liquidity/drawing-store.ts'
import { outstandingOf } from '../../../records/liquidity/drawings.ts'
import { heldFrames } from '../../../records/liquidity/frame-store.ts'
import { findLine, type Line } from '../../../records/liquidity/line-store.ts'
import { ratesOf } from '../../../records/partners/liquidity-terms.ts'
import { feeDueAt } from '../payments/repay.ts'
import { ratesBody } from '../views/fees.ts'
import { creditUse } from '../line/credit.ts'
import { minorOf } from '../line/line.ts'

export type Limits = z.output<typeof LiquidityLimits>
type Usage = { hour: Date; amount: bigint }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How much of a credit line is used, and how its day goes. */
export async function readLimits(tx: Tx, partnerId: string): Promise<Limits> {
  const line = await findLine(tx, partnerId)
  if (!line) throw new Error(`the partner ${partnerId} has no credit line`)
  const since = new Date(Math.floor(line.at.getTime() / dayMs) * dayMs)
  const [frames, open, usage] = await Promise.all([
    heldFrames(tx, partnerId),
    openDrawings(tx, partnerId),
    drawnByHour(tx, partnerId, since),
  ])
  const use = creditUse(line, frames, line.at)
  const wire = (minor: bigint) => toWire({ minor, scale: line.scale })
  const owed = open.filter(isOwed)
  const fees = owed.reduce((sum, row) => sum + feeDueAt(row, line.at), 0n)
  const principal = owed.reduce((sum, row) => sum + outstandingOf(row), 0n)
  return {
    asset: line.currency,
    credit: {
      limit: wire(use.limit),
      borrowed: wire(use.borrowed),
      unusedAcceptedReserves: wire(use.unused),
      remaining: wire(use.remaining),
    },
    daily: dailyBody(line, use.daily, usage, since),
    transaction: {
      limit: wire(minorOf(line, line.terms.txnLimit)),
      largestToday: wire(use.daily.largest),
    },
    transactionsOpen: open.length,
    totalTransactions: line.transactions,
    partialReplenished: owed.filter(isPartly).length,
    overdue: owed.filter(({ status }) => status === 'OVERDUE').length,
    totalRepaymentDue: wire(principal + fees),
    feesDue: wire(fees),
    rates: {
      hourlyFeeRateInBps: rateToWire(readBasisPoints(line.terms.hourlyFeeRateInBps)),
      ...ratesBody(ratesOf(line.terms.rates)),
    },
    tenorHours: line.terms.tenorHours,
  }
}

const isPartly = ({ repaid, fee_paid }: DrawingRow): boolean => repaid > 0n || fee_paid > 0n

/** The day's use by hour, and where it leads if the rest of the day goes as it went so far. */
function dailyBody(
  line: Line,
  { limit, used }: { limit: bigint; used: bigint },
  usage: readonly Usage[],
  since: Date,
): Limits['daily'] {
  const wire = (minor: bigint) => toWire({ minor, scale: line.scale })
  const resetsAt = new Date(since.getTime() + dayMs)
  const elapsedMs = BigInt(Math.max(1, line.at.getTime() - since.getTime()))
  const projected = (used * BigInt(dayMs)) / elapsedMs
  const leftMs = used > 0n ? ((limit - used) * elapsedMs) / used : undefined
  const reachedAt =
    leftMs !== undefined && leftMs >= 0n ? new Date(line.at.getTime() + Number(leftMs)) : undefined
  let total = 0n
  return {
    limit: wire(limit),
    used: wire(used),
    remaining: wire(limit > used ? limit - used : 0n),
    resetsAt: resetsAt.toISOString(),
    hours: usage.map(({ hour, amount }) => {
      total += amount
      return { hour: hour.toISOString(), amount: wire(amount), total: wire(total) }
    }),
    ...(reachedAt && reachedAt < resetsAt ? { reachedAt: reachedAt.toISOString() } : {}),
    projected: wire(projected),
  }
}
