import type { RouteChange } from '@corridor/contract'
import { fail, formatId, ok, parseId, type Result } from '@corridor/domain'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../../../api/request/caller.ts'
import { keyset, type Page, pageOf, type SortKey } from '../../../api/request/paging.ts'
import type { Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { findRoute } from '../../../records/payin-routes/store.ts'

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`at`, type: 'timestamptz' },
}
type ChangeRow = Selectable<DB['payin_change']>
type Listed = { items: ChangeRow[]; pagination: ReturnType<typeof pageOf>['pagination'] }

/** What was done to a route, by whom and why. */
export async function listChanges(
  tx: Tx,
  { partnerId }: Caller,
  teleportId: string,
  page: Page,
): Promise<Result<Listed, Failure<'ROUTE_NOT_FOUND'>>> {
  const id = parseId('tele', teleportId)
  if (!id || !(await findRoute(tx, partnerId, id))) return fail({ code: 'ROUTE_NOT_FOUND' })
  const { sortKey, after, order, limit } = keyset(page, sorts)
  const rows = await tx
    .selectFrom('payin_change')
    .selectAll()
    .select(sortKey)
    .where('partner_id', '=', partnerId)
    .where('route_id', '=', id)
    .where(after)
    .orderBy(order)
    .limit(limit)
    .execute()
  return ok(pageOf(page, rows))
}

export const changeBody = (row: ChangeRow): z.output<typeof RouteChange> => ({
  kind: row.kind,
  destinationVersion: row.destination_version,
  previousExternalAccountId:
    row.previous_account_id === null ? '' : formatId('acc', row.previous_account_id),
  newExternalAccountId: formatId('acc', row.new_account_id),
  previousStatus: row.previous_status,
  routeStatus: row.status,
  reason: row.reason,
  actorType: row.actor_type,
  actorId: row.actor_id,
  at: row.at.toISOString(),
})
