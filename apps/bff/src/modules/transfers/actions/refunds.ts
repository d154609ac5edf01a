import { createHash } from 'node:crypto'
import { executionId, fail, fromWire, ok, parseId, toText } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer, TransferRow } from '../../../db/schema/rows.ts'
import { lock, readBack } from '../../../records/transfers/lookup.ts'
import { accountParty, type Party, partyOf } from '../../../records/transfers/parties.ts'
import { isRefundFailed } from '../../../records/transfers/review.ts'
import { illegalMove, mustMove } from '../../../records/transfers/transition.ts'
import { refundAgain } from '../funding/review.ts'
import { type CoverDeps, recordRefundPaid } from '../../partners/refund-cover.ts'
import { fundRefund } from '../refunds/funding.ts'
import {
  beginRefund,
  paidTo,
  type RefundParts,
  settledOf,
  startLinkedRefund,
} from '../refunds/refund.ts'
import { claimRefund, findRefundClaim, refundable, unsentOf } from '../refunds/store.ts'
import { isOwn, type ReturnTo, unprovedText } from '../../deposits/return-target.ts'
import { accountRules } from './account-rules.ts'
import { isPaidBy, knownPayee } from '../refunds/origins.ts'

export type RefundInput = {
  executionId: string
  amount?: number | undefined
  reason: string
  target?: string | undefined
  /** The partner's own name for it; under the same one nothing goes back twice. */
  refundId?: string | undefined
}
/** Nothing where the money goes back to each sender. */
type Payee = { accountId?: string; payee?: Party; to?: ReturnTo }

/** Sending money of a failed or completed transfer back to its payer (operations.md 5). */
export function createRefunds(deps: RefundParts & CoverDeps) {
  return { refund }

  /**
   * Sends money back: of a failed transfer all that is held, in its own record; of a completed one
   * up to what was paid in, in an execution of its own.
   */
  async function refund(tx: Tx, caller: Caller, input: RefundInput) {
    const held = await lock(tx, caller, input.executionId)
    if (!held) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const repeated = await repeatOf(tx, held, input)
    if (repeated) return repeated
    const refunded = await refundLocked(tx, caller, held, input)
    if (refunded.ok && input.refundId !== undefined)
      await claimRefund(tx, held, {
        refundId: input.refundId,
        requestHash: hashOf(input),
        refundedBy: refunded.value.id,
      })
    return refunded
  }

  async function refundLocked(tx: Tx, caller: Caller, held: LockedTransfer, input: RefundInput) {
    const isHeldHere =
      (held.status === 'FAILED' && held.held_until !== null) || isRefundFailed(held)
    const unsent = isHeldHere ? await unsentOf(tx, held) : 0n
    const { settled } = settledOf(held, unsent)
    const left = isHeldHere ? unsent - settled : await leftOf(tx, held)
    // Its bank has taken back what could not be sent: that is settled, and needs no payee.
    if (settled > 0n && left === 0n)
      return ok(await refundAgain(tx, deps, caller, held, 'transfer.refund'))
    if (left === 0n) return fail(illegalMove(held, 'REFUNDING'))
    const amount = amountOf(held, input.amount, left, isHeldHere)
    if (!amount.ok) return amount
    const isNamed = input.refundId !== undefined || caller.idempotencyKey !== undefined
    if (amount.value.isPartial && !isNamed) return fail(unnamedPart)
    const found = await payeeFor(tx, held, amount.value.amount, input.target)
    if (!found.ok) return found
    const payee: Payee = found.value
    const { reason } = input
    if (!isHeldHere)
      return refundCompleted(tx, caller, held, { amount: amount.value.amount, payee, reason })
    const also = { refund: Object.keys(payee).length > 0 ? payee : held.refund }
    if (isRefundFailed(held))
      return ok(await refundAgain(tx, deps, caller, held, 'transfer.refund', also, paidTo(payee)))
    const row = await mustMove(tx, caller, held, {
      event: 'refund',
      eventStatus: 'refund_in_flight',
      action: 'transfer.refund',
      reason,
      facts: paidTo(payee),
      also: { held_until: null, ...also },
    })
    await beginRefund(tx, deps, row)
    return ok(row)
  }

  /** What may go back of a completed transfer; nothing of a wallet's, and nothing of a refund. */
  async function leftOf(tx: Tx, held: LockedTransfer): Promise<bigint> {
    const isPaid = held.status === 'COMPLETED' && held.kind === 'ordinary'
    return isPaid && held.refund_of === null ? refundable(tx, held) : 0n
  }

  /**
   * Who gets it where that is not simply each sender: an enabled account of the payer's own that was
   * named, or the sender of the deposit that an execution was started for.
   */
  async function payeeFor(
    tx: Tx,
    held: LockedTransfer,
    amount: bigint,
    target: string | undefined,
  ) {
    if (target !== undefined) return namedPayee(tx, held, target)
    const known = await knownPayee(tx, held, amount)
    return known ? ok(known) : fail(noPayee)
  }

  async function namedPayee(tx: Tx, held: LockedTransfer, target: string) {
    // A linked refund runs the other way: who paid is who gets it.
    const side = held.refund_of === null ? 'from' : 'to'
    const found = await accountRules(deps).usable(tx, held, side, parseId('acc', target), 'target')
    if (!found.ok) return found
    const { id, entity_id: entityId } = found.value
    // A sender whose bank refuses it leaves the customer's own account.
    const isPayers = isRefundFailed(held) || (await isPaidBy(tx, held, entityId))
    if (isPayers && found.value.proof === 'CLAIMED') return fail(notProved)
    if (!isOwn(found.value, entityId) || !isPayers) return fail(notPayers)
    return ok({ accountId: id, payee: accountParty(found.value, partyOf(held, side)) })
  }

  async function refundCompleted(
    tx: Tx,
    caller: Caller,
    held: LockedTransfer,
    { amount, payee, reason }: { amount: bigint; payee: Payee; reason: string },
  ) {
    const funding = await fundRefund(tx, deps, held, amount)
    if (!funding.ok) return funding
    const { legsOf, lent, parts } = funding.value
    const row = await startLinkedRefund(tx, deps, caller, held, {
      ...payee,
      amount,
      legsOf,
      lent,
      reason,
    })
    await recordRefundPaid(tx, deps, caller, { parts, executionId: executionId(row) })
    return ok(row)
  }
}

const noPayee: Failure<'FIELD_REQUIRED'> = {
  code: 'FIELD_REQUIRED',
  details: [
    detail(
      'target',
      'FIELD_REQUIRED',
      'It is not known where the money came from: name an enabled account of the payer’s own.',
    ),
  ],
}
const notProved: Failure<'ACCOUNT_TYPE_NOT_ALLOWED'> = {
  code: 'ACCOUNT_TYPE_NOT_ALLOWED',
  details: [detail('target', 'ACCOUNT_TYPE_NOT_ALLOWED', unprovedText, { allowed: ['PROVED'] })],
}
const notPayers: Failure<'ACCOUNT_TYPE_NOT_ALLOWED'> = {
  code: 'ACCOUNT_TYPE_NOT_ALLOWED',
  details: [
    detail('target', 'ACCOUNT_TYPE_NOT_ALLOWED', 'The account must be the payer’s own.', {
      allowed: ['SELF'],
    }),
  ],
}

/** The refund that was made under the same name before, as it is now. */
async function repeatOf(tx: Tx, held: LockedTransfer, input: RefundInput) {
  if (input.refundId === undefined) return undefined
  const claim = await findRefundClaim(tx, held, input.refundId)
  if (!claim) return undefined
  const { partner_id } = held
  const row = await readBack(tx, { ...held, partner_id, id: claim.refunded_by })
  if (claim.request_hash.equals(hashOf(input))) return ok(row)
  return fail({
    code: 'TRANSACTION_ID_USED',
    details: [
      detail('refundId', 'TRANSACTION_ID_USED', 'Another refund has this id.', {
        existingId: executionId(row),
      }),
    ],
  })
}

const hashOf = ({ amount, reason, target }: RefundInput): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([amount ?? null, reason, target ?? null]))
    .digest()

const unnamedPart: Failure<'FIELD_REQUIRED'> = {
  code: 'FIELD_REQUIRED',
  details: [
    detail(
      'refundId',
      'FIELD_REQUIRED',
      'Name a partial refund by refundId or an Idempotency-Key: sent again, it goes back once.',
    ),
  ],
}

function amountOf(
  held: TransferRow,
  requested: number | undefined,
  left: bigint,
  isHeldHere: boolean,
) {
  if (requested === undefined) return ok({ amount: left, isPartial: false })
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
  if (isHeldHere && amount.value.minor < left)
    return fail({
      code: 'FIELD_INVALID',
      details: [
        detail('amount', 'FIELD_INVALID', 'Of a transfer that failed all goes back.', {
          allowed: [most],
        }),
      ],
    })
  return ok({ amount: amount.value.minor, isPartial: amount.value.minor < left })
}
