import { compareCustomer, UnreadableNumber } from '../../../records/persons/compare.ts'
import { compareAgain, personOf, undecidedSure } from '../../../records/persons/store.ts'
import { restartSweep } from '../../screening/sweep.ts'
import { isApproved, isVerified, underReview } from './approvals-store.ts'
import { evaluate, formatId, kycStates, requirementsFor } from '@corridor/domain'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { settleMissing } from './missing-store.ts'
import { type KycDeps, missingOf, openCase, progressIn } from './progress.ts'
import { type KycRecord, readRecord } from './store.ts'
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
  const item = openCase(deps, record)
  const jurisdiction = item.jurisdictions.find(({ id }) => id === jurisdictionId)
  return jurisdiction ? progressIn(item, jurisdiction).missing : []
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

/** What changed of an approved customer is looked up as for a new list: what was compared is gone. */
export async function sweepAgain(
  tx: Tx,
  { partner_id: partnerId, id: entityId }: Pick<EntityRow, 'partner_id' | 'id'>,
): Promise<void> {
  if (await isVerified(tx, partnerId, entityId)) await restartSweep(tx, 'kyc')
}

/**
 * Lays a customer before the lists once more whose name, or whose people, changed while it is under
 * review or approved: what was compared were the old ones. The caller holds its row.
 */
export async function screenAgain(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  entity: Pick<EntityRow, 'partner_id' | 'id'>,
): Promise<void> {
  const { partner_id: partnerId, id: entityId } = entity
  await sweepAgain(tx, entity)
  const open = await underReview(tx, partnerId, entityId)
  if (open.length === 0) return
  await insertSubmission(tx, {
    partner_id: partnerId,
    id: ids.uuid(),
    entity_id: entityId,
    jurisdiction_ids: open,
    status: 'SUBMITTED',
    ...noFee,
  })
}

/** Which other customers of the same person are paused, offboarded or rejected for good. */
export async function heldOthers(tx: Tx, { entity }: Pick<KycRecord, 'entity'>) {
  const of = { partnerId: entity.partner_id, entityId: entity.id }
  const others = (await personOf(tx, of)).filter((id) => id !== entity.id)
  const records = await Promise.all(others.map((id) => readRecord(tx, { ...of, entityId: id })))
  const text =
    'Another record of this person is paused, offboarded or rejected for good: decide about it first.'
  return records.flatMap((record) =>
    record?.capabilities.some(({ status }) => kycStates[status].isHeld)
      ? [detail('person', 'POLICY_BLOCKED', text, { entityId: formatId('ent', record.entity.id) })]
      : [],
  )
}

/**
 * Where that holds an approval: which customers this one is surely one with, undecided. The caller
 * holds the partner's likenesses before the customer.
 */
export async function undecidedLikeness(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'kek'>,
  { entity }: Pick<KycRecord, 'entity'>,
) {
  if (deps.config.LIKENESS_HOLDS === 'off') return []
  const of = { partnerId: entity.partner_id, entityId: entity.id }
  try {
    await compareCustomer(tx, deps, of)
  } catch (error) {
    if (!(error instanceof UnreadableNumber)) throw error
    // It stays due, for when its document is there anew.
    await compareAgain(tx, entity)
    return [detail('documents', 'POLICY_BLOCKED', error.message)]
  }
  const text =
    'The customer is surely the same as this one: decide whether they are one person first.'
  return (await undecidedSure(tx, of)).map((id) =>
    detail('likenesses', 'POLICY_BLOCKED', text, { entityId: formatId('ent', id) }),
  )
}
