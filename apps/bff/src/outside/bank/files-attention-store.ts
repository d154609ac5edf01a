import type { StatusEffect } from '@corridor/banks'
import { type Selectable, sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export type StatusRow = Selectable<DB['bank_file_status']>

/** All that was reported of a payment, in the order in which the bank wrote it. */
export const statusesOf = (tx: Tx, reference: string): Promise<StatusRow[]> =>
  tx
    .selectFrom('bank_file_status')
    .selectAll()
    .where('reference', '=', reference)
    .orderBy('made_at')
    .orderBy('position')
    .execute()

/** Payments whose last status only a person can make something of, the oldest first. */
export async function listAttention(tx: Tx, limit: number) {
  const { rows } = await sql<StatusRow & { payment: string; ended: string }>`
    select s.*, p.reference as payment, p.status as ended
    from bank_file_payment p, lateral (
      select * from bank_file_status s
      where s.reference = p.reference and s.effect <> 'WAITING' and s.scope <> 'PERSON'
      order by s.made_at desc, s.position desc limit 1) s
    where p.needs_person order by p.position limit ${limit}`.execute(tx)
  return rows
}

/** Locks a payment as far as a person may decide about it. */
export const lockPayment = (tx: Tx, reference: string) =>
  tx
    .selectFrom('bank_file_payment')
    .select(['reference', 'status', 'booked_on', 'needs_person'])
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()

export type Decision = {
  reference: string
  partnerId: string
  transferId: string
  isPaid: boolean
  reason: string
}

/**
 * Ends a locked payment as a person has found out. What the bank reports against it later is a
 * contradiction, as after a status of its own.
 */
export async function settlePayment(tx: Tx, decision: Decision): Promise<void> {
  const { reference, partnerId, transferId, isPaid, reason } = decision
  const effect: StatusEffect = isPaid ? 'CONFIRMED' : 'REJECTED'
  await tx
    .insertInto('bank_file_status')
    .values({
      reference,
      partner_id: partnerId,
      transfer_id: transferId,
      line: 0,
      scope: 'PERSON',
      status: isPaid ? 'PAID' : 'NOT_PAID',
      effect,
      reasons: sql`${JSON.stringify([{ code: '', texts: [reason] }])}::jsonb`,
      message_id: '',
      made_at: serviceNow,
      read_at: serviceNow,
    })
    .execute()
  await sql`
    update bank_file_payment set needs_person = false, is_unreported = true,
      updated_at = ${serviceNow},
      code = case when status in ('CONFIRMED', 'REJECTED') then code else ${isPaid ? '' : 'RAIL_REJECTED'} end,
      is_retryable = case when status in ('CONFIRMED', 'REJECTED') then is_retryable else false end,
      status = case when status in ('CONFIRMED', 'REJECTED') then status else ${effect} end
    where reference = ${reference}`.execute(tx)
}
