import { evaluate, requirementsFor } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { togetherBy } from '../../../db/units.ts'
import type { Deps } from '../../../ports/deps.ts'
import { settleMissing } from './missing-store.ts'
import { type KycDeps, missingOf, openCase, progressIn } from './progress.ts'
import { readRecord } from './store.ts'
import { insertSubmission, noFee } from './submission-store.ts'
import { type EntityFacts, subjectOf } from './subject.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'

/** Whether a customer is approved in a jurisdiction now; proofs that have run out count at once. */
export const hasCapability = (
  tx: Tx,
  partnerId: string,
  entityUuid: string,
  jurisdictionId: string,
): Promise<boolean> => isApproved(tx, { partnerId, entityUuid, jurisdictionId })

type Capability = { partnerId: string; entityUuid: string; jurisdictionId: string }
const keyOf = (one: Capability) => `${one.partnerId}/${one.entityUuid}/${one.jurisdictionId}`

const isApproved = togetherBy<Capability, boolean>(keyOf, async (tx, asked) => {
  const of = (name: keyof Capability) => asked.map((one) => one[name])
  const { rows } = await sql<Capability>`
    with clock as materialized (select service_now() as at)
    select c.partner_id as "partnerId", c.entity_id as "entityUuid",
      c.jurisdiction_id as "jurisdictionId"
    from clock cross join unnest(${of('partnerId')}::uuid[], ${of('entityUuid')}::uuid[],
      ${of('jurisdictionId')}::text[]) as g (partner, entity, place)
    join lateral approved_at(clock.at) c on c.partner_id = g.partner and c.entity_id = g.entity
      and c.jurisdiction_id = g.place`.execute(tx)
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

/** Keys that a customer lacks in a jurisdiction; none where it is approved or was turned away. */
export async function missingFor(
  tx: Tx,
  deps: KycDeps,
  entityRow: Pick<EntityRow, 'partner_id' | 'id'>,
  jurisdictionId: string,
): Promise<string[]> {
  const of = { partnerId: entityRow.partner_id, entityId: entityRow.id }
  const record = await readRecord(tx, of)
  if (!record) return []
  const one = openCase(deps, record)
  const jurisdiction = one.jurisdictions.find(({ id }) => id === jurisdictionId)
  return jurisdiction ? progressIn(one, jurisdiction).missing : []
}

/** What a customer lacks that was just created: for `entity.kyc_missing`. */
export function initialMissing(entity: EntityFacts): string[] {
  const subject = subjectOf(entity)
  const asked = requirementsFor(subject, [], 'STANDARD')
  return evaluate(asked, { values: subject.known, documents: [], consents: [] }).missing
}

/** Counts anew what a customer lacks, after a change of its record; the caller holds its row. */
export async function refreshMissing(
  tx: Tx,
  deps: KycDeps,
  { partner_id: partnerId, id: entityId }: Pick<EntityRow, 'partner_id' | 'id'>,
): Promise<void> {
  const record = await readRecord(tx, { partnerId, entityId })
  if (record) await settleMissing(tx, record, missingOf(openCase(deps, record)))
}

/**
 * Lays a customer before the lists once more whose name, or whose people, changed while it is under
 * review: what was compared were the old ones. The caller holds its row.
 */
export async function screenAgain(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  { partner_id: partnerId, id: entityId }: Pick<EntityRow, 'partner_id' | 'id'>,
): Promise<void> {
  const open = await tx
    .selectFrom('kyc_capability')
    .select('jurisdiction_id')
    .where('partner_id', '=', partnerId)
    .where('entity_id', '=', entityId)
    .where('status', 'in', ['SUBMITTED', 'UNDER_REVIEW'])
    .execute()
  if (open.length === 0) return
  await insertSubmission(tx, {
    partner_id: partnerId,
    id: ids.uuid(),
    entity_id: entityId,
    jurisdiction_ids: open.map((one) => one.jurisdiction_id),
    status: 'SUBMITTED',
    ...noFee,
  })
}
