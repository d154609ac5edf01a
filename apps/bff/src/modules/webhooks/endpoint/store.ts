import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'

export type EndpointRow = Selectable<DB['webhook_endpoint']>
export type DeliveryRow = Selectable<DB['webhook_delivery']>

export const findEndpoint = (tx: Tx, partnerId: string): Promise<EndpointRow | undefined> =>
  tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()

/** Every change of an endpoint or its open deliveries locks its row. */
export const lockEndpoint = (tx: Tx, partnerId: string): Promise<EndpointRow | undefined> =>
  tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .forUpdate()
    .executeTakeFirst()

export type EndpointSettings = Pick<EndpointRow, 'url' | 'description' | 'events' | 'retry_preset'>

/** Nothing where another request has registered one meanwhile. */
export const insertEndpoint = (
  tx: Tx,
  {
    partnerId,
    status,
    ...settings
  }: EndpointSettings & { partnerId: string; status: EndpointRow['status'] },
): Promise<EndpointRow | undefined> =>
  tx
    .insertInto('webhook_endpoint')
    .values({
      partner_id: partnerId,
      ...settings,
      status,
      version: 1,
      created_at: sql<Date>`service_now()`,
      updated_at: sql<Date>`service_now()`,
    })
    .onConflict((conflict) => conflict.column('partner_id').doNothing())
    .returningAll()
    .executeTakeFirst()

export type EndpointChange = Partial<
  Pick<
    EndpointRow,
    | 'url'
    | 'description'
    | 'events'
    | 'retry_preset'
    | 'status'
    | 'status_reason'
    | 'failing_since'
    | 'straight_failures'
    | 'held_until'
    | 'skipped_from'
  >
>

/** A change that the partner can see: it counts as a new version. */
export const changeEndpoint = (
  tx: Tx,
  { partner_id }: Pick<EndpointRow, 'partner_id'>,
  change: EndpointChange,
): Promise<EndpointRow> =>
  tx
    .updateTable('webhook_endpoint')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<Date>`service_now()` })
    .where('partner_id', '=', partner_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** As many rows as one statement changes well within its time. */
export const sliceMax = 5_000

/**
 * An endpoint that is disabled sends nothing: open deliveries are skipped, and the first one's
 * sequence is returned. Beyond a slice it stays as it is, since nothing is claimed for a disabled
 * endpoint, and is sent when that is enabled again.
 */
export async function skipOpenDeliveries(
  tx: Tx,
  { partner_id }: Pick<EndpointRow, 'partner_id'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ first: number | null }>`
    select min(sequence) as first from webhook_delivery
    where partner_id = ${partner_id} and status in ('PENDING', 'RETRYING')`.execute(tx)
  await sql`
    update webhook_delivery d
    set status = 'SKIPPED', reason = 'DISABLED', next_attempt_at = null
    from (
      select id from webhook_delivery
      where partner_id = ${partner_id} and status in ('PENDING', 'RETRYING') limit ${sliceMax}
    ) as open
    where d.partner_id = ${partner_id} and d.id = open.id`.execute(tx)
  return rows[0]?.first ?? undefined
}

/** How many deliveries wait to be sent, at once or again. */
export async function countOpen(
  tx: Tx,
  { partner_id }: Pick<EndpointRow, 'partner_id'>,
): Promise<number> {
  const { count } = await tx
    .selectFrom('webhook_delivery')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('partner_id', '=', partner_id)
    .where('status', 'in', ['PENDING', 'RETRYING'])
    .executeTakeFirstOrThrow()
  return count
}
