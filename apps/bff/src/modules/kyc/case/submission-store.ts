import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { SubmissionRow } from './store.ts'

export type NewSubmission = Pick<
  SubmissionRow,
  | 'partner_id'
  | 'id'
  | 'entity_id'
  | 'jurisdiction_ids'
  | 'status'
  | 'fee_source'
  | 'fee_scale'
  | 'fee_currency'
  | 'fee_status'
  | 'transaction_hash'
> & { fee_amount: bigint }

/** Of what is screened again without being paid again. */
export const noFee = {
  fee_source: 'NONE',
  fee_amount: 0n,
  fee_scale: 0,
  fee_currency: '',
  fee_status: 'NONE' as const,
  transaction_hash: null,
}

export const insertSubmission = (tx: Tx, submission: NewSubmission) =>
  tx
    .insertInto('kyc_submission')
    .values({ ...submission, created_at: serviceNow })
    .execute()

/** Submissions that were not screened yet, oldest first. */
export const unscreened = (tx: Tx, limit: number): Promise<SubmissionRow[]> =>
  tx
    .selectFrom('kyc_submission')
    .selectAll()
    .where('status', '=', 'SUBMITTED')
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Whether something of this customer still waits for its screening. */
export async function awaitsScreening(
  tx: Tx,
  { partner_id, id }: { partner_id: string; id: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('kyc_submission')
    .select('id')
    .where((eb) => eb.and({ partner_id, entity_id: id, status: 'SUBMITTED' }))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the report of a screening; false where another process was faster. */
export async function keepScreening(tx: Tx, { partner_id, id }: SubmissionRow, report: object) {
  const row = await tx
    .updateTable('kyc_submission')
    .set({ status: 'SCREENED', screening: JSON.stringify(report) })
    .where((eb) => eb.and({ partner_id, id, status: 'SUBMITTED' }))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
