import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { eachAlone } from '../../../records/transfers/each-in-transaction.ts'
import type { SweepParts } from './expiry.ts'
import { decideReview } from './review.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import { byScheduler } from '../../../records/transfers/transition.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import { pausedCode, ended, isPaused } from '../../../records/transfers/pausing.ts'

/** Goes on with transfers that a pause had stopped, once it is over for both sides. */
export async function resumePaused(deps: SweepParts): Promise<TransferKey[]> {
  const { rows } = await deps.db.asWorker(findResumable)
  return eachAlone(deps, rows, async (tx, { partnerId, transferId }) => {
    const held = await lockTransfer(tx, partnerId, transferId)
    if (held?.status !== 'IN_REVIEW' || (await isPaused(tx, partnerId, transferId))) return false
    const by = byScheduler(partnerId, 'sweeper')
    return (await decideReview(tx, deps, by, held, { decision: 'APPROVED' })).ok
  })
}

const findResumable = (tx: Tx) =>
  sql<TransferKey>`
    select partner_id as "partnerId", id as "transferId" from transfer t
    where status = 'IN_REVIEW' and review->>'reason' = ${pausedCode} and event_status = 'in_review'
      and not exists (select from kyc_capability k where k.partner_id = t.partner_id
        and k.status = any(${ended})
        and (k.entity_id = t.from_entity_id and k.jurisdiction_id = t.jurisdiction_in
          or k.entity_id = t.to_entity_id and k.jurisdiction_id = t.jurisdiction_out))
    order by id limit 100`.execute(tx)
