import { fail, feeRefund, frameLifecycle, ok, parseId, reserveRefundLegs } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { illegalTransition, versionConflict } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { FrameRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { lockFrame } from '../../../records/liquidity/frame-store.ts'
import { moveFrame } from '../../../records/liquidity/frames.ts'
import { lockLine } from '../../../records/liquidity/line-store.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { chainOf, ledgerAsset, treasuryOf } from '../line/line.ts'
import { shownStatus } from '../views/frames.ts'

/**
 * Cancels a frame that has not begun. What goes back of its fee is paid to whoever paid it; the order
 * is made after the commit, by the background work.
 */
export async function cancelReserve(
  tx: Tx,
  deps: Pick<Deps, 'chains'>,
  caller: Caller,
  { reserveFrameId, reason }: { reserveFrameId: string; reason: string },
) {
  const { partnerId } = caller
  const id = parseId('rsv', reserveFrameId)
  const line = await lockLine(tx, partnerId)
  const frame = id && (await lockFrame(tx, partnerId, id))
  if (!frame) return fail({ code: 'RESERVE_NOT_FOUND' })
  const conflict = versionConflict(caller, frame)
  if (conflict) return fail(conflict)
  const status = shownStatus(frame, line.at)
  const isTooLate = status === 'ACCEPTED' && frame.starts_at <= line.at
  if (isTooLate || !frameLifecycle.next(status, 'cancel')) return illegal(status, isTooLate)
  if (status === 'QUOTED')
    return ok({ line, row: await moveFrame(tx, caller, frame, 'cancel', { reason }) })
  return ok({ line, row: await cancelAccepted(tx, deps, caller, { frame, reason, at: line.at }) })
}

async function cancelAccepted(
  tx: Tx,
  deps: Pick<Deps, 'chains'>,
  caller: Caller,
  { frame, reason, at }: { frame: FrameRow; reason: string; at: Date },
): Promise<FrameRow> {
  const { percent, amount } = feeRefund({ fee: frame.fee, startsAt: frame.starts_at, at })
  await postGroup(tx, {
    partnerId: frame.partner_id,
    transferId: frame.id,
    step: 'cancelled',
    legs: reserveRefundLegs({
      ...ledgerAsset(frame),
      amount: frame.fee,
      refund: amount,
      frameId: frame.id,
      place: treasuryOf(chainOf(deps, frame.chain_id)),
    }),
  })
  return moveFrame(tx, caller, frame, 'cancel', {
    reason,
    refund_percent: percent,
    refund_amount: amount,
    refund_status: amount > 0n ? 'PENDING' : 'NONE',
  })
}

function illegal(from: string, isTooLate: boolean) {
  const text = isTooLate ? 'This frame has begun.' : `A frame that is ${from} cannot be cancelled.`
  const allowed = isTooLate ? [] : frameLifecycle.reachable(from as FrameRow['status'])
  return fail(illegalTransition(text, { from, to: 'CANCELLED', allowed }))
}
