import type { Deps } from '../../../ports/deps.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import { eachInTransaction } from '../../../records/transfers/each-in-transaction.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { newestOrder } from '../../../records/transfers/payouts.ts'
import { reviewOf, reversedCode } from '../../../records/transfers/review.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import { byScheduler } from '../../../records/transfers/transition.ts'
import { isKnownAtBank } from '../payouts/bank-payout.ts'
import { isKnownOnChain } from '../payouts/chain-payout.ts'
import type { SweepParts } from './expiry.ts'
import { decideReview } from './review.ts'
import { findReversed } from './store.ts'

/**
 * Asks whether payouts left that were stopped because their money was taken back: a worker may have
 * been at it. One that left goes on, since nothing stops it; about the others staff decide.
 */
export async function askAboutReversed(deps: SweepParts & Pick<Deps, 'bank'>) {
  const keys = await deps.db.readingAll(findReversed)
  const asked = await Promise.all(
    keys.map(async (key) => {
      const orders = await deps.db.asWorker((tx) =>
        ordersOf(tx, { partner_id: key.partnerId, id: key.transferId }),
      )
      const order = newestOrder(orders, 'payout')
      if (!order) return []
      const look = order.kind === 'BANK' ? isKnownAtBank : isKnownOnChain
      const isKnown = await look(deps, order)
      return isKnown === undefined ? [] : [{ ...key, isKnown }]
    }),
  )
  return eachInTransaction(deps, asked.flat(), async (tx, { partnerId, transferId, isKnown }) => {
    const held = await lockTransfer(tx, partnerId, transferId)
    if (held?.status !== 'IN_REVIEW' || reviewOf(held).reason !== reversedCode) return false
    if (isKnown) {
      const by = byScheduler(partnerId, 'sweeper')
      return (await decideReview(tx, deps, by, held, { decision: 'APPROVED' })).ok
    }
    await changeTransfer(tx, held, { review: { ...reviewOf(held), isUnsent: true } })
    return false
  })
}
