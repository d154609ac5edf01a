import type { Tx } from '../../db/open.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { recordEvent } from '../../records/events/outbox.ts'
import { exportId } from './service.ts'
import type { ExportRow } from './store.ts'

const actor = { type: 'service', id: 'exports' } as const

/** An export is first published when its file is ready, or has failed. */
const previousOf = { created: '', updated: '', deleted: 'READY' } as const

/** The event of an export, and its audit entry. */
export async function recordChange(
  tx: Tx,
  row: ExportRow,
  type: 'created' | 'updated' | 'deleted',
): Promise<void> {
  const id = exportId(row)
  const { rows, bytes } = row
  const previousStatus = previousOf[type]
  await recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'export',
    type,
    status: row.status.toLowerCase(),
    object: {
      status: row.status,
      previousStatus,
      exportId: id,
      list: row.list,
      format: row.format,
      rows,
      bytes,
      actor: actor.id,
    },
    subject: { kind: 'export', id, version: row.version },
  })
  await recordAudit(
    tx,
    { partnerId: row.partner_id, actor, requestId: '' },
    {
      action: `export.${row.status.toLowerCase()}`,
      object: { kind: 'export', id },
      after: { rows, bytes },
    },
  )
}
