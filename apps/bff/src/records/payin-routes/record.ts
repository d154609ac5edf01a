import { formatId } from '@corridor/domain'
import { v7 as uuidV7 } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import { type NewEvent, recordEvent } from '../events/outbox.ts'
import { insertChange } from './store.ts'
import type { RouteRow } from '../../db/schema/rows.ts'

export type RouteHistory = {
  kind: 'created' | 'destination' | 'status'
  /** The row before; nothing for a new route. */
  before?: RouteRow
  /** Set by whoever did it; '' leaves the route's own. */
  reason: string
  /** A dependency took it out of use: the partner is asked to look. */
  isForced?: boolean
}

export const teleportIdOf = ({ id }: Pick<RouteRow, 'id'>): string => formatId('tele', id)

/** History, events and audit entry of a route as it is now, in the transaction of its change. */
export async function record(tx: Tx, by: AuditedBy, row: RouteRow, what: RouteHistory) {
  const { kind, before, isForced = false } = what
  const reason = what.reason === '' ? row.reason : what.reason
  await insertChange(tx, {
    partner_id: row.partner_id,
    id: uuidV7(),
    route_id: row.id,
    kind,
    destination_version: row.destination_version,
    previous_account_id: before?.external_account_id ?? null,
    new_account_id: row.external_account_id,
    previous_status: before?.status ?? '',
    status: row.status,
    reason,
    actor_type: by.actor.type,
    actor_id: by.actor.id,
    at: row.updated_at,
  })
  const object = objectOf(row, before, reason)
  await recordEvent(tx, { ...kindAndStatus(kind, row), ...common(row), object })
  if (isForced) {
    const asks = { category: 'payin', type: 'action_required', status: row.status } as const
    const forced = { ...object, previousStatus: row.status }
    await recordEvent(tx, { ...asks, ...common(row), object: forced })
  }
  await recordAudit(tx, by, {
    action: `payin_route.${actionOf(kind, row)}`,
    object: { kind: 'payin_route', id: teleportIdOf(row) },
    ...(before ? { before: audited(before) } : {}),
    after: audited(row),
    ...(reason === '' ? {} : { reason }),
  })
}

/** Category, type and status of operations.md 12. */
function kindAndStatus(kind: RouteHistory['kind'], row: RouteRow) {
  const category = 'payin' as const
  if (kind === 'destination')
    return { category, type: 'updated', status: 'destination_changed' } as const
  const type = kind === 'created' ? 'created' : 'transitioned'
  return { category, type, status: row.status } as const
}

function actionOf(kind: RouteHistory['kind'], row: RouteRow): string {
  if (kind === 'created') return 'create'
  if (kind === 'destination') return 'update'
  return row.status === 'active' ? 'activate' : 'deactivate'
}

const common = (row: RouteRow): Pick<NewEvent, 'partnerId' | 'subject'> => ({
  partnerId: row.partner_id,
  subject: { kind: 'payin', id: teleportIdOf(row), version: row.version },
})

/** No execution is named, so the four standard members carry the route's own status (ADR 42). */
function objectOf(row: RouteRow, before: RouteRow | undefined, reason: string) {
  return {
    status: row.status,
    previousStatus: before?.status ?? '',
    teleportId: teleportIdOf(row),
    fundingAccountId: formatId('fund', row.funding_account_id),
    previousExternalAccountId: before ? formatId('acc', before.external_account_id) : '',
    newExternalAccountId: formatId('acc', row.external_account_id),
    destinationVersion: row.destination_version,
    reason,
    statusReason: row.reason,
  }
}

const audited = (row: RouteRow) => ({
  routeStatus: row.status,
  externalAccountId: formatId('acc', row.external_account_id),
  destinationVersion: row.destination_version,
})
