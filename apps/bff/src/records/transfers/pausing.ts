import { failureKinds, kycStates, statesWhere } from '@corridor/domain'
import { sql } from 'kysely'
import { batchedCall } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { inOrder, type RecordKey, recordKeys } from '../../db/record-keys.ts'
import type { AuditedBy } from '../audit/audit.ts'
import { holdDepositSteps } from './steps/steps.ts'
import { lockTransfer } from './store.ts'
import type { LockedTransfer } from '../../db/schema/rows.ts'
import { ordersOf } from './payout-store.ts'
import { orderKindOf } from './payouts.ts'
import { sendToReview } from './review.ts'
import { listOf } from '../../db/lists.ts'

/** Why a transfer stops while a side's verification is paused. */
export const pausedCode = 'COMPLIANCE_KYC_PAUSED'

const ended = statesWhere(kycStates, ({ isTakenBack }) => isTakenBack)

/** Whom a pause is about, and where. */
export type Paused = { entityId: string; jurisdictionIds: readonly string[] }

/**
 * Stops transfers of a customer whose verification was paused: what is under way is looked at, and
 * what still waits for its money is as soon as that comes. A payment that may have gone out already
 * cannot be stopped and ends as its bank or chain says.
 */
export async function pauseTransfersOf(tx: Tx, by: AuditedBy, paused: Paused): Promise<void> {
  const { entityId, jurisdictionIds } = paused
  const { rows } = await sql<{ id: string }>`
    select id from transfer
    where partner_id = ${by.partnerId} and kind = 'ordinary' and refund_of is null
      and status = 'PROCESSING'
      and (from_entity_id = ${entityId} and jurisdiction_in = any(${[...jurisdictionIds]})
        or to_entity_id = ${entityId} and jurisdiction_out = any(${[...jurisdictionIds]}))
    order by id`.execute(tx)
  for (const { id } of rows) {
    const held = await lockTransfer(tx, by.partnerId, id)
    if (held?.status === 'PROCESSING') await stop(tx, by, held)
  }
}

export async function stop(tx: Tx, by: AuditedBy, held: LockedTransfer): Promise<void> {
  const orders = await ordersOf(tx, held)
  if (orders.some((order) => orderKindOf(order) === 'payout')) return
  await holdDepositSteps(tx, held, failureKinds[pausedCode].partnerText)
  await sendToReview(tx, by, held, pausedCode)
}

/**
 * As an expression beside a transfer `t`: the verification of a side is paused, ended or has run out,
 * there where the transfer needs it. Of a third party as payee nobody has proved anything that could
 * run out.
 */
export const isUnverified = sql`exists (
  select from kyc_capability k
  left join kyc_file f on f.partner_id = k.partner_id and f.entity_id = k.entity_id
  where k.partner_id = t.partner_id
    and (k.entity_id = t.from_entity_id and k.jurisdiction_id = t.jurisdiction_in
      or k.entity_id = t.to_entity_id and k.jurisdiction_id = t.jurisdiction_out)
    and (k.status in ${listOf(ended)}
      or (k.status = 'EXPIRED' or k.status = 'APPROVED' and f.expires_at <= ${serviceNow})
        and (k.entity_id = t.from_entity_id and k.jurisdiction_id = t.jurisdiction_in
          or exists (select from external_account a where a.partner_id = t.partner_id
            and a.id = t.to_account_id and a.ownership = 'SELF'))))`

/** Whether the verification of either side is paused or over now, where the transfer needs it. */
export const isPaused = (tx: Tx, partnerId: string, id: string): Promise<boolean> =>
  isPausedNow(tx, { partnerId, id })

const isPausedNow = batchedCall<RecordKey, boolean>(async (tx, keys) => {
  const { rows } = await sql<{ partner_id: string; id: string }>`
    select t.partner_id, t.id from ${recordKeys(keys)}
    join transfer t on t.partner_id = g.partner and t.id = g.id
    where ${isUnverified}`.execute(tx)
  return inOrder(keys, rows).map((row) => row !== undefined)
})

type Verified = { entityId: string; jurisdictionId: string }

/** Which of these customers are paused, or gone, in the place that goes with each. */
export async function pausedAmong(tx: Tx, partnerId: string, sides: readonly Verified[]) {
  const { rows } = await sql<{ entity_id: string }>`
    select distinct k.entity_id from jsonb_to_recordset(${JSON.stringify(sides)}::jsonb)
      as g ("entityId" uuid, "jurisdictionId" text)
    join kyc_capability k on k.partner_id = ${partnerId} and k.entity_id = g."entityId"
      and k.jurisdiction_id = g."jurisdictionId" and k.status = any(${ended})`.execute(tx)
  return rows.map(({ entity_id }) => entity_id)
}
