import { fail, ok, parseId, formatId } from '@corridor/domain'
import type { RouteChange } from '@corridor/contract'
import type { z } from 'zod'
import { uuidOf } from '../../../db/no-id.ts'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf } from '../../../api/request/paging.ts'
import type { Failure } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findFunding } from '../../accounts/funding/store.ts'
import { findEntity } from '../../entities/store.ts'
import { depositsOfRoute } from '../deposits/lists.ts'
import {
  countRoutes,
  findRecord,
  listRoutes,
  type RouteFilter,
  type RouteRecord,
} from './list-store.ts'
import { lockCauses } from './rules.ts'
import { actorNames, type NameOfActor } from '../../../records/audit/actor-names-store.ts'
import {
  findAnyAccount,
  makerOf,
  routesOfFunding,
  type ChangeRow,
  findRoute,
  pageOfChanges,
} from '../../../records/payin-routes/store.ts'
import { countInFlight, daysOf, lastDays, summariesOf } from './summary-store.ts'
import { itemBody, routeBody } from './view.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findRecord>>>
type RouteAction = 'activate' | 'deactivate' | 'update'

const daysShown = 30

/** Reading routes: lists with what came in lately, and one with what may be asked of it. */
export function createRouteReads(deps: Deps) {
  return { list, listOfEntity, read }

  async function list(tx: Tx, caller: Caller, query: RouteFilter, page: Page) {
    const filter = readFilter(query)
    const rows = await listRoutes(tx, caller.partnerId, filter, page)
    const total = page.after ? undefined : await countRoutes(tx, caller.partnerId, filter)
    const { items, pagination } = pageOf(page, rows, total)
    return { items: await bodiesOf(tx, caller, items), pagination }
  }

  /** The routes from a customer's funding accounts; `totalRoutes` counts those beyond the page. */
  async function listOfEntity(
    tx: Tx,
    caller: Caller,
    entityId: string,
    { status }: Pick<RouteFilter, 'status'>,
    page: Page,
  ) {
    const id = parseId('ent', entityId)
    if (!id || !(await findEntity(tx, caller.partnerId, id)))
      return fail<Failure<'ENTITY_NOT_FOUND'>>({ code: 'ENTITY_NOT_FOUND' })
    const filter = { status, entityId: id }
    const rows = await listRoutes(tx, caller.partnerId, filter, page)
    const totalRoutes = await countRoutes(tx, caller.partnerId, { entityId: id })
    const matching = status ? await countRoutes(tx, caller.partnerId, filter) : totalRoutes
    const { items, pagination } = pageOf(page, rows, page.after ? undefined : matching)
    return ok({ totalRoutes, routes: await bodiesOf(tx, caller, items), pagination })
  }

  /** One route with a page of its deposits. */
  async function read(tx: Tx, caller: Caller, teleportId: string, page: Page) {
    const { partnerId } = caller
    const id = parseId('tele', teleportId)
    const row = id && (await findRecord(tx, partnerId, id))
    if (!row) return fail<Failure<'ROUTE_NOT_FOUND'>>({ code: 'ROUTE_NOT_FOUND' })
    const listed = await depositsOfRoute(tx, deps, caller, { teleportId }, page)
    if (!listed.ok) return listed
    const { items: history, pagination } = listed.value
    const maker = await makerOf(tx, partnerId, row.id)
    const nameOf = await actorNames(tx, partnerId, [maker.actor_id])
    const route = routeBody(deps, row, {
      summary: (await summariesOf(tx, partnerId, [row.id])).get(row.id),
      inFlight: await countInFlight(tx, partnerId, row.id),
      history,
      allowedActions: await actionsOf(tx, row),
      createdBy: {
        actorType: maker.actor_type,
        actorId: maker.actor_id,
        actorName: nameOf(maker.actor_id),
      },
    })
    return ok({ route, pagination })
  }

  /** Three statements for a page, however many routes and deposits there are. */
  async function bodiesOf(tx: Tx, caller: Caller, rows: readonly RouteRecord[]) {
    const days = lastDays(await now(tx), daysShown)
    const ids = rows.map(({ id }) => id)
    const since = new Date(`${days[0]}T00:00:00Z`)
    const summaries = await summariesOf(tx, caller.partnerId, ids)
    const sums = await daysOf(tx, caller.partnerId, ids, since)
    return rows.map((row) => itemBody(deps, row, { summary: summaries.get(row.id), sums, days }))
  }

  /** What the service would take now; the same rules decide when it is asked. */
  async function actionsOf(tx: Tx, row: Found): Promise<RouteAction[]> {
    const update: RouteAction[] = row.funding_status === 'ACTIVE' ? ['update'] : []
    if (row.status === 'active') return ['deactivate', ...update]
    const { partner_id: partnerId } = row
    const others = await routesOfFunding(tx, partnerId, row.funding_account_id)
    if (others.some(({ status }) => status === 'active')) return update
    const funding = await findFunding(tx, partnerId, row.funding_account_id)
    const account = await findAnyAccount(tx, partnerId, row.external_account_id)
    const owner = await findEntity(tx, partnerId, row.owner_id)
    const recipient = await findEntity(tx, partnerId, row.recipient_id)
    if (!funding || !account || !owner || !recipient) throw new Error('an end of a route is gone')
    const causes = await lockCauses(tx, deps, { funding, account, owner, recipient })
    return causes.length > 0 ? update : ['activate', ...update]
  }
}

/** Unknown ids match nothing. */
function readFilter(query: RouteFilter): RouteFilter {
  const idOf = (prefix: 'ent' | 'fund' | 'acc', text: string | undefined) =>
    text === undefined ? undefined : uuidOf(prefix, text)
  return {
    status: query.status,
    entityId: idOf('ent', query.entityId),
    fundingAccountId: idOf('fund', query.fundingAccountId),
    externalAccountId: idOf('acc', query.externalAccountId),
    jurisdictionId: query.jurisdictionId,
    q: query.q,
  }
}

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
