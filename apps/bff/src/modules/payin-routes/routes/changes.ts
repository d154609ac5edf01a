import type { RouteChange } from '@corridor/contract'
import { fail, formatId, ok, parseId } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf } from '../../../api/request/paging.ts'
import type { Tx } from '../../../db/open.ts'
import { actorNames, type NameOfActor } from '../../../records/audit/actor-names-store.ts'
import { type ChangeRow, findRoute, pageOfChanges } from '../../../records/payin-routes/store.ts'

type Body = z.output<typeof RouteChange>

/** What was done to a route, by whom and why. */
export async function listChanges(tx: Tx, { partnerId }: Caller, teleportId: string, page: Page) {
  const id = parseId('tele', teleportId)
  if (!id || !(await findRoute(tx, partnerId, id))) return fail({ code: 'ROUTE_NOT_FOUND' })
  const { items, pagination } = pageOf(page, await pageOfChanges(tx, partnerId, id, page))
  const actors = items.map(({ actor_id }) => actor_id)
  const nameOf = await actorNames(tx, partnerId, actors)
  return ok({ items: items.map((row) => changeBody(row, nameOf)), pagination })
}

const changeBody = (row: ChangeRow, nameOf: NameOfActor): Body => ({
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
  actorName: nameOf(row.actor_id),
  at: row.at.toISOString(),
})
