import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

/** Locks an unmatched entry; undefined where there is none. */
export const lockUnmatched = (tx: Tx, entryId: string) =>
  tx
    .selectFrom('bank_entry')
    .selectAll()
    .where((eb) => eb.and({ entry_id: entryId, state: 'UNMATCHED' }))
    .forUpdate()
    .executeTakeFirst()

/** Assigns an unmatched entry to a funding account: it is due for intake again, as its deposit. */
export async function assignEntry(
  tx: Tx,
  entryId: string,
  to: { partnerId: string; fundingId: string },
): Promise<void> {
  await tx
    .updateTable('bank_entry')
    .set({
      state: 'NEW',
      assigned_partner_id: to.partnerId,
      assigned_funding_id: to.fundingId,
      problem: '',
      attempts: 0,
      due_at: serviceNow,
      // Received by now: it goes where that customer's money goes today.
      read_at: serviceNow,
    })
    .where((eb) => eb.and({ entry_id: entryId, state: 'UNMATCHED' }))
    .execute()
}

export const findEntry = (tx: Tx, entryId: string) =>
  tx
    .selectFrom('bank_entry')
    .select(['state', 'subject_id'])
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow()

/** Whether a step was booked for something in a partner's books. */
export async function isBooked(
  tx: Tx,
  { partnerId, transferId, step }: { partnerId: string; transferId: string; step: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('posting_group')
    .select('id')
    .where((eb) => eb.and({ partner_id: partnerId, transfer_id: transferId, step }))
    .executeTakeFirst()
  return row !== undefined
}
