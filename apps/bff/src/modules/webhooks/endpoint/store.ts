import { type Selectable, sql } from 'kysely'
import { rowsOf, countOf, type RowChange, versionedTable } from '../../../db/owned-table.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { waiting } from './state-lists.ts'

export type EndpointRow = Selectable<DB['webhook_endpoint']>
export type DeliveryRow = Selectable<DB['webhook_delivery']>

/** An endpoint of a partner by its UUID; the primary one without. */
export type EndpointRef = { partnerId: string; endpointId?: string | undefined }
/** What every statement about an endpoint or its rows names it by. */
export type EndpointKey = Pick<EndpointRow, 'partner_id' | 'id'>

const endpoints = versionedTable('webhook_endpoint')

export const findEndpoint = (tx: Tx, ref: EndpointRef) => live(tx, ref).executeTakeFirst()

/** Every change of an endpoint or its open deliveries locks its row. */
export const lockEndpoint = (tx: Tx, ref: EndpointRef): Promise<EndpointRow | undefined> =>
  live(tx, ref).forUpdate().executeTakeFirst()

function live(tx: Tx, { partnerId, endpointId }: EndpointRef) {
  const ofPartner = liveOf(tx, partnerId)
  return endpointId === undefined
    ? ofPartner.where('is_primary', '=', sql.lit(true))
    : ofPartner.where('id', '=', endpointId)
}

const liveOf = (tx: Tx, partnerId: string) =>
  rowsOf(tx, 'webhook_endpoint', { partner_id: partnerId }).where('deleted_at', 'is', null)

/** The primary one first, then by age. */
export const listEndpoints = (tx: Tx, partnerId: string): Promise<EndpointRow[]> =>
  liveOf(tx, partnerId).orderBy('is_primary', 'desc').orderBy('created_at').orderBy('id').execute()

/** Who adds one waits for who adds another, and then sees it. */
export async function lockAndListEndpoints(tx: Tx, partnerId: string): Promise<EndpointRow[]> {
  await liveOf(tx, partnerId).orderBy('id').forUpdate().execute()
  return listEndpoints(tx, partnerId)
}

/** The schedules of all, deleted ones too, by endpoint. */
export async function readPresets(tx: Tx, partnerId: string) {
  const rows = await tx
    .selectFrom('webhook_endpoint')
    .select(['id', 'retry_preset'])
    .where('partner_id', '=', partnerId)
    .execute()
  return new Map(rows.map((row) => [row.id, row.retry_preset]))
}

export type EndpointSettings = Pick<EndpointRow, 'url' | 'description' | 'events' | 'retry_preset'>

/** Nothing where another request has made a primary one meanwhile. */
export const insertEndpoint = (
  tx: Tx,
  row: EndpointSettings & EndpointKey & Pick<EndpointRow, 'is_primary' | 'status'>,
) => endpoints.insertIfNew(tx, row)

export type EndpointChange = RowChange<'webhook_endpoint'>

/** A change that the partner can see: it counts as a new version. */
export const changeEndpoint = endpoints.update

/** As many rows as one statement changes well within its time. */
export const sliceMax = 5_000

/**
 * An endpoint that is disabled sends nothing: open deliveries are skipped, and the first one's
 * sequence is returned. Beyond a slice it stays as it is, since nothing is claimed for a disabled
 * endpoint, and is sent when that is enabled again.
 */
export async function skipOpenDeliveries(tx: Tx, { partner_id, id }: EndpointKey) {
  const { rows } = await sql<{ first: number | null }>`
    select min(sequence) as first from webhook_delivery
    where partner_id = ${partner_id} and endpoint_id = ${id}
      and status in ${waiting}`.execute(tx)
  await sql`
    update webhook_delivery d
    set status = 'SKIPPED', reason = 'DISABLED', next_attempt_at = null
    from (
      select id from webhook_delivery
      where partner_id = ${partner_id} and endpoint_id = ${id}
        and status in ${waiting} limit ${sliceMax}
    ) as open
    where d.partner_id = ${partner_id} and d.id = open.id`.execute(tx)
  return rows[0]?.first ?? undefined
}

/** How many deliveries wait to be sent, at once or again. */
export const countOpen = (tx: Tx, { partner_id, id }: EndpointKey) =>
  countOf(
    rowsOf(tx, 'webhook_delivery', { partner_id, endpoint_id: id }).where(
      sql<boolean>`status in ${waiting}`,
    ),
  )

/** Open deliveries of endpoints that are deleted end; of all, or of one that was just deleted. */
export async function cancelOfDeleted(tx: Tx, of?: EndpointKey): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery d
    set status = 'CANCELLED', reason = 'ENDPOINT_DELETED', next_attempt_at = null,
      lease_until = null, claimed_by = null
    from (
      select o.partner_id, o.id from webhook_endpoint e, lateral (
        select d.partner_id, d.id from webhook_delivery d
        where d.partner_id = e.partner_id and d.endpoint_id = e.id
          and (d.status in ${waiting}
            or (d.status = 'IN_FLIGHT' and d.lease_until <= clock_timestamp()))
        limit ${sliceMax}
      ) as o
      where e.deleted_at is not null
        and (${of?.id ?? null}::uuid is null
          or (e.partner_id = ${of?.partner_id ?? null} and e.id = ${of?.id ?? null}))
      limit ${sliceMax}
    ) as open
    where d.partner_id = open.partner_id and d.id = open.id
      and (d.status <> 'IN_FLIGHT' or d.lease_until <= clock_timestamp())`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
