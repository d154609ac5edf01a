import { fail, isForced, ok, parseId, type Result, routeStates, statesOf } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure, versionConflict } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { holdEnds, type Named, type NotFound } from './ends.ts'
import { record, teleportIdOf } from '../../../records/payin-routes/record.ts'
import { checkEnds, type Ends, lockCauses } from './rules.ts'
import * as store from '../../../records/payin-routes/store.ts'
import { transition } from '../../../records/payin-routes/transition.ts'
import type { RouteRow } from '../../../db/schema/rows.ts'

type RouteNotFound = Failure<'ROUTE_NOT_FOUND'>

export type Updated = { row: RouteRow; previousAccountId: string }
export type Toggled = { row: RouteRow; previous: store.RouteStatus }
type Locked = { row: RouteRow; ends: Ends }
type UpdateOrder = { teleportId: string; externalAccountId: string; reason: string }
type ToggleOrder = {
  teleportId: string
  routeStatus?: store.RouteStatus | undefined
  reason: string
}

/** Routes of a partner: making one, sending it elsewhere, switching it. */
export function createRouteService(deps: Deps) {
  return { create, update, toggle }

  /** Makes a route, or finds the one that does the same; that one stays as it is. */
  async function create(
    tx: Tx,
    caller: Caller,
    body: { fundingAccountId: string; externalAccountId: string },
  ) {
    const { partnerId } = caller
    const fundingId = parseId('fund', body.fundingAccountId)
    const accountId = parseId('acc', body.externalAccountId)
    // A repeat does not wait.
    const there =
      fundingId && accountId && (await store.findSame(tx, partnerId, { fundingId, accountId }))
    if (there) return ok({ row: there, isNew: false })
    const held = await holdEnds(tx, partnerId, { fundingId, accountId })
    if (!held.ok) return held
    const ends = held.value
    const others = await store.routesOfFunding(tx, partnerId, ends.funding.id)
    const same = others.find(({ external_account_id: id }) => id === ends.account.id)
    if (same) return ok({ row: same, isNew: false })
    const active = others.find(({ status }) => status === 'active')
    if (active) return fail(alreadyRouted('fundingAccountId', active))
    const allowed = await checkEnds(tx, deps, ends)
    if (!allowed.ok) return allowed

    const row = await store.insertRoute(tx, {
      partner_id: partnerId,
      id: deps.ids.uuid(),
      funding_account_id: ends.funding.id,
      external_account_id: ends.account.id,
    })
    await record(tx, caller, row, { kind: 'created', reason: '' })
    return ok({ row, isNew: true })
  }

  /** Sends what is received from now on to another account; what was received before stays. */
  async function update(
    tx: Tx,
    caller: Caller,
    { teleportId, externalAccountId, reason }: UpdateOrder,
  ) {
    const id = parseId('tele', teleportId)
    const locked = await lock(tx, caller, id, { accountId: parseId('acc', externalAccountId) })
    if (!locked.ok) return locked
    const { row, ends } = locked.value
    const conflict = versionConflict(caller, row)
    if (conflict) return fail(conflict)
    if (row.external_account_id === ends.account.id)
      return ok({ row, previousAccountId: row.external_account_id })
    const allowed = await checkEnds(tx, deps, ends)
    if (!allowed.ok) return allowed

    const changed = await store.updateRoute(tx, row, {
      external_account_id: ends.account.id,
      destination_version: row.destination_version + 1,
      // What had switched it off is behind it; it waits to be switched on.
      ...(row.reason === 'DESTINATION_DISABLED' ? { reason: 'PENDING_ACTIVATION' } : {}),
    })
    await record(tx, caller, changed, { kind: 'destination', before: row, reason })
    return ok({ row: changed, previousAccountId: row.external_account_id })
  }

  /** Switches a route to a status, or to the other one where none is named. */
  async function toggle(
    tx: Tx,
    caller: Caller,
    { teleportId, routeStatus, reason: given }: ToggleOrder,
  ) {
    if (routeStatus === undefined && caller.idempotencyKey === undefined) return fail(blindFlip)
    const locked = await lock(tx, caller, parseId('tele', teleportId))
    if (!locked.ok) return locked
    const { row, ends } = locked.value
    const conflict = versionConflict(caller, row)
    if (conflict) return fail(conflict)
    const wanted = routeStatus ?? (row.status === 'active' ? 'inactive' : 'active')
    if (wanted === row.status) return ok({ row, previous: row.status })
    const free = wanted === 'active' ? await checkFree(tx, row, ends) : ok(undefined)
    if (!free.ok) return free
    const moved = await transition(tx, caller, row, {
      event: wanted === 'active' ? 'activate' : 'deactivate',
      reason: wanted === 'active' ? '' : 'BY_PARTNER',
      given,
    })
    if (!moved.ok) throw new Error(`a route that is ${row.status} cannot become ${wanted}`)
    return ok({ row: moved.value, previous: row.status })
  }

  async function checkFree(tx: Tx, row: RouteRow, ends: Ends) {
    const causes = await lockCauses(tx, deps, ends)
    if (causes.length > 0) return fail(routeLocked(row, causes))
    const others = await store.routesOfFunding(tx, row.partner_id, row.funding_account_id)
    const active = others.find(({ id, status }) => status === 'active' && id !== row.id)
    return active ? fail(alreadyRouted('teleportId', active)) : ok(undefined)
  }

  /** A route with its ends, all held; `to` names another account than its destination. */
  async function lock(
    tx: Tx,
    caller: Caller,
    id: string | undefined,
    to: { accountId: string | undefined },
  ): Promise<Result<Locked, RouteNotFound | NotFound>>
  async function lock(
    tx: Tx,
    caller: Caller,
    id: string | undefined,
  ): Promise<Result<Locked, RouteNotFound>>
  async function lock(
    tx: Tx,
    caller: Caller,
    id: string | undefined,
    to?: { accountId: string | undefined },
  ) {
    const { partnerId } = caller
    const found = id === undefined ? undefined : await store.findRoute(tx, partnerId, id)
    if (!found) return fail({ code: 'ROUTE_NOT_FOUND' })
    const named: Named = {
      fundingId: found.funding_account_id,
      accountId: to ? to.accountId : found.external_account_id,
      isOwn: !to,
    }
    const held = await holdEnds(tx, partnerId, named)
    if (!held.ok) return held
    const row = await store.lockRoute(tx, partnerId, found.id)
    if (!row) throw new Error(`the route ${found.id} is gone`)
    // It was sent elsewhere while we waited: what is held is not its destination any more.
    if (!to && row.external_account_id !== found.external_account_id) return lock(tx, caller, id)
    return ok({ row, ends: held.value })
  }
}

const blindFlip: Failure<'FIELD_REQUIRED'> = {
  code: 'FIELD_REQUIRED',
  details: [
    detail(
      'routeStatus',
      'FIELD_REQUIRED',
      'Name the status, or send an Idempotency-Key: a repeated flip would undo itself.',
      { allowed: statesOf(routeStates) },
    ),
  ],
}

function alreadyRouted(path: 'fundingAccountId' | 'teleportId', active: RouteRow) {
  const existingId = teleportIdOf(active)
  const text =
    path === 'fundingAccountId'
      ? `The route ${existingId} forwards from this account. Change its destination by update.`
      : `The route ${existingId} forwards from the same account. Switch that one off first.`
  const more = { existingId }
  return {
    code: 'FUNDING_ACCOUNT_ALREADY_ROUTED' as const,
    details: [detail(path, 'FUNDING_ACCOUNT_ALREADY_ROUTED', text, more)],
  }
}

/** Each lasting cause (operations.md 11.5), with what is wrong at which end. */
function routeLocked(row: RouteRow, causes: Awaited<ReturnType<typeof lockCauses>>) {
  const recorded = isForced(row.reason) ? { statusReason: row.reason } : {}
  return {
    code: 'ROUTE_LOCKED' as const,
    details: causes.flatMap(({ reason, details }) =>
      details.map(({ path, message, code, ...facts }) =>
        detail(path, 'ROUTE_LOCKED', message, { ...facts, reason, cause: code, ...recorded }),
      ),
    ),
  }
}
