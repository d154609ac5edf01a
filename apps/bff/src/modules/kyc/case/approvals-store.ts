import { kycStates, statesWhere } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { batchedRead } from '../../../db/batch.ts'
import type { KycRecord } from './store.ts'

/** Whether the proofs of a customer that was read have run out; the function `approved_at` has the rule for SQL. */
export const isExpired = ({ file, at }: Pick<KycRecord, 'file' | 'at'>): boolean =>
  file?.expires_at ? file.expires_at <= at : false

type Capability = { partnerId: string; entityUuid: string; jurisdictionId: string }
const keyOf = (capability: Capability) =>
  `${capability.partnerId}/${capability.entityUuid}/${capability.jurisdictionId}`

export const isApproved = batchedRead<Capability, boolean>(keyOf, async (tx, asked) => {
  const of = (name: keyof Capability) => asked.map((item) => item[name])
  const { rows } = await sql<Capability>`
    with clock as materialized (select service_now() as at)
    select c.partner_id as "partnerId", c.entity_id as "entityUuid",
      c.jurisdiction_id as "jurisdictionId"
    from clock cross join unnest(${of('partnerId')}::uuid[], ${of('entityUuid')}::uuid[],
      ${of('jurisdictionId')}::text[]) as g (partner, entity, place)
    join lateral approved_at(clock.at) c on c.partner_id = g.partner and c.entity_id = g.entity
      and c.jurisdiction_id = g.place`.execute(tx)
  const found = new Set(rows.map(keyOf))
  return asked.map((item) => found.has(keyOf(item)))
})

/** Whether a customer was approved anywhere: from then on its names and registration stay. */
export async function isVerified(tx: Tx, partnerId: string, entityUuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('kyc_capability')
    .select('status')
    .where((eb) => eb.and({ partner_id: partnerId, entity_id: entityUuid }))
    .where(
      'status',
      'in',
      statesWhere(kycStates, ({ wasApproved }) => wasApproved),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Jurisdictions in which a customer is under review. */
export async function underReview(tx: Tx, partnerId: string, entityId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('kyc_capability')
    .select('jurisdiction_id')
    .where((eb) => eb.and({ partner_id: partnerId, entity_id: entityId }))
    .where(
      'status',
      'in',
      statesWhere(kycStates, ({ waitsFor }) => waitsFor === 'service'),
    )
    .execute()
  return rows.map((row) => row.jurisdiction_id)
}
