import { statesWhere, transferStates } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import type { TransferKey } from '../../../ports/jobs.ts'
import { reversedCode } from '../../../records/transfers/review.ts'
import { isUnverified, pausedCode } from '../../../records/transfers/pausing.ts'
import { accountCode, haltedCode, noCoverCode } from '../payouts/order-check.ts'
import { isOverdue } from '../../../records/transfers/steps/steps.ts'
import { listOf } from '../../../db/lists.ts'
import { depositAwaited } from '../../../records/transfers/expiry.ts'
import { depositsGoingBack } from '../../../records/deposits/state-lists.ts'

export const batchMax = 100

/** Money that came before its transfer waited for it. */
export async function findEarly(tx: Tx) {
  const { rows } = await sql<TransferKey & { id: string }>`
    select d.partner_id as "partnerId", d.transfer_id as "transferId", d.id
    from deposit d join transfer t on t.partner_id = d.partner_id and t.id = d.transfer_id
    where d.status = 'HELD' and d.labels = '{}' and t.status = 'PENDING'
    order by d.received_at limit 100`.execute(tx)
  return rows
}

const heldForAWhile = listOf(statesWhere(transferStates, ({ endsAt }) => endsAt === 'held_until'))
const worked = listOf(statesWhere(transferStates, ({ isWorked }) => isWorked))

/** Transfers whose time is up, oldest first. */
export async function findDue(tx: Tx) {
  const { rows } = await sql<TransferKey>`
    (select partner_id as "partnerId", id as "transferId" from transfer
      where status in ${listOf(depositAwaited)} and deposit_until <= ${serviceNow}
      order by deposit_until limit ${batchMax})
    union all
    (select partner_id, id from transfer
      where status in ${heldForAWhile} and held_until <= ${serviceNow}
      order by held_until limit ${batchMax})`.execute(tx)
  return rows
}

/** Steps that take longer than expected, where no delay was reported yet. */
export async function findOverdue(tx: Tx) {
  const { rows } = await sql<TransferKey & { name: string }>`
    select s.partner_id as "partnerId", s.transfer_id as "transferId", s.name
    from transfer_step s join transfer t on t.partner_id = s.partner_id and t.id = s.transfer_id
    where t.status in ${worked} and ${isOverdue}
    order by s.expected_by limit ${batchMax}`.execute(tx)
  return rows
}

/** Transfers that a pause had stopped which is over for both sides. */
export async function findResumable(tx: Tx) {
  const { rows } = await sql<TransferKey>`
    select partner_id as "partnerId", id as "transferId" from transfer t
    where status = 'IN_REVIEW' and review->>'reason' = ${pausedCode} and event_status = 'in_review'
      and not ${isUnverified}
    order by id limit 100`.execute(tx)
  return rows
}

/** Transfers whose order was not written or not sent, a part of them in the order of their ids. */
export async function findStopped(tx: Tx, after: string): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select * from transfer t
    where status = 'IN_REVIEW' and kind = 'ordinary'
      and (event_status = 'in_review' and review->>'reason' = any(${[...serviceCodes, accountCode]})
        or event_status = 'refund_failed' and review->>'reason' = any(${serviceCodes}))
      and (${after} = '' or t.id::text > ${after})
    order by t.id limit ${batchMax}`.execute(tx)
  return rows
}

/** Transfers whose money was taken back, and whose payout may have left a moment before. */
export async function findReversed(tx: Tx): Promise<TransferKey[]> {
  const { rows } = await sql<TransferKey>`
    select partner_id as "partnerId", id as "transferId" from transfer t
    where status = 'IN_REVIEW' and review->>'reason' = ${reversedCode}
      and review->>'isUnsent' is null
      and (review->>'since')::timestamptz < ${serviceNow} - interval '5 seconds'
    order by t.id limit ${batchMax}`.execute(tx)
  return rows
}

const serviceCodes = [haltedCode, noCoverCode]

/** Quotes whose time is up, oldest first; those that others have locked are about to change. */
export const lockExpiredQuotes = (tx: Tx) =>
  tx
    .selectFrom('transfer')
    .selectAll()
    .where('status', '=', 'QUOTED')
    .where('valid_until', '<=', serviceNow)
    .orderBy('valid_until')
    .limit(batchMax)
    .forUpdate()
    .skipLocked()
    .execute()

/** Whether money is here that a transfer may take. */
export async function hasDeposit(
  tx: Tx,
  { partner_id, id }: Pick<TransferRow, 'partner_id' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from deposit d where d.partner_id = ${partner_id} and d.transfer_id = ${id}
      and d.labels = '{}' and d.status not in ${depositsGoingBack}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Transfers whose order waits for the payee's provider, who has not answered in time. */
export const findUnanswered = (tx: Tx): Promise<TransferKey[]> =>
  tx
    .selectFrom('travel_message as m')
    .innerJoin('payout as p', (join) =>
      join.onRef('p.partner_id', '=', 'm.partner_id').onRef('p.id', '=', 'm.payout_id'),
    )
    .innerJoin('transfer as t', (join) =>
      join.onRef('t.partner_id', '=', 'm.partner_id').onRef('t.id', '=', 'm.transfer_id'),
    )
    .select(['m.partner_id as partnerId', 'm.transfer_id as transferId'])
    .where('m.state', '=', 'WAITING')
    .where('m.due_at', '<=', serviceNow)
    .where('p.status', '=', 'CREATED')
    .where('t.status', '=', 'PROCESSING')
    .orderBy('m.due_at')
    .limit(200)
    .execute()
