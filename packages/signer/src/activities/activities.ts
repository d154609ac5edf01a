import type { SignerFailure } from '../base/failures.ts'
import { sql } from 'kysely'
import { fail, ok, type Result } from '@corridor/signing'
import type { ActivityState } from '../database/tables.ts'
import type { Json } from '../base/json.ts'
import { addMs, DAY_MS, fromIso } from '../base/time.ts'
import { readProgress } from './progress.ts'
import { serviceNow, type Vault } from '../vault/vault.ts'

export type UnacknowledgedActivity = {
  activityId: string
  entityId: string
  partnerId: string
  type: string
  result: Json
  /** The stamp that authorised it. */
  stamp: string
  completedAt: string
}

/**
 * Ends a prepared activity, e.g. because a new quote replaces it. One that was executed meanwhile
 * stays: ACTIVITY_ALREADY_SUBMITTED. One that has ended already is left as it is.
 */
export async function supersedeActivity(
  vault: Vault,
  activityId: string,
): Promise<Result<{ state: ActivityState }, SignerFailure>> {
  return vault.inTransaction(async (tx) => {
    const activity = await tx
      .selectFrom('signer.activity')
      .select('state')
      .where('activity_id', '=', activityId)
      .forUpdate()
      .executeTakeFirst()
    if (!activity) return fail({ code: 'ACTIVITY_NOT_FOUND' })
    if (activity.state === 'COMPLETED') return fail({ code: 'ACTIVITY_ALREADY_SUBMITTED' })
    if (!isOpen(activity.state)) return ok({ state: activity.state })
    await tx
      .updateTable('signer.activity')
      .set({ state: 'SUPERSEDED' })
      .where('activity_id', '=', activityId)
      .execute()
    return ok({ state: 'SUPERSEDED' })
  })
}

const isOpen = (state: ActivityState) => state === 'PREPARED' || state === 'EXECUTING'

export type WaitingActivity = { activityId: string; type: string; availableAt: string }

/** Activities of an entity that were signed for and wait for their time; oldest first. */
export function waitingActivities(vault: Vault, entityId: string): Promise<WaitingActivity[]> {
  return vault.inSnapshot(async (tx) => {
    const rows = await tx
      .selectFrom('signer.activity')
      .selectAll()
      .where('entity_id', '=', entityId)
      .where('state', '=', 'EXECUTING')
      .orderBy('created_at')
      .execute()
    const now = await serviceNow(tx)
    const waiting: WaitingActivity[] = []
    for (const row of rows) {
      const { availableAt } = await readProgress(vault, row)
      if (availableAt !== undefined && now < addMs(fromIso(availableAt), DAY_MS))
        waiting.push({ activityId: row.activity_id, type: row.type, availableAt })
    }
    return waiting
  })
}

/** Notes that the API has recorded results. Once is enough, more changes nothing. */
export async function acknowledgeActivities(vault: Vault, activityIds: readonly string[]) {
  if (activityIds.length === 0) return
  await vault.inTransaction(async (tx) => {
    const acknowledged_at = await serviceNow(tx)
    // In one order, should two note the same.
    await sql`update signer.activity set acknowledged_at = ${acknowledged_at}
      where activity_id in (select activity_id from signer.activity
        where activity_id = any(${[...activityIds]}::text[]) and state = 'COMPLETED'
          and acknowledged_at is null
        order by activity_id for update)`.execute(tx)
  })
}

/** Executed activities whose result the API has not recorded, e.g. after a crash; oldest first. */
export function unacknowledgedActivities(vault: Vault, limit: number) {
  return vault.inSnapshot(async (tx) => {
    const rows = await tx
      .selectFrom('signer.activity')
      .select(['activity_id', 'entity_id', 'partner_id', 'type', 'stamp', 'result', 'completed_at'])
      .where('state', '=', 'COMPLETED')
      .where('acknowledged_at', 'is', null)
      .orderBy('completed_at')
      .limit(limit)
      .execute()
    return rows.flatMap(({ result, stamp, completed_at, ...row }) =>
      result && stamp && completed_at
        ? [
            {
              activityId: row.activity_id,
              entityId: row.entity_id,
              partnerId: row.partner_id,
              type: row.type,
              result,
              stamp,
              completedAt: completed_at.toISOString(),
            },
          ]
        : [],
    )
  })
}
