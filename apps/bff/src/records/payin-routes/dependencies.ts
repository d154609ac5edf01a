import type { RouteReason } from '@corridor/domain'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { AuditedBy } from '../audit/audit.ts'
import { teleportIdOf } from './record.ts'
import { lockRoute } from './store.ts'
import { transition } from './transition.ts'

export type ForcedReason = Extract<
  RouteReason,
  'DESTINATION_DISABLED' | 'FUNDING_DEACTIVATED' | 'COMPLIANCE_HOLD'
>

/** What a route depends on, by the uuid of its record. */
export type Dependency =
  | { externalAccountId: string }
  | { fundingAccountId: string }
  /** A customer whose verification there ended; it may own either end. */
  | { entityId: string; jurisdictionIds: readonly string[] }

/**
 * Switches off the active routes that depend on something which may not be used any more, in the
 * transaction that takes it out of use. Gives their written ids.
 */
export async function forceInactive(tx: Tx, by: AuditedBy, on: Dependency, reason: ForcedReason) {
  const forced: string[] = []
  for (const { id } of await find(tx, by.partnerId, on, sql`r.status = 'active'`)) {
    const row = await lockRoute(tx, by.partnerId, id)
    // Between finding and locking it may have got another destination, or switched off.
    if (row?.status !== 'active' || !stillDepends(row, on)) continue
    const moved = await transition(tx, by, row, { event: 'force', reason, given: '' })
    if (moved.ok) forced.push(teleportIdOf(row))
  }
  return forced
}

const stillDepends = (row: { external_account_id: string }, on: Dependency): boolean =>
  !('externalAccountId' in on) || on.externalAccountId === row.external_account_id

/** Written ids of the active routes that depend on it. */
export async function activeRoutesOn(tx: Tx, partnerId: string, on: Dependency): Promise<string[]> {
  return idsOf(await find(tx, partnerId, on, sql`r.status = 'active'`))
}

/** Written ids of all routes that forward to an account, or from one. */
export async function routesOn(tx: Tx, partnerId: string, on: Dependency): Promise<string[]> {
  return idsOf(await find(tx, partnerId, on, sql`true`))
}

/** Written ids of the routes that were switched off for this reason and may be switched on again. */
export async function routesToPropose(
  tx: Tx,
  partnerId: string,
  on: Dependency,
  reason: ForcedReason,
): Promise<string[]> {
  return idsOf(await find(tx, partnerId, on, sql`r.status = 'inactive' and r.reason = ${reason}`))
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(teleportIdOf)

/** In the order of their ids, so that those who lock them do not deadlock. */
async function find(tx: Tx, partnerId: string, on: Dependency, state: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string }>`
    select r.id from payin_route r where r.partner_id = ${partnerId} and ${state} and ${dependsOn(partnerId, on)}
    order by r.id`.execute(tx)
  return rows
}

function dependsOn(partnerId: string, on: Dependency): RawBuilder<unknown> {
  if ('externalAccountId' in on) return sql`r.external_account_id = ${on.externalAccountId}`
  if ('fundingAccountId' in on) return sql`r.funding_account_id = ${on.fundingAccountId}`
  const places = [...on.jurisdictionIds]
  const { entityId } = on
  // Arrays, so that each side is found by its own index.
  return sql`(r.funding_account_id = any(array(select f.id from funding_account f
      where f.partner_id = ${partnerId} and f.entity_id = ${entityId}
        and f.jurisdiction_id = any(${places})))
    or r.external_account_id = any(array(select a.id from external_account a
      where a.partner_id = ${partnerId} and a.entity_id = ${entityId}
        and a.jurisdiction_id = any(${places}))))`
}
