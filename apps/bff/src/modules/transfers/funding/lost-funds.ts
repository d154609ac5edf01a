import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer } from '../../../db/schema/rows.ts'
import { sendToReview } from '../../../records/transfers/review.ts'
import { holdDepositSteps } from '../../../records/transfers/steps/steps.ts'
import { stopAt } from './receive.ts'
import { byWorker } from '../../../records/transfers/transition.ts'

const reason = 'FUNDING_UNDERPAID' as const

/**
 * A locked transfer whose money was taken back by the bank before anything was paid out: it waits in
 * review for other money, or for an end.
 */
export async function loseFunds(tx: Tx, held: LockedTransfer, amount: bigint): Promise<void> {
  const received = held.received - amount
  await holdDepositSteps(tx, held, 'The bank took the money back.')
  if (held.status === 'PROCESSING') {
    await sendToReview(tx, byWorker(held.partner_id), held, reason, { received })
    return
  }
  await stopAt(tx, held, { received }, reason)
}
