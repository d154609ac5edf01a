import { kycStates, statesWhere, shownStatus } from '@corridor/domain'
import type { InputOf, kyc } from '@corridor/contract'
import { sql } from 'kysely'
import { rowsOfPage, type SortKey } from '../../../db/keyset.ts'
import { type Page } from '../../../api/request/paging.ts'
import type { Tx } from '../../../db/open.ts'
import { countOf } from '../../../db/owned-table.ts'

export type QueueFilter = Pick<
  InputOf<typeof kyc.queue>['query'],
  'kycStatus' | 'waitingOn' | 'assignedTo' | 'type'
>

/** Verifications that may still need an action. */
const underWay = statesWhere(kycStates, ({ isQueued }) => isQueued).map(shownStatus)

const sorts: Record<string, SortKey> = {
  waitingSince: { expression: sql`f.waiting_since`, type: 'timestamptz' },
}

export function listQueue(tx: Tx, partnerId: string, filter: QueueFilter, page: Page) {
  const query = filtered(tx, partnerId, filter)
    .select([
      'f.entity_id as id',
      'e.type',
      'e.first_name',
      'e.last_name',
      'e.business_name',
      'e.permanent_address',
      'e.kyc_status',
      'f.reasons',
      'f.submitted_at',
      'f.waiting_since',
      'f.waiting_on',
      'f.assigned_to',
    ])
    .select(
      sql<number>`(select count(*)::int from record_note n
        where n.partner_id = f.partner_id and n.subject_kind = 'kyc'
          and n.subject_id = f.entity_id)`.as('notes'),
    )
  return rowsOfPage(query, page, sorts, sql`f.entity_id`)
}

export const countQueue = (tx: Tx, partnerId: string, filter: QueueFilter) =>
  countOf(filtered(tx, partnerId, filter))

function filtered(
  tx: Tx,
  partnerId: string,
  { kycStatus, waitingOn, assignedTo, type }: QueueFilter,
) {
  let query = tx
    .selectFrom('kyc_file as f')
    .innerJoin('entity as e', (join) =>
      join.onRef('e.partner_id', '=', 'f.partner_id').onRef('e.id', '=', 'f.entity_id'),
    )
    .where('f.partner_id', '=', partnerId)
  query = kycStatus
    ? query.where('e.kyc_status', '=', kycStatus)
    : query.where('e.kyc_status', 'in', underWay)
  if (waitingOn) query = query.where('f.waiting_on', '=', waitingOn)
  if (assignedTo !== undefined) query = query.where('f.assigned_to', '=', assignedTo)
  if (type) query = query.where('e.type', '=', type)
  return query
}
