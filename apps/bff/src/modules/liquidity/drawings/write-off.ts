import { drawingLifecycle, fail, ok, parseId, type Result, writeOffLegs } from '@corridor/domain'
import { type Failure, illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { DrawingRow } from '../../../db/schema/rows.ts'
import type { Actor } from '../../../api/request/caller.ts'
import { findDrawingOfAny, lockDrawing } from '../../../records/liquidity/drawing-store.ts'
import { moveDrawing, outstandingOf } from '../../../records/liquidity/drawings.ts'
import { lockFrame, updateFrame } from '../../../records/liquidity/frame-store.ts'
import { changeLine, lockLine } from '../../../records/liquidity/line-store.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { ledgerAsset } from '../line/line.ts'

/** Gives up what an overdue drawing still owes; only the operator does. */
export async function writeOff(
  tx: Tx,
  actor: Actor,
  ltxId: string,
): Promise<Result<DrawingRow, Failure<'LIQUIDITY_TXN_NOT_FOUND' | 'ILLEGAL_TRANSITION'>>> {
  const id = parseId('ltx', ltxId)
  const found = id && (await findDrawingOfAny(tx, id))
  if (!found) return fail({ code: 'LIQUIDITY_TXN_NOT_FOUND' })
  const { partner_id: partnerId } = found
  const line = await lockLine(tx, partnerId)
  const row = await lockDrawing(tx, partnerId, found.id)
  if (!row) return fail({ code: 'LIQUIDITY_TXN_NOT_FOUND' })
  if (!drawingLifecycle.next(row.status, 'writeOff')) {
    const facts = {
      from: row.status,
      to: 'WRITTEN_OFF',
      allowed: drawingLifecycle.reachable(row.status),
    }
    return fail(illegalTransition(`Only an overdue drawing is written off.`, facts))
  }
  const amount = outstandingOf(row)
  await postGroup(tx, {
    partnerId,
    transferId: row.id,
    step: 'written_off',
    legs: writeOffLegs({ ...ledgerAsset(row), amount, drawingId: row.id }),
  })
  const by = { partnerId, actor, requestId: '' }
  const changed = await moveDrawing(tx, by, row, 'writeOff', { written_off: amount })
  await changeLine(tx, line, { borrowed: -amount })
  const frame = row.frame_id === null ? undefined : await lockFrame(tx, partnerId, row.frame_id)
  if (frame) await updateFrame(tx, frame, { drawn: frame.drawn - amount })
  return ok(changed)
}
