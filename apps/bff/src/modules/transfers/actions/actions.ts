import {
  type ExecutionFailureCode,
  fail,
  failureKinds,
  fromWire,
  ok,
  parseId,
  type Result,
  toText,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { lockAccount } from '../../accounts/external/store.ts'
import { hasCapability } from '../../kyc/case/gate.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { approvalEvent } from '../../../records/transfers/approval-event.ts'
import { newArrival, recordNewArrival } from '../../../records/transfers/estimated-arrival.ts'
import { releaseDailyLimit } from '../../../records/transfers/daily-limit.ts'
import { type ApprovalFailure, decideApproval } from './approval.ts'
import { createOrder } from '../payouts/payout-orders.ts'
import { refundable } from '../refunds/store.ts'
import {
  beginRefund,
  lentLegs,
  type RefundParts,
  requeue,
  startLinkedRefund,
} from '../refunds/refund.ts'
import type { RepriceParts } from '../quotes/reprice.ts'
import { refundAgain } from '../funding/review.ts'
import { cancelSteps, retrySteps } from '../../../records/transfers/steps/steps.ts'
import { isWithinCredit } from '../refunds/credit-limit.ts'
import { type Party, walletOf } from '../../../records/transfers/parties.ts'
import { illegalMove, mustMove } from '../../../records/transfers/transition.ts'
import type { TransferRow, LockedTransfer, ExternalAccountRow } from '../../../db/schema/rows.ts'
import { isPaused } from '../../../records/transfers/pausing.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { newestOrder } from '../../../records/transfers/payouts.ts'
import { isRefundFailed } from '../../../records/transfers/review.ts'
import { isLapsed } from '../../../records/transfers/expiry.ts'
import { lock } from '../../../records/transfers/lookup.ts'

type Named = { executionId: string }
type NotFound = Failure<'TRANSFER_NOT_FOUND'>
type AccountFailure = Failure<
  'ACCOUNT_NOT_FOUND' | 'ACCOUNT_TYPE_NOT_ALLOWED' | 'CORRIDOR_UNAVAILABLE'
>
type Illegal = Failure<'ILLEGAL_TRANSITION'>
export type RefundFailure =
  | NotFound
  | AccountFailure
  | Illegal
  | Failure<'AMOUNT_PRECISION' | 'AMOUNT_ABOVE_MAX' | 'CREDIT_LIMIT_EXCEEDED' | 'FIELD_INVALID'>
export type RefundInput = Named & {
  amount?: number | undefined
  reason: string
  target?: string | undefined
}

/** A transfer after a vote, and as it was before. */
export type Approved = { row: TransferRow; previous: TransferRow }

/** What a partner does with a transfer after it was executed (operations.md, part 5). */
export function createActions(deps: RefundParts & RepriceParts) {
  return { cancel, retry, refund, approve }

  async function cancel(
    tx: Tx,
    caller: Caller,
    { executionId, reason }: Named & { reason: string },
  ): Promise<Result<TransferRow, NotFound | Failure<'TRANSFER_NOT_CANCELLABLE'>>> {
    const held = await lock(tx, caller, executionId)
    if (!held) return unknown()
    // What reads as expired is over, also before the sweeper has seen it.
    const status = isLapsed(held) ? 'EXPIRED' : held.status
    if (status !== 'PENDING' && status !== 'AWAITING_APPROVAL')
      return fail({
        code: 'TRANSFER_NOT_CANCELLABLE',
        details: [
          detail(
            'status',
            'TRANSFER_NOT_CANCELLABLE',
            `A transfer that is ${status} cannot be cancelled.`,
            { from: status, to: 'CANCELLED', allowed: ['PENDING', 'AWAITING_APPROVAL'] },
          ),
        ],
      })
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
    if (held.status === 'AWAITING_APPROVAL') await recordEvent(tx, approvalEvent(row, 'expired'))
    return ok(row)
  }

  async function approve(
    tx: Tx,
    caller: Caller,
    input: Named & { decision: 'APPROVED' | 'REJECTED'; comment: string },
  ): Promise<Result<Approved, NotFound | ApprovalFailure>> {
    const held = await lock(tx, caller, input.executionId)
    if (!held) return unknown()
    const decided = await decideApproval(tx, deps, caller, held, input)
    return decided.ok ? ok({ row: decided.value, previous: held }) : decided
  }

  /** Pays out again what a payee's account kept from arriving, also to another account of the payee. */
  async function retry(
    tx: Tx,
    caller: Caller,
    { executionId, toAccountId }: Named & { toAccountId?: string | undefined },
  ): Promise<Result<TransferRow, NotFound | AccountFailure | Illegal>> {
    const held = await lock(tx, caller, executionId)
    if (!held) return unknown()
    if (!isRetryable(held)) return fail(illegalMove(held, 'PROCESSING'))
    const wanted = toAccountId === undefined ? held.to_account_id : parseId('acc', toAccountId)
    const found = await accountRules(deps).usable(tx, held, 'to', wanted, 'toAccountId')
    if (!found.ok) return found
    const account = found.value
    const unverified = await verificationOf(tx, held, account)
    if (unverified) return unverified
    const last = newestOrder(await ordersOf(tx, held), 'payout')
    const row = await mustMove(tx, caller, held, {
      event: 'retry',
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
      retrySteps(tx, row),
      requeue(tx, deps, row),
      recordNewArrival(tx, held, row),
    ])
    return ok(row)
  }

  /**
   * Sends money back: of a failed transfer all that is held, in its own record; of a completed one
   * up to what was paid in, in an execution of its own that the service lends the partner.
   */
  async function refund(
    tx: Tx,
    caller: Caller,
    input: RefundInput,
  ): Promise<Result<TransferRow, RefundFailure>> {
    const held = await lock(tx, caller, input.executionId)
    if (!held) return unknown()
    const isOwn = (held.status === 'FAILED' && held.held_until !== null) || isRefundFailed(held)
    const left = isOwn ? held.received : await leftOf(tx, held)
    if (left === 0n) return fail(illegalMove(held, 'REFUNDING'))
    const amount = amountOf(held, input.amount, left, isOwn)
    if (!amount.ok) return amount
    const accountId = await targetOf(tx, held, input.target)
    if (!accountId.ok) return accountId
    if (!isOwn)
      return refundCompleted(tx, caller, held, {
        amount: amount.value,
        accountId: accountId.value,
        reason: input.reason,
      })
    const refundFacts = accountId.value === undefined ? held.refund : { accountId: accountId.value }
    if (isRefundFailed(held))
      return ok(
        await refundAgain(tx, deps, caller, held, 'transfer.refund', { refund: refundFacts }),
      )
    const row = await mustMove(tx, caller, held, {
      event: 'refund',
      eventStatus: 'refund_in_flight',
      action: 'transfer.refund',
      reason: input.reason,
      also: { held_until: null, refund: refundFacts },
    })
    await beginRefund(tx, deps, row)
    return ok(row)
  }

  /** What may go back of a completed transfer; nothing of a wallet's, and nothing of a refund. */
  async function leftOf(tx: Tx, held: LockedTransfer): Promise<bigint> {
    const isPaid = held.status === 'COMPLETED' && held.kind === 'ordinary'
    return isPaid && held.refund_of === null ? refundable(tx, held) : 0n
  }

  async function targetOf(
    tx: Tx,
    held: LockedTransfer,
    target: string | undefined,
  ): Promise<Result<string | undefined, AccountFailure>> {
    if (target === undefined) return ok(undefined)
    // A linked refund runs the other way: who paid is who gets it.
    const side = held.refund_of === null ? 'from' : 'to'
    const found = await accountRules(deps).usable(tx, held, side, parseId('acc', target), 'target')
    return found.ok ? ok(found.value.id) : found
  }

  async function refundCompleted(
    tx: Tx,
    caller: Caller,
    held: LockedTransfer,
    {
      amount,
      accountId,
      reason,
    }: { amount: bigint; accountId: string | undefined; reason: string },
  ): Promise<Result<TransferRow, Failure<'CREDIT_LIMIT_EXCEEDED'>>> {
    const within = await isWithinCredit(tx, deps, held, amount)
    if (!within.ok) return within
    const legsOf = lentLegs(deps, held, amount)
    return ok(
      await startLinkedRefund(tx, deps, caller, held, { amount, accountId, legsOf, reason }),
    )
  }
}

const unknown = () => fail({ code: 'TRANSFER_NOT_FOUND' as const })
const failureCodeOf = ({ failure }: Pick<TransferRow, 'failure'>) =>
  (failure as { code: ExecutionFailureCode } | null)?.code

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

/** Its money is held for a while, because the payee can be put right. */
function isRetryable(row: LockedTransfer): boolean {
  const code = failureCodeOf(row)
  const isHeld = row.held_until !== null && row.held_until > row.read_at
  return row.status === 'FAILED' && isHeld && code !== undefined && failureKinds[code].retryable
}

function amountOf(
  held: TransferRow,
  requested: number | undefined,
  left: bigint,
  isOwn: boolean,
): Result<bigint, Failure<'AMOUNT_PRECISION' | 'AMOUNT_ABOVE_MAX' | 'FIELD_INVALID'>> {
  if (requested === undefined) return ok(left)
  const { currency_in: currency, scale_in: scale } = held
  const amount = fromWire(requested, currency, scale)
  if (!amount.ok)
    return fail({
      code: 'AMOUNT_PRECISION',
      details: [detail('amount', 'AMOUNT_PRECISION', `${currency} has ${scale} decimals.`)],
    })
  const most = toText(left, scale)
  if (amount.value.minor > left)
    return fail({
      code: 'AMOUNT_ABOVE_MAX',
      details: [detail('amount', 'AMOUNT_ABOVE_MAX', `At most ${most} ${currency} can go back.`)],
    })
  if (isOwn && amount.value.minor < left)
    return fail({
      code: 'FIELD_INVALID',
      details: [
        detail('amount', 'FIELD_INVALID', 'Of a transfer that failed all goes back.', {
          allowed: [most],
        }),
      ],
    })
  return ok(amount.value.minor)
}

/** Whether an account can take the place of the one that a transfer names, on either side. */
function accountRules({ jurisdictions }: Pick<RefundParts, 'jurisdictions'>) {
  return { usable, payeeOf }

  async function usable(
    tx: Tx,
    held: TransferRow,
    side: 'from' | 'to',
    accountId: string | undefined,
    path: string,
  ): Promise<Result<ExternalAccountRow, AccountFailure>> {
    const account = accountId && (await lockAccount(tx, held.partner_id, accountId))
    const entityId = side === 'from' ? held.from_entity_id : held.to_entity_id
    if (!account || account.entity_id !== entityId)
      return fail({
        code: 'ACCOUNT_NOT_FOUND',
        details: [detail(path, 'ACCOUNT_NOT_FOUND', 'This customer has no such account.')],
      })
    const [jurisdictionId, currency] =
      side === 'from'
        ? [held.jurisdiction_in, held.currency_in]
        : [held.jurisdiction_out, held.currency_out]
    const wanted = jurisdictions.byId(jurisdictionId)
    const actual = jurisdictions.byId(account.jurisdiction_id)
    const isSameChain = wanted?.type !== 'blockchain' || wanted.id === actual?.id
    if (actual?.currency !== currency || actual.type !== wanted?.type || !isSameChain)
      return fail({
        code: 'ACCOUNT_TYPE_NOT_ALLOWED',
        details: [
          detail(path, 'ACCOUNT_TYPE_NOT_ALLOWED', `The account must take ${currency}.`, {
            allowed: [currency],
          }),
        ],
      })
    if (account.status !== 'ENABLED')
      return fail({
        code: 'CORRIDOR_UNAVAILABLE',
        details: [detail(path, 'CORRIDOR_UNAVAILABLE', `The account is ${account.status}.`)],
      })
    return ok(account)
  }

  function payeeOf(held: TransferRow, account: ExternalAccountRow): Partial<TransferRow> {
    const jurisdiction = jurisdictions.byId(account.jurisdiction_id)
    const { fullName, email } = held.to_party as Party
    const wallet = account.wallet as { walletAddress: string } | null
    const rail = account.rails.includes(held.rail_out) ? held.rail_out : ''
    return {
      to_account_id: account.id,
      jurisdiction_out: account.jurisdiction_id,
      rail_out: rail,
      to_party: {
        fullName,
        email,
        jurisdiction: jurisdiction?.name ?? '',
        nickname: account.nickname,
        ...(wallet
          ? { wallet: { walletAddress: wallet.walletAddress } }
          : { account: account.account }),
      },
    }
  }
}
