import { fail, ok, parseExecutionId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure, illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { isLapsed } from '../../../records/transfers/expiry.ts'
import { lock } from '../../../records/transfers/lookup.ts'
import { isPaused } from '../../../records/transfers/pausing.ts'
import { reviewOf, takesMore } from '../../../records/transfers/review.ts'
import { isAsked, take } from '../../transfers/funding/receive.ts'
import type { DepositRecord } from '../deposits/store.ts'

export type AssignFailure =
  | Failure<'TRANSFER_NOT_FOUND' | 'FIELD_REQUIRED' | 'FIELD_INVALID'>
  | ReturnType<typeof illegalTransition>

/** The transfer that is named, locked: before the deposit, as whoever takes money locks them. */
export async function lockAssigned(tx: Tx, caller: Caller, executionId: string | undefined) {
  if (executionId === undefined) {
    const text = 'Name the transfer that it pays.'
    return fail({
      code: 'FIELD_REQUIRED',
      details: [detail('executionId', 'FIELD_REQUIRED', text)],
    })
  }
  const held = parseExecutionId(executionId) && (await lock(tx, caller, executionId))
  if (held) return ok(held)
  const text = 'No transfer has this id.'
  return fail({
    code: 'TRANSFER_NOT_FOUND',
    details: [detail('executionId', 'TRANSFER_NOT_FOUND', text)],
  })
}

/**
 * Pays a waiting transfer by a held deposit, as if it had come with its reference: what does not fit,
 * or came from somebody else, is reviewed with the transfer, and its sender is screened with it. Assigned
 * after the time of the rate, it is exchanged at the present one.
 */
export async function assignHeld(
  tx: Tx,
  deps: Deps,
  deposit: DepositRecord,
  transfer: LockedTransfer,
) {
  const isWaiting =
    (transfer.status === 'PENDING' && !isLapsed(transfer)) ||
    (transfer.status === 'IN_REVIEW' && takesMore(reviewOf(transfer).reason))
  if (!isWaiting)
    return fail(
      illegalTransition('This transfer waits for no money now.', {
        from: deposit.status,
        to: 'FORWARDING',
        allowed: ['HELD'],
      }),
    )
  if (!isAsked(transfer, deposit)) return wrong(`This transfer waits for ${transfer.currency_in}.`)
  // On a customer's account it is the customer's; and nobody pays for another with it.
  if (deposit.owner_id !== null && deposit.owner_id !== transfer.from_entity_id)
    return wrong('The deposit belongs to another customer than the payer of this transfer.')
  const isStopped = await isPaused(tx, transfer.partner_id, transfer.id)
  const paying = { ...deposit, transfer_id: transfer.id }
  return ok(await take(tx, deps, transfer, { deposit: paying, isStopped, isChosen: true }))
}

const wrong = (text: string) =>
  fail({
    code: 'FIELD_INVALID' as const,
    details: [detail('executionId', 'FIELD_INVALID', text)],
  })
