import { parseActivityPayload, type Activity as ActivityContent } from '@corridor/signing'
import { encodeFields, sameBytes } from '../base/bytes.ts'
import type { Activity } from '../database/tables.ts'
import type { Tx, Vault } from '../vault/vault.ts'

/** The part of an activity that is fixed when it is prepared. */
export type FixedFields = Pick<
  Activity,
  | 'activity_id'
  | 'entity_id'
  | 'partner_id'
  | 'type'
  | 'payload'
  | 'bounds'
  | 'created_at'
  | 'expires_at'
>

/** Keeps bounds and expiry as they were prepared; the payload is guarded by its stamp as well. */
export function activityMac(vault: Vault, activity: FixedFields): Promise<Uint8Array> {
  const { bounds } = activity
  const message = encodeFields([
    activity.activity_id,
    activity.entity_id,
    activity.partner_id,
    activity.type,
    activity.payload,
    bounds?.chainId,
    bounds?.token,
    bounds?.recipient,
    bounds?.amount,
    bounds?.feeCeilingWei,
    activity.created_at,
    activity.expires_at,
  ])
  return vault.rootKey.mac('svc/activity/v1', message)
}

/** The content of a stored activity. @throws when the record was changed after it was prepared. */
export async function readActivity(vault: Vault, activity: Activity): Promise<ActivityContent> {
  if (!sameBytes(activity.mac, await activityMac(vault, activity))) {
    throw new Error(`The record of activity ${activity.activity_id} fails its check.`)
  }
  const content = parseActivityPayload(activity.payload)
  if (!content.ok) throw new Error(`Activity ${activity.activity_id} cannot be read.`)
  return content.value
}

/** An entity's activity under its row lock: of parallel submits one continues, the others wait. */
export function lockActivity(tx: Tx, entityId: string, activityId: string) {
  return tx
    .selectFrom('signer.activity')
    .selectAll()
    .where('activity_id', '=', activityId)
    .where('entity_id', '=', entityId)
    .forUpdate()
    .executeTakeFirst()
}
