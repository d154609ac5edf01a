import { createHash } from 'node:crypto'
import { encodeFields, sameBytes } from '../base/bytes.ts'
import type { Activity } from '../database/tables.ts'
import type { Signatory } from '../policies/judge.ts'
import type { Vault } from '../vault/vault.ts'

/** Who has signed for an activity so far, and with which stamp. */
export type Signature = Signatory & { stampHash: string }

/** What an activity has come to that was signed for and waits. */
export type Progress = {
  signatures: Signature[]
  /** ISO 8601: from when on it may be executed. */
  availableAt?: string
}

export const stampHash = (stamp: string) => createHash('sha256').update(stamp).digest('base64url')

/**
 * Signatures of an activity that waits. An older copy put back holds fewer of them, so it gains
 * nothing. @throws when the record was changed
 */
export async function readProgress(vault: Vault, activity: Activity): Promise<Progress> {
  const { progress, progress_mac: mac } = activity
  if (progress === null || mac === null) return { signatures: [] }
  if (!sameBytes(mac, await progressMac(vault, activity.activity_id, progress)))
    throw new Error(`The progress of activity ${activity.activity_id} fails its check.`)
  return JSON.parse(progress) as Progress
}

export async function sealProgress(vault: Vault, activityId: string, progress: Progress) {
  const text = JSON.stringify(progress)
  return { progress: text, progress_mac: await progressMac(vault, activityId, text) }
}

function progressMac(vault: Vault, activityId: string, text: string): Promise<Uint8Array> {
  return vault.rootKey.mac('svc/activity-progress/v1', encodeFields([activityId, text]))
}
