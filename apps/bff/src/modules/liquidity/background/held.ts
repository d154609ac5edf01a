import type { ExecutionFailureCode } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import { coinOfChain, hasCover } from '../../../records/ledger/cover.ts'
import { isPayoutHalted } from '../../../records/ledger/service.ts'
import { decideReview, openReview } from '../../../records/reviews/reviews.ts'
import { lockOpen, type Ordered } from '../../../records/reviews/store.ts'
import { findOrder, type OrderKey } from '../../treasury/order-store.ts'
import type { NotPlaced, Wanted } from '../../treasury/orders.ts'
import { byService } from '../line/line.ts'

/** Payments of credit lines that are held while they cannot be ordered. */
export const heldKinds = ['drawing', 'reserve', 'withdrawal'] as const
export type HeldKind = (typeof heldKinds)[number]
export type HeldOrder = Wanted & {
  kind: HeldKind
  /** Its event, where it has one. */
  publish?: (tx: Tx, code: ExecutionFailureCode) => Promise<void>
}

/** Payments that wait for a person; what else keeps one passes by itself. */
const codes: Partial<Record<NotPlaced, ExecutionFailureCode>> = {
  HALTED: 'INTERNAL_PAYOUTS_HALTED',
  NO_TOKENS: 'INTERNAL_NO_COVER',
}

const subjectOf = ({ kind, subject }: Pick<HeldOrder, 'kind' | 'subject'>) => ({
  kind,
  id: subject,
})

/** Whether the treasury can pay it, gas included. */
export const coveredBy =
  (deps: Pick<Deps, 'config'>, chain: ChainLink, { asset, call }: Wanted) =>
  (tx: Tx): Promise<boolean> =>
    hasCover(tx, {
      asset,
      amount: call.amount,
      ...coinOfChain(deps, chain),
      isCounted: false,
    })

/**
 * Holds a payment that could not be ordered: a review for the operator, an event, and a line in the
 * log, once for each reason. It is tried again all the same, and ordered as soon as it can be.
 */
export async function hold(deps: Pick<Deps, 'db' | 'log'>, order: HeldOrder, why: NotPlaced) {
  const code = codes[why]
  if (!code) {
    deps.log.warn({ subject: order.subject, why }, 'a payment of a credit line waits')
    return
  }
  const isNew = await deps.db.asWorker(async (tx) => {
    // What another worker ordered meanwhile, or ended, is not held.
    if (!(await order.isWanted?.(tx)) || (await findOrder(tx, order))) return false
    const [subject, by] = [subjectOf(order), byService(order.partnerId)]
    const open = await lockOpen(tx, order.partnerId, subject)
    if (open?.reason === code) return false
    if (open) await decideReview(tx, by, subject, { decision: 'APPROVED' })
    await openReview(tx, { partnerId: order.partnerId, subject, reason: code })
    await order.publish?.(tx, code)
    return true
  })
  if (isNew) deps.log.warn({ subject: order.subject, code }, 'a payment of a credit line is held')
}

/** Ends the review of a payment that is ordered now, or that will not be made. */
export const endHold = (
  tx: Tx,
  { partnerId, kind, id }: { partnerId: string; kind: HeldKind; id: string },
  { decision, reason }: { decision: Ordered['decision']; reason?: string },
): Promise<void> => decideReview(tx, byService(partnerId), { kind, id }, { decision, reason })

/**
 * Whether the operator's no can be carried out: not while a halt says that the chain may have made
 * the payment already.
 */
export const mayReject = async (tx: Tx, order: OrderKey & Pick<Wanted, 'asset'>) =>
  !(await isPayoutHalted(tx, order.asset)) && !(await findOrder(tx, order))
