import { fail, isUnprovedWallet, ok, parseId, transferLifecycle } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { hasCapability } from '../../kyc/case/gate.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import {
  newArrival,
  recordNewArrival,
} from '../../../records/transfers/arrival/estimated-arrival.ts'
import {
  claimedWalletUsedUp,
  moveClaimedWallet,
} from '../../../records/transfers/claimed-wallets.ts'
import { releaseDailyLimit } from '../../../records/transfers/daily-limit.ts'
import { accountRules } from './account-rules.ts'
import { endRequestsOf } from '../../../records/approvals/requests.ts'
import { approvalEvent, requestsAbout } from '../../../records/transfers/approval-event.ts'
import { createRefunds } from './refunds.ts'
import { hasDeposit } from '../funding/store.ts'
import { worthOfTransfer } from '../../../records/transfers/quote-facts.ts'
import { accountCode } from '../payouts/order-check.ts'
import { createOrder, voidOrder } from '../payouts/payout-orders.ts'
import { type RefundParts, requeue } from '../refunds/refund.ts'
import { beginSteps, cancelSteps, retrySteps } from '../../../records/transfers/steps/steps.ts'
import { type Party, walletOf } from '../../../records/transfers/parties.ts'
import { illegalMove, mustMove } from '../../../records/transfers/transition.ts'
import type { TransferRow, LockedTransfer, ExternalAccountRow } from '../../../db/schema/rows.ts'
import { isPaused } from '../../../records/transfers/pausing.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { newestOrder } from '../../../records/transfers/payouts.ts'
import { reviewOf, stoppedAtPayee } from '../../../records/transfers/review.ts'
import { isLapsed } from '../../../records/transfers/expiry.ts'
import { lock } from '../../../records/transfers/lookup.ts'

type Named = { executionId: string }

/** What a partner does with a transfer after it was executed (operations.md 5). */
export function createActions(deps: RefundParts & Pick<Deps, 'rates'>) {
  return { cancel, retry, ...createRefunds(deps) }

  async function cancel(
    tx: Tx,
    caller: Caller,
    { executionId, reason }: Named & { reason: string },
  ) {
    const held = await lock(tx, caller, executionId)
    if (!held) return unknown()
    // What reads as expired is over, also before the sweeper has seen it.
    const status = isLapsed(held) ? 'EXPIRED' : held.status
    if (!cancellable.includes(status))
      return fail(notCancellable(status, `A transfer that is ${status} cannot be cancelled.`))
    // What is on its way would arrive for a transfer that takes nothing any more.
    if (held.event_status === 'funds_scheduled' || (await hasDeposit(tx, held)))
      return fail(notCancellable(status, 'A payment for this transfer is on its way.'))
    const [row] = await Promise.all([
      mustMove(tx, caller, held, {
        event: 'cancel',
        eventStatus: 'canceled',
        action: 'transfer.cancel',
        reason,
      }),
      cancelSteps(tx, held),
      releaseDailyLimit(tx, held),
    ])
    if (held.status === 'AWAITING_APPROVAL') {
      await recordEvent(tx, approvalEvent(row, 'expired'))
      await endRequestsOf(tx, caller, requestsAbout(held), { status: 'CANCELLED', reason })
    }
    return ok(row)
  }

  /** Pays out again what a payee's account kept from arriving, also to another account of the payee. */
  async function retry(
    tx: Tx,
    caller: Caller,
    { executionId, toAccountId }: Named & { toAccountId?: string | undefined },
  ) {
    const held = await lock(tx, caller, executionId)
    if (!held) return unknown()
    const isStopped = isStoppedAtPayee(held)
    if (!isStopped && !isRetryable(held)) return fail(illegalMove(held, 'PROCESSING'))
    const wanted = toAccountId === undefined ? held.to_account_id : parseId('acc', toAccountId)
    const found = await accountRules(deps).usable(tx, held, 'to', wanted, 'toAccountId')
    if (!found.ok) return found
    const account = found.value
    const unverified = await verificationOf(tx, held, account)
    if (unverified) return unverified
    if (!isWalletFree(held, account)) return claimedWalletUsedUp('toAccountId')
    const last = newestOrder(await ordersOf(tx, held), 'payout')
    if (isStopped && last?.status === 'CREATED')
      await voidOrder(tx, last, reviewOf(held).reason ?? accountCode)
    const row = await mustMove(tx, caller, held, {
      event: isStopped ? 'release' : 'retry',
      ...(isStopped ? { decision: 'RETRY' } : {}),
      eventStatus: last ? 'converted' : 'funds_received',
      action: 'transfer.retry',
      also: {
        failure: null,
        held_until: null,
        ...newArrival(held, held.read_at, 'paid'),
        ...(account.id === held.to_account_id ? {} : accountRules(deps).payeeOf(held, account)),
      },
    })
    await Promise.all([
      // What failed before its conversion has nothing to pay out yet: that orders the first payout.
      last &&
        createOrder(tx, deps, row, {
          id: deps.ids.uuid(),
          kind: 'payout',
          attempt: last.attempt + 1,
          amount: row.amount_out,
          accountId: account.id,
          address: walletOf(row.to_party as Party),
        }),
      isStopped ? beginSteps(tx, row) : retrySteps(tx, row),
      requeue(tx, deps, row),
      recordNewArrival(tx, held, row),
    ])
    // Last, because others may wait for it; the refusal undoes what was written.
    const isMoved = account.id !== held.to_account_id
    if (isMoved && !(await moveClaimedWallet(tx, held, account.id)))
      return claimedWalletUsedUp('toAccountId')
    return ok(row)
  }
}

/** Whether a wallet may take so much on a claim alone; its sum is counted by itself. */
const isWalletFree = (held: LockedTransfer, account: ExternalAccountRow) =>
  !isUnprovedWallet(account, 0n, {
    worth: worthOfTransfer(held),
    amounts: [
      { minor: held.amount_in, scale: held.scale_in },
      { minor: held.amount_out, scale: held.scale_out },
    ],
    most: 0n,
  })

const cancellable = transferLifecycle.statesFor('cancel')

const notCancellable = (from: string, text: string): Failure<'TRANSFER_NOT_CANCELLABLE'> => ({
  code: 'TRANSFER_NOT_CANCELLABLE',
  details: [
    detail('status', 'TRANSFER_NOT_CANCELLABLE', text, {
      from,
      to: 'CANCELLED',
      allowed: cancellable,
    }),
  ],
})

const unknown = () => fail({ code: 'TRANSFER_NOT_FOUND' as const })

/** Why nothing may be paid to an account, for want of a verification of either side. */
async function verificationOf(tx: Tx, held: TransferRow, account: ExternalAccountRow) {
  const { partner_id: partnerId, to_entity_id: entityId } = held
  const { jurisdiction_id: jurisdictionId, ownership } = account
  const isElsewhere = jurisdictionId !== held.jurisdiction_out && ownership === 'SELF'
  const isRefused =
    (await isPaused(tx, partnerId, held.id)) ||
    (isElsewhere && !(await hasCapability(tx, partnerId, entityId, jurisdictionId)))
  if (!isRefused) return undefined
  const text = 'The payer or the payee is not verified for this now.'
  return fail({
    code: 'CORRIDOR_UNAVAILABLE' as const,
    details: [detail('toAccountId', 'CORRIDOR_UNAVAILABLE', text)],
  })
}

/** Its order was not written or not sent, for what is known of the payee's account. */
const isStoppedAtPayee = (row: LockedTransfer): boolean =>
  row.status === 'IN_REVIEW' &&
  row.event_status === 'in_review' &&
  stoppedAtPayee.includes(reviewOf(row).reason)

/** Its money is held for a while, because the payee can be put right. */
function isRetryable(row: LockedTransfer): boolean {
  const { retryable = false } = (row.failure ?? {}) as { retryable?: boolean }
  const isHeld = row.held_until !== null && row.held_until > row.read_at
  return row.status === 'FAILED' && isHeld && retryable
}
