import { type Selectable, sql, type Updateable } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import { rowsOf } from '../../../db/owned-table.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'

export type FileRow = Selectable<DB['kyc_file']>
export type CapabilityRow = Selectable<DB['kyc_capability']>
export type DocumentRow = Selectable<DB['kyc_document']>
export type RequestRow = Selectable<DB['kyc_request']>
export type SubmissionRow = Selectable<DB['kyc_submission']>
export type TransitionRow = Selectable<DB['kyc_transition']>

/** Everything that is known of one customer's verification, but for its files. */
export type KycRecord = {
  entity: EntityRow
  file: FileRow | undefined
  capabilities: CapabilityRow[]
  /** Newest first. */
  documents: DocumentRow[]
  /** Newest first. */
  requests: RequestRow[]
  /** The service's time at which this was read. */
  at: Date
}

type Of = { partnerId: string; entityId: string }

/**
 * Reads a customer's verification; nothing where it is not this partner's. With `lock` its row is
 * held until the end: every change of a verification takes it first. Records that only refer to the
 * customer do not wait for it.
 */
export async function readRecord(tx: Tx, { partnerId, entityId }: Of, { lock = false } = {}) {
  const found = tx
    .selectFrom('entity')
    .selectAll()
    .select(serviceNow.as('at'))
    .where((eb) => eb.and({ partner_id: partnerId, id: entityId }))
  const [entity, file, capabilities, documents, requests] = await Promise.all([
    (lock ? found.forNoKeyUpdate() : found).executeTakeFirst(),
    readFile(tx, partnerId, entityId),
    listCapabilities(tx, partnerId, entityId),
    listDocuments(tx, partnerId, entityId),
    listRequests(tx, partnerId, entityId),
  ])
  if (!entity) return undefined
  const { at, ...row } = entity
  return { entity: row, file, capabilities, documents, requests, at }
}

const readFile = (tx: Tx, partnerId: string, entityId: string): Promise<FileRow | undefined> =>
  rowsOf(tx, 'kyc_file', { partner_id: partnerId, entity_id: entityId }).executeTakeFirst()

const listCapabilities = (tx: Tx, partnerId: string, entityId: string): Promise<CapabilityRow[]> =>
  rowsOf(tx, 'kyc_capability', { partner_id: partnerId, entity_id: entityId }).execute()

const listDocuments = (tx: Tx, partnerId: string, entityId: string): Promise<DocumentRow[]> =>
  rowsOf(tx, 'kyc_document', { partner_id: partnerId, entity_id: entityId })
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

const listRequests = (tx: Tx, partnerId: string, entityId: string): Promise<RequestRow[]> =>
  rowsOf(tx, 'kyc_request', { partner_id: partnerId, entity_id: entityId })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

const historyMax = 200

/** The newest changes of a customer's states, newest first. */
export const listTransitions = (tx: Tx, partnerId: string, entityId: string) =>
  rowsOf(tx, 'kyc_transition', { partner_id: partnerId, entity_id: entityId })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(historyMax)
    .execute()

/** Begins what is kept of a verification; leaves one that is there. */
export async function ensureFile(tx: Tx, partnerId: string, entityId: string): Promise<void> {
  await tx
    .insertInto('kyc_file')
    .values({
      partner_id: partnerId,
      entity_id: entityId,
      level: 'NONE',
      consents: '[]',
      reasons: '[]',
      waiting_since: serviceNow,
      waiting_on: 'partner',
      version: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type FileChange = Pick<
  Updateable<DB['kyc_file']>,
  | 'level'
  | 'sealed_answers'
  | 'submitted_at'
  | 'reviewed_at'
  | 'expires_at'
  | 'assigned_to'
  | 'waiting_since'
  | 'waiting_on'
> & { consents?: readonly object[]; reasons?: readonly object[] }

/** Changes what is kept of a verification; its version goes up by one. */
export async function updateFile(
  tx: Tx,
  partnerId: string,
  entityId: string,
  { consents, reasons, ...plain }: FileChange,
): Promise<void> {
  await tx
    .updateTable('kyc_file')
    .set({
      ...plain,
      ...(consents === undefined ? {} : { consents: JSON.stringify(consents) }),
      ...(reasons === undefined ? {} : { reasons: JSON.stringify(reasons) }),
      version: sql<number>`version + 1`,
    })
    .where((eb) => eb.and({ partner_id: partnerId, entity_id: entityId }))
    .execute()
}
