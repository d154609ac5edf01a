import { v5 as uuidV5 } from 'uuid'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'

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

/**
 * Settles an unmatched entry as what a person has found out: it is due for intake again. False where no
 * such credit or debit waits, or a return names no payout.
 */
export async function settleEntry(
  tx: Tx,
  entryId: string,
  as: { kind: 'RETURN' | 'CHARGE'; payout?: string | undefined },
): Promise<boolean> {
  const entry = await lockUnmatched(tx, entryId)
  const isFit =
    as.kind === 'CHARGE'
      ? entry?.kind === 'DEBIT'
      : entry?.kind === 'CREDIT' || entry?.kind === 'RETURN'
  const payout = as.kind === 'CHARGE' ? '' : (as.payout ?? entry?.payout_reference ?? '')
  if (!entry || !isFit || (as.kind === 'RETURN' && payout === '')) return false
  await tx
    .updateTable('bank_entry')
    .set({
      state: 'NEW',
      kind: as.kind,
      payout_reference: payout,
      // A return that had failed was never in suspense.
      was_unmatched: entry.kind !== 'RETURN' || (await isBooked(tx, suspenseOf(entryId))),
      problem: '',
      attempts: 0,
      due_at: serviceNow,
    })
    .where('entry_id', '=', entryId)
    .execute()
  return true
}

/** The booking of money in suspense, in the service's own books. */
export const suspenseOf = (entryId: string) => ({
  partnerId: operatorPartnerId,
  // The ledger names what is booked by a UUID; a payment's id is a text.
  transferId: uuidV5(entryId, operatorPartnerId),
  step: 'entry_unmatched',
})

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
