import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { batchedRead } from '../../../db/batch.ts'
import type { KycRecord } from './store.ts'

/**
 * Who is approved now, and in which jurisdiction: (partner_id, entity_id, jurisdiction_id). Proofs
 * that have run out do not count, even before the sweeper has seen it.
 */
export const approvals = sql`(
  select c.partner_id, c.entity_id, c.jurisdiction_id
  from kyc_capability c
  left join kyc_file k on k.partner_id = c.partner_id and k.entity_id = c.entity_id
  where c.status = 'APPROVED' and (k.expires_at is null or k.expires_at > service_now()))`

/** The same of a customer that was read: whether its proofs have run out. */
export const isExpired = ({ file, at }: Pick<KycRecord, 'file' | 'at'>): boolean =>
  file?.expires_at ? file.expires_at <= at : false

type Capability = { partnerId: string; entityUuid: string; jurisdictionId: string }
const keyOf = (one: Capability) => `${one.partnerId}/${one.entityUuid}/${one.jurisdictionId}`

export const isApproved = batchedRead<Capability, boolean>(keyOf, async (tx, asked) => {
  const of = (name: keyof Capability) => asked.map((one) => one[name])
  const { rows } = await sql<Capability>`
    select a.partner_id as "partnerId", a.entity_id as "entityUuid",
      a.jurisdiction_id as "jurisdictionId"
    from unnest(${of('partnerId')}::uuid[], ${of('entityUuid')}::uuid[],
      ${of('jurisdictionId')}::text[]) as g (partner, entity, place)
    join ${approvals} a on a.partner_id = g.partner and a.entity_id = g.entity
      and a.jurisdiction_id = g.place`.execute(tx)
  const found = new Set(rows.map(keyOf))
  return asked.map((one) => found.has(keyOf(one)))
})

/** Whether a customer was approved anywhere: from then on its names and registration stay. */
export async function isVerified(tx: Tx, partnerId: string, entityUuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('kyc_capability')
    .select('status')
    .where('partner_id', '=', partnerId)
    .where('entity_id', '=', entityUuid)
    .where('status', 'in', ['APPROVED', 'PAUSED'])
    .executeTakeFirst()
  return row !== undefined
}

/** Jurisdictions in which a customer is under review. */
export async function underReview(tx: Tx, partnerId: string, entityId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('kyc_capability')
    .select('jurisdiction_id')
    .where('partner_id', '=', partnerId)
    .where('entity_id', '=', entityId)
    .where('status', 'in', ['SUBMITTED', 'UNDER_REVIEW'])
    .execute()
  return rows.map((row) => row.jurisdiction_id)
}
