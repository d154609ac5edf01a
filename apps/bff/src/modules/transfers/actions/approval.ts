import { depositWindowEnd, fail, ok, type Result } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { approvalEvent, approvalOf, type Vote } from '../../../records/transfers/approval-event.ts'
import { newArrival, recordNewArrival } from '../../../records/transfers/estimated-arrival.ts'
import { releaseDailyLimit } from '../../../records/transfers/daily-limit.ts'
import { sourceOf } from '../execution/execute.ts'
import { reprice, type RepriceParts } from '../quotes/reprice.ts'
import { approveSteps, cancelSteps } from '../../../records/transfers/steps/steps.ts'
import { illegalMove, mustMove } from '../../../records/transfers/transition.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import { isLapsed } from '../../../records/transfers/expiry.ts'

export type ApprovalFailure = Failure<'MAKER_CANNOT_APPROVE' | 'ILLEGAL_TRANSITION'>

/** A decision on a locked transfer that waits for approval; no one approves what they made. */
export async function decideApproval(
  tx: Tx,
  deps: RepriceParts,
  caller: Caller,
  held: LockedTransfer,
  { decision, comment }: { decision: Vote['decision']; comment: string },
): Promise<Result<TransferRow, ApprovalFailure>> {
  const to = decision === 'APPROVED' ? 'PENDING' : 'CANCELLED'
  const approval = approvalOf(held)
  if (isLapsed(held)) return fail(illegalMove({ status: 'EXPIRED' }, to))
  if (held.status !== 'AWAITING_APPROVAL' || !approval) return fail(illegalMove(held, to))
  const maker = held.maker as Caller['actor'] | null
  const { actor } = caller
  if (maker?.type === actor.type && maker.id === actor.id)
    return fail({ code: 'MAKER_CANNOT_APPROVE' })
  const vote: Vote = {
    actorType: actor.type,
    actorId: actor.id,
    decision,
    comment,
    at: held.read_at.toISOString(),
  }
  const votes = [...approval.votes, vote]
  if (decision === 'REJECTED') return ok(await reject(tx, caller, held, votes))
  return ok(await approve(tx, caller, held, { votes, price: await reprice(tx, deps, held) }))
}

/** The money is waited for from now on: its window begins with the approval. */
async function approve(
  tx: Tx,
  caller: Caller,
  held: LockedTransfer,
  { votes, price }: { votes: Vote[]; price: Partial<TransferRow> },
): Promise<TransferRow> {
  const until = depositWindowEnd(held.read_at, sourceOf(held))
  const [row] = await Promise.all([
    mustMove(tx, caller, held, {
      event: 'approve',
      eventStatus: 'awaiting_funds',
      action: 'transfer.approve',
      also: {
        ...price,
        ...newArrival(held, held.read_at, 'unpaid'),
        approval: { ...approvalOf(held), votes },
        deposit_until: until,
      },
    }),
    approveSteps(tx, held, until),
  ])
  await recordEvent(tx, approvalEvent(row, 'approved'))
  await recordNewArrival(tx, held, row)
  return row
}

async function reject(
  tx: Tx,
  caller: Caller,
  held: LockedTransfer,
  votes: Vote[],
): Promise<TransferRow> {
  const [row] = await Promise.all([
    mustMove(tx, caller, held, {
      event: 'cancel',
      eventStatus: 'canceled',
      action: 'transfer.reject',
      also: { approval: { ...approvalOf(held), votes } },
    }),
    cancelSteps(tx, held),
    releaseDailyLimit(tx, held),
  ])
  await recordEvent(tx, approvalEvent(row, 'rejected'))
  return row
}
