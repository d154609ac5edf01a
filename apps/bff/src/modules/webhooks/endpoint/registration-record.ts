import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import type { EndpointRow, EndpointSettings } from './store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { namesOf, subjectOf } from './view.ts'

const settings = {
  url: 'webhookUrl',
  description: 'description',
  events: 'events',
  retry_preset: 'retryPreset',
} as const satisfies Record<keyof EndpointSettings, string>
const members = Object.entries(settings) as [keyof EndpointSettings, string][]

/** The members of a registration that have other values now. */
export const changedFields = (before: EndpointSettings, after: EndpointSettings): string[] =>
  members.flatMap(([column, member]) =>
    JSON.stringify(before[column]) === JSON.stringify(after[column]) ? [] : [member],
  )

const settingsOf = (row: EndpointSettings) =>
  Object.fromEntries(members.map(([column, member]) => [member, row[column]]))

type Change = {
  status: 'registered' | 'url_changed' | 'updated' | 'secret_rotated' | 'deleted'
  before?: EndpointRow
  /** Which members of the registration changed. */
  fields?: string[]
  /** What the audit entry contains instead of the registration. */
  after?: Record<string, unknown>
}

/** Event and audit entry of a change of the endpoint itself, in the transaction of the change. */
export async function recordChange(
  tx: Tx,
  caller: Caller,
  row: EndpointRow,
  { status, before, fields, after }: Change,
): Promise<void> {
  const previous = status === 'url_changed' && before ? { previousWebhookUrl: before.url } : {}
  await recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'webhook',
    type: status === 'deleted' ? 'deleted' : 'updated',
    status,
    object: {
      status: row.status,
      previousStatus: before?.status ?? (status === 'registered' ? '' : row.status),
      ...namesOf(row),
      ...previous,
    },
    ...(fields && { changes: { fields } }),
    subject: { ...subjectOf(row), version: row.version },
  })
  await recordAudit(tx, caller, {
    action: `webhook.${actionOf[status]}`,
    object: subjectOf(row),
    ...(before && { before: settingsOf(before) }),
    after: after ?? settingsOf(row),
  })
}

const actionOf = {
  registered: 'register',
  url_changed: 'change_url',
  updated: 'update',
  secret_rotated: 'rotate_secret',
  deleted: 'delete',
} as const
