import { type HeldReason, type LimitKind, type PayinLabel } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { type Arrived, judgeArrived, type Taken } from '../payin-routes/deposits/judge.ts'
import { startReturn } from '../payin-routes/deposits/return-deposit.ts'
import { type DepositChange, recordDeposit } from '../../records/deposits/record.ts'
import { expireAwaited } from '../transfers/funding/expiry.ts'
import { isLapsed } from '../../records/transfers/expiry.ts'
import { lockTransfer } from '../../records/transfers/store.ts'
import { byWorker } from '../../records/transfers/transition.ts'
import type { DepositRow, TransferRow } from '../../db/schema/rows.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { isAsked, take } from '../transfers/funding/receive.ts'
import { startPrepared } from '../transfers/funding/from-deposit.ts'
import type { FromDepositParts } from '../transfers/funding/prepare-deposit.ts'
import { isPaused } from '../../records/transfers/pausing.ts'
import { payThoughExpired, wasInTime } from './late-statement.ts'
import { heldFor } from '../screening/deposits.ts'
import type { Senders } from '../screening/senders.ts'
import { reviewOf, takesMore } from '../../records/transfers/review.ts'

export type ReceiveParts = FromDepositParts

/**
 * Takes money that arrived, in the transaction that inserted its row (status RECEIVED,
 * `transfer_id` where a target named one): posts it, and starts the transfer that waits for it, or
 * the route of the account that it came in on, or keeps it in suspense, with what the caller knows
 * of it besides. Money that pays nothing is held for compliance where its sender is listed: `senders`
 * were looked up before. Returns the transfer to continue after the commit, by `jobs.runNow`.
 */
export function receiveDeposit(
  tx: Tx,
  deps: ReceiveParts,
  deposit: DepositRow,
  senders: Senders,
  known: readonly PayinLabel[] = [],
  { isDoubtful = false }: { isDoubtful?: boolean } = {},
): Promise<TransferKey | undefined> {
  const arrived = { deposit, known, isDoubtful, senders }
  return deposit.transfer_id === null && deposit.funding_account_id !== null
    ? toRoute(tx, deps, arrived)
    : toTransfer(tx, deps, arrived)
}

/**
 * Money on a funding account that no transfer waits for: it is judged once, and forwarded to the
 * destination that was valid when it was received, sent back, or held.
 * @throws where no rate is to be had now: it is then taken in later
 */
async function toRoute(tx: Tx, deps: ReceiveParts, arrived: Arrived) {
  const { deposit, senders } = arrived
  const { judgement, taken, forwarding, returning } = await judgeArrived(tx, deps, arrived)
  if (judgement.kind === 'HOLD')
    return hold(tx, deps, deposit, { ...judgement, taken, senders, publish: routed })
  const by = byWorker(deposit.partner_id)
  if (judgement.kind === 'RETURN' && returning)
    return keyOf(await startReturn(tx, deps, by, returning))
  if (!forwarding) throw new Error('there is no rate now')
  return keyOf(await startPrepared(tx, deps, by, forwarding))
}

const keyOf = ({ transfer }: { transfer: TransferRow }): TransferKey => ({
  partnerId: transfer.partner_id,
  transferId: transfer.id,
})

/** Money for a transfer, or for none at all: the transfer takes it, or it is held. */
async function toTransfer(tx: Tx, deps: ReceiveParts, { deposit, known, senders }: Arrived) {
  const [held, isStopped] = await Promise.all([
    deposit.transfer_id && lockTransfer(tx, deposit.partner_id, deposit.transfer_id),
    deposit.transfer_id !== null && isPaused(tx, deposit.partner_id, deposit.transfer_id),
  ])
  const keepStray = (transfer: TransferRow | undefined, labels: readonly PayinLabel[]) =>
    hold(tx, deps, deposit, {
      reason: strayReason(labels),
      labels,
      transfer,
      senders,
      publish: [isHeld],
    })
  // When it was booked counts, not when that was read.
  const afterEnd = async (expired: TransferRow) =>
    (await payThoughExpired(tx, deps, expired, deposit)) ??
    keepStray(expired, wasInTime(expired, deposit) ? [] : ['LATE'])
  if (!held) return keepStray(undefined, known)
  if (known.length > 0) return keepStray(held, known)
  if (!isAsked(held, deposit)) return keepStray(held, ['UNSUPPORTED_ASSET'])
  switch (held.status) {
    case 'PENDING':
      // It reads as expired already, and that is final, though the sweeper has not seen it yet.
      if (isLapsed(held)) return afterEnd(await expireAwaited(tx, held))
      return take(tx, deps, held, { deposit, isStopped })
    case 'IN_REVIEW':
      if (takesMore(reviewOf(held).reason)) return take(tx, deps, held, { deposit, isStopped })
      return keepStray(held, ['OVERPAID'])
    case 'EXPIRED':
      return afterEnd(held)
    case 'CANCELLED':
      return keepStray(held, ['LATE'])
    case 'QUOTED':
    case 'AWAITING_APPROVAL':
      return keepStray(held, [])
    case 'PROCESSING':
    case 'COMPLETED':
    case 'FAILED':
    case 'REFUNDING':
    case 'REFUNDED':
      return keepStray(held, ['OVERPAID'])
  }
}

/** It names no transfer that waits for it, or is not what is waited for. */
function strayReason(labels: readonly PayinLabel[]): Exclude<HeldReason, ''> {
  if (labels.includes('UNSUPPORTED_ASSET')) return 'UNSUPPORTED_ASSET'
  return labels.includes('BELOW_MINIMUM') ? 'BELOW_MINIMUM' : 'NO_TRANSFER'
}

type Held = {
  reason: Exclude<HeldReason, ''>
  labels: readonly PayinLabel[]
  limit?: LimitKind
  taken?: Taken | undefined
  /** The one that it names. */
  transfer?: TransferRow | undefined
  senders: Senders
  publish: NonNullable<DepositChange['publish']>
}

const isHeld = { type: 'action_required', status: 'held' } as const
/** What a route could have taken is published both as received and as held. */
const routed = [{ type: 'initiated', status: 'funds_received', isAsItCame: true }, isHeld] as const

/** Money that goes nowhere is kept in suspense, never lost, until a person decides. */
async function hold(
  tx: Tx,
  deps: ReceiveParts,
  deposit: DepositRow,
  { reason, labels, limit, taken, transfer, senders, publish }: Held,
): Promise<undefined> {
  const why = await heldFor(tx, deps, deposit, { reason, senders })
  await recordDeposit(tx, deposit, {
    moves: ['hold'],
    also: {
      ...why,
      labels: [...labels],
      ...(limit && { held_limit: limit }),
      ...(taken && { route_id: taken.route.id, destination_version: taken.destination.version }),
    },
    posting: { jurisdictions: deps.jurisdictions },
    publish,
    execution: transfer,
  })
}
