import type { KycEvent, KycState } from '@corridor/domain'
import { sql, type Updateable } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'

/** One change of one capability; `last` of those that it goes through at once. */
export type Step = {
  jurisdictionId: string
  event: KycEvent
  from: KycState
  to: KycState
  last: boolean
}

export async function writeCapabilities(
  tx: Tx,
  partnerId: string,
  entityId: string,
  steps: readonly Step[],
): Promise<void> {
  const last = steps.filter((step) => step.last)
  if (last.length === 0) return
  await tx
    .insertInto('kyc_capability')
    .values(
      last.map(({ jurisdictionId, to }) => ({
        partner_id: partnerId,
        entity_id: entityId,
        jurisdiction_id: jurisdictionId,
        status: to,
        updated_at: serviceNow,
        version: 1,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'entity_id', 'jurisdiction_id']).doUpdateSet({
        status: sql<KycState>`excluded.status`,
        updated_at: sql<Date>`excluded.updated_at`,
        version: sql<number>`kyc_capability.version + 1`,
      }),
    )
    .execute()
}

export async function writeHistory(
  tx: Tx,
  by: AuditedBy,
  entityId: string,
  steps: readonly Step[],
  reason: string,
): Promise<void> {
  if (steps.length === 0) return
  await tx
    .insertInto('kyc_transition')
    .values(
      steps.map(({ jurisdictionId, from, to }) => ({
        partner_id: by.partnerId,
        id: uuidV7(),
        entity_id: entityId,
        jurisdiction_id: jurisdictionId,
        from_status: from,
        to_status: to,
        actor: by.actor.type,
        actor_id: by.actor.id,
        reason,
        created_at: serviceNow,
      })),
    )
    .execute()
}

type Customer = Pick<EntityRow, 'partner_id' | 'id'>

/** Changes what a verification says of a customer; the customer's version goes up by one. */
export const updateCustomer = (
  tx: Tx,
  { partner_id, id }: Customer,
  change: Updateable<DB['entity']>,
): Promise<EntityRow> =>
  tx
    .updateTable('entity')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: serviceNow })
    .where((eb) => eb.and({ partner_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Who has to act next, and since now where that is new. */
export const setWaiting = (
  tx: Tx,
  { partner_id, id }: Customer,
  { waitingOn, isNew }: { waitingOn: string | null; isNew: boolean },
) =>
  tx
    .updateTable('kyc_file')
    .set({
      waiting_on: waitingOn,
      ...(isNew ? { waiting_since: serviceNow } : {}),
    })
    .where((eb) => eb.and({ partner_id, entity_id: id }))
    .execute()
