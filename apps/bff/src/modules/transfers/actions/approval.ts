import { depositWindowEnd, parseExecutionId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { approvalEvent, approvalOf, type Vote } from '../../../records/transfers/approval-event.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import {
  newArrival,
  recordNewArrival,
} from '../../../records/transfers/arrival/estimated-arrival.ts'
import { releaseDailyLimit } from '../../../records/transfers/daily-limit.ts'
import { payinSystem } from '../../../records/transfers/arrival/bank-systems.ts'
import { pricesOf, reprice, type RepriceParts } from '../quotes/reprice.ts'
import { approveSteps, cancelSteps } from '../../../records/transfers/steps/steps.ts'
import { rateHoldFrom } from '../../../records/transfers/quote-facts.ts'
import { mustMove } from '../../../records/transfers/transition.ts'
import type { LockedTransfer } from '../../../db/schema/rows.ts'
import { isLapsed } from '../../../records/transfers/expiry.ts'
import { findTransfer, lockTransfer } from '../../../records/transfers/store.ts'

/** Executions that wait for approval: what a decision of the right people does to them. */
export function createHeldTransfers(deps: RepriceParts) {
  return { lockBySubject, isWaiting, shown, approve, reject, vote, prices }

  /** By the id that a request for approval has of it. */
  async function lockBySubject(tx: Tx, partnerId: string, subjectId: string) {
    return lockTransfer(tx, partnerId, parseExecutionId(subjectId)?.id ?? subjectId)
  }

  /** Both prices, for whoever decides. */
  async function prices(tx: Tx, partnerId: string, subjectId: string) {
    const row = await findTransfer(tx, partnerId, parseExecutionId(subjectId)?.id ?? subjectId)
    return row?.kind === 'ordinary' ? { row, ...(await pricesOf(tx, deps, row)) } : undefined
  }

  /** The money is waited for from now on: its window begins with the approval. */
  async function approve(tx: Tx, caller: Caller, held: LockedTransfer, votes: Vote[]) {
    const price = await reprice(tx, deps, held)
    const until = depositWindowEnd(held.read_at, payinSystem(held))
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
          rate_hold_until: rateHoldFrom(held, held.read_at),
        },
      }),
      approveSteps(tx, held, until),
    ])
    await recordEvent(tx, approvalEvent(row, 'approved'))
    await recordNewArrival(tx, held, row)
  }

  async function reject(tx: Tx, caller: Caller, held: LockedTransfer, votes: Vote[]) {
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
  }
}

/** It waits, and its time is not up. */
const isWaiting = (held: LockedTransfer) => held.status === 'AWAITING_APPROVAL' && !isLapsed(held)

/** As it reads: what is past its time has expired, also before the sweeper has seen it. */
const shown = (held: LockedTransfer) => (isLapsed(held) ? { status: 'EXPIRED' as const } : held)

/** One more agrees, and others are needed still. */
async function vote(tx: Tx, held: LockedTransfer, votes: Vote[]): Promise<void> {
  await changeTransfer(tx, held, { approval: { ...approvalOf(held), votes } })
}
