import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Page } from '../../api/request/paging.ts'
import { rowsOfPage, type SortKey } from '../../db/keyset.ts'
import { now, type Tx } from '../../db/open.ts'
import { rowsOf, ownedTable } from '../../db/owned-table.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { RouteRow } from '../../db/schema/rows.ts'

export type RouteStatus = RouteRow['status']
type NewRoute = Pick<
  Insertable<DB['payin_route']>,
  'partner_id' | 'id' | 'funding_account_id' | 'external_account_id'
>
type RouteChange = Pick<
  Updateable<DB['payin_route']>,
  'status' | 'reason' | 'external_account_id' | 'destination_version'
>

const routes = ownedTable('payin_route')
export const { find: findRoute, lock: lockRoute } = routes

/** All routes of a funding account, an active one first, then the newest. */
export const routesOfFunding = (tx: Tx, partnerId: string, fundingAccountId: string) =>
  routes
    .of(tx, partnerId)
    .where('funding_account_id', '=', fundingAccountId)
    .orderBy('status')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The route that leads from here to there now, as of the last commit; none to a deleted account. */
export const findSame = (
  tx: Tx,
  partnerId: string,
  { fundingId, accountId }: { fundingId: string; accountId: string },
): Promise<RouteRow | undefined> =>
  tx
    .selectFrom('payin_route as r')
    .innerJoin('external_account as a', (join) =>
      join.onRef('a.partner_id', '=', 'r.partner_id').onRef('a.id', '=', 'r.external_account_id'),
    )
    .selectAll('r')
    .where('r.partner_id', '=', partnerId)
    .where('r.funding_account_id', '=', fundingId)
    .where('r.external_account_id', '=', accountId)
    .where('a.status', '<>', 'DELETED')
    .orderBy('r.status')
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Inserts an active route with its first destination, valid from now on. */
export async function insertRoute(tx: Tx, route: NewRoute): Promise<RouteRow> {
  const at = await now(tx)
  const row = await tx
    .insertInto('payin_route')
    .values({
      ...route,
      destination_version: 1,
      status: 'active',
      reason: '',
      created_at: at,
      updated_at: at,
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertDestination(tx, row)
  return row
}

/** Writes a new state of a locked route; the time is read now that it is locked. */
export async function updateRoute(
  tx: Tx,
  row: Pick<RouteRow, 'partner_id' | 'id'>,
  change: RouteChange,
): Promise<RouteRow> {
  const changed = await tx
    .updateTable('payin_route')
    .set({ ...change, updated_at: await now(tx), version: sql<number>`version + 1` })
    .where((eb) => eb.and({ partner_id: row.partner_id, id: row.id }))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (change.destination_version !== undefined) await insertDestination(tx, changed)
  return changed
}

/** Whatever is received from `updated_at` on goes to the destination that the row names. */
const insertDestination = (tx: Tx, row: RouteRow) =>
  tx
    .insertInto('payin_destination')
    .values({
      partner_id: row.partner_id,
      route_id: row.id,
      version: row.destination_version,
      external_account_id: row.external_account_id,
      valid_from: afterNow(row),
    })
    .execute()

/**
 * Times are kept to the millisecond, rounded down. A deposit of this very one may have been taken
 * before the change, so the change begins with the next.
 */
const afterNow = ({ updated_at }: RouteRow) => new Date(updated_at.getTime() + 1)

export const insertChange = (tx: Tx, change: Insertable<DB['payin_change']>) =>
  tx.insertInto('payin_change').values(change).execute()

/** Holds these customers' verification as it is, in the order of their ids. */
export const holdEntities = (tx: Tx, partnerId: string, ids: readonly string[]) =>
  rowsOf(tx, 'entity', { partner_id: partnerId })
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forShare()
    .execute()

const accountOf = (tx: Tx, partnerId: string, id: string) =>
  rowsOf(tx, 'external_account', { partner_id: partnerId, id })

/** An account in whatever state, a deleted one as well. */
export const findAnyAccount = (tx: Tx, partnerId: string, id: string) =>
  accountOf(tx, partnerId, id).executeTakeFirst()

/** The same, as it stays until the transaction ends. */
export const holdAccount = (tx: Tx, partnerId: string, id: string) =>
  accountOf(tx, partnerId, id).forKeyShare().executeTakeFirst()

export type ChangeRow = Selectable<DB['payin_change']>

const changeSorts: Record<string, SortKey> = {
  createdAt: { expression: sql`at`, type: 'timestamptz' },
}

/** What was done to a route. */
export const pageOfChanges = (tx: Tx, partnerId: string, routeId: string, page: Page) =>
  rowsOfPage(
    rowsOf(tx, 'payin_change', { partner_id: partnerId, route_id: routeId }),
    page,
    changeSorts,
  )

/** Who made a route, as its history has it. */
export const makerOf = (tx: Tx, partnerId: string, routeId: string) =>
  tx
    .selectFrom('payin_change')
    .select(['actor_type', 'actor_id'])
    .where((eb) => eb.and({ partner_id: partnerId, route_id: routeId, kind: 'created' }))
    .executeTakeFirstOrThrow()
