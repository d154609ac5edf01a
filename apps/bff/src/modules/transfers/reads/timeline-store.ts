import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

/** In the order of writing: an event that is not numbered yet is newer than all that are. */
export const findEvents = (tx: Tx, partnerId: string, subjectId: string) =>
  tx
    .selectFrom('event as e')
    .leftJoin('event_number as n', (join) =>
      join.onRef('n.partner_id', '=', 'e.partner_id').onRef('n.event_id', '=', 'e.id'),
    )
    .select(['e.id', 'e.type', 'e.status', 'e.object', 'e.changes'])
    .select(sql<Date>`coalesce(n.at, e.created_at)`.as('created_at'))
    .where((eb) => eb.and({ 'e.partner_id': partnerId, 'e.subject_id': subjectId }))
    .orderBy('n.sequence', (order) => order.asc().nullsLast())
    .orderBy('e.id')
    .execute()

/** Where the transfer's events were or will be sent; one that was replaced stays beside the new one. */
export const findDeliveries = (tx: Tx, partnerId: string, subjectId: string) =>
  tx
    .selectFrom('webhook_delivery as d')
    .innerJoin('event as e', (join) =>
      join.onRef('e.partner_id', '=', 'd.partner_id').onRef('e.id', '=', 'd.event_id'),
    )
    .leftJoin('webhook_attempt as a', (join) =>
      join
        .onRef('a.partner_id', '=', 'd.partner_id')
        .onRef('a.delivery_id', '=', 'd.id')
        .onRef('a.number', '=', 'd.attempts'),
    )
    .select(['d.id', 'd.event_id', 'd.status', 'd.attempts', 'd.created_at'])
    .select(['a.http_status', 'a.duration_ms'])
    .where((eb) => eb.and({ 'e.partner_id': partnerId, 'e.subject_id': subjectId }))
    .orderBy('d.sequence')
    .orderBy('d.created_at')
    .orderBy('d.id')
    .execute()

/** What banks reported of its payments, in the order in which they wrote it. */
export const findBankStatuses = (tx: Tx, partnerId: string, transferId: string) =>
  tx
    .selectFrom('bank_file_status')
    .select(['reference', 'status', 'effect', 'scope', 'reasons', 'terms', 'message_id'])
    .select(['made_at', 'read_at'])
    .where((eb) => eb.and({ partner_id: partnerId, transfer_id: transferId }))
    .orderBy('made_at')
    .orderBy('position')
    .execute()

/** Payments out of a transfer, the oldest first. */
export const findPayouts = (tx: Tx, partnerId: string, transferId: string) =>
  tx
    .selectFrom('payout')
    .select(['step', 'attempt', 'kind', 'status', 'currency', 'scale', 'amount', 'reference'])
    .select(['uetr', 'created_at', 'payee_outcome', 'payee_release', 'payee_check'])
    .select('payee_checked_at')
    .where((eb) => eb.and({ partner_id: partnerId, transfer_id: transferId }))
    .orderBy('created_at')
    .orderBy('attempt')
    .execute()

export const findAudit = (tx: Tx, partnerId: string, objectId: string) =>
  tx
    .selectFrom('audit')
    .select(['action', 'actor_type', 'actor_id', 'reason', 'request_id', 'created_at'])
    .where((eb) => eb.and({ partner_id: partnerId, object_id: objectId }))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
