import { now, type Tx } from '../../../db/open.ts'
import type { DrawingRow, FrameRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { lockDrawing, updateDrawing } from '../../../records/liquidity/drawing-store.ts'
import { moveDrawing } from '../../../records/liquidity/drawings.ts'
import { heldFrames, lockFrame, updateFrame } from '../../../records/liquidity/frame-store.ts'
import { phaseOf } from '../../../records/liquidity/frames.ts'
import { type Line, lockLine } from '../../../records/liquidity/line-store.ts'
import { roomInFrame } from '@corridor/domain'
import { creditFacts } from '../line/credit.ts'
import { byService } from '../line/line.ts'
import { checkLimits, takeCredit } from './initiate.ts'

/** A scheduled drawing's time has come: it is ordered, or rejected where a limit does not hold now. */
export async function orderScheduled(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'chains'>,
  key: { partner_id: string; id: string },
): Promise<void> {
  const line = await lockLine(tx, key.partner_id)
  const row = await lockDrawing(tx, key.partner_id, key.id)
  if (row?.status !== 'INITIATED' || row.ordered_at !== null || row.frame_id === null) return
  const frame = await lockFrame(tx, key.partner_id, row.frame_id)
  if (!frame) return
  const frames = await heldFrames(tx, key.partner_id)
  const by = byService(key.partner_id)
  const reason = whyNot(line, row, frame, frames)
  if (reason !== undefined) {
    await updateFrame(tx, frame, { scheduled: frame.scheduled - row.amount })
    const failed = { failure_code: reason, failed_at: await now(tx) }
    await moveDrawing(tx, by, row, 'reject', failed)
    return
  }
  const ordered = await updateDrawing(tx, row, { ordered_at: line.at })
  await takeCredit(tx, deps, by, { line, row: ordered, frame, frames, wasScheduled: true })
}

function whyNot(line: Line, row: DrawingRow, frame: FrameRow, frames: readonly FrameRow[]) {
  const phase = phaseOf(frame, line.at)
  if (phase === undefined || phase === 'ENDED') return 'RESERVE_EXPIRED'
  const limit = checkLimits(line, row.amount, true)
  if (limit && !limit.ok) return limit.failure.code
  const own = { ...frame, scheduled: frame.scheduled - row.amount }
  return row.amount <= roomInFrame(creditFacts(line, frames), own)
    ? undefined
    : 'CREDIT_LIMIT_EXCEEDED'
}
