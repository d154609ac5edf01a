import { documentStates, statesWhere } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { DocumentRow } from './store.ts'

export type DocumentFileRow = {
  document_id: string
  side: 'front' | 'back'
  sha256: Buffer
  file_name: string
  mime: string
  bytes: number
}

export type NewDocument = Pick<
  DocumentRow,
  'partner_id' | 'id' | 'entity_id' | 'type' | 'country' | 'number_masked' | 'person'
> & { sealed_number: Buffer | null; expiry_date: string | null }

export type NewDocumentFile = Pick<
  DocumentFileRow,
  'document_id' | 'side' | 'sha256' | 'file_name'
> & { partner_id: string }

/** Keeps new documents, which no submission has taken in yet. */
export async function insertDocuments(
  tx: Tx,
  documents: readonly NewDocument[],
  files: readonly NewDocumentFile[],
): Promise<void> {
  if (documents.length === 0) return
  await tx
    .insertInto('kyc_document')
    .values(
      documents.map((document) => ({
        ...document,
        status: 'RECEIVED' as const,
        uploaded_at: serviceNow,
      })),
    )
    .execute()
  await tx.insertInto('kyc_document_file').values(files).execute()
}

/** The files of these documents, fronts first. */
export function listFiles(tx: Tx, partnerId: string, documentIds: readonly string[]) {
  if (documentIds.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('kyc_document_file as f')
    .innerJoin('stored_file as s', (join) =>
      join.onRef('s.partner_id', '=', 'f.partner_id').onRef('s.sha256', '=', 'f.sha256'),
    )
    .select(['f.document_id', 'f.side', 'f.sha256', 'f.file_name', 's.mime', 's.bytes'])
    .where('f.partner_id', '=', partnerId)
    .where('f.document_id', 'in', documentIds)
    .orderBy('f.side', 'desc')
    .execute()
}

/** A document of any partner, for the operator. */
export const findDocumentOfAny = (tx: Tx, id: string): Promise<DocumentRow | undefined> =>
  tx.selectFrom('kyc_document').selectAll().where('id', '=', id).executeTakeFirst()

type Of = { partnerId: string; entityId: string }

/** A submission takes in what was uploaded ahead of it. */
export const takeIn = (tx: Tx, { partnerId, entityId }: Of, submissionId: string) =>
  tx
    .updateTable('kyc_document')
    .set({ submission_id: submissionId })
    .where((eb) => eb.and({ partner_id: partnerId, entity_id: entityId }))
    .where('submission_id', 'is', null)
    .where('status', '=', 'RECEIVED')
    .execute()

export const setStatus = (
  tx: Tx,
  partnerId: string,
  ids: readonly string[],
  status: DocumentRow['status'],
  reasonCode: string | null = null,
) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .updateTable('kyc_document')
        .set({ status, reason_code: reasonCode })
        .where('partner_id', '=', partnerId)
        .where('id', 'in', ids)
        .execute()

const batchMax = 100

/** Customers with documents whose last day is over. */
export const listLapsed = (tx: Tx): Promise<{ partner_id: string; entity_id: string }[]> =>
  tx
    .selectFrom('kyc_document')
    .select(['partner_id', 'entity_id'])
    .distinct()
    .where(
      'status',
      'in',
      statesWhere(documentStates, ({ isLive }) => isLive),
    )
    .where(sql<boolean>`expiry_date < (${serviceNow} at time zone 'UTC')::date`)
    .limit(batchMax)
    .execute()
