import { referenceOf } from '@corridor/banks'
import { executionId } from '@corridor/domain'
import type { Tx } from '../db/open.ts'
import {
  listAttention,
  lockPayment,
  settlePayment,
  type StatusRow,
  statusesOf,
} from '../outside/bank/files-attention-store.ts'
import { recordAudit } from '../records/audit/audit.ts'
import { lockPayout } from '../records/transfers/payout-store.ts'
import { findTransfer } from '../records/transfers/store.ts'
import { byOperator, choice, onSite, reason, Refused, textOption } from './base/command.ts'

const listedMax = 1_000

const payment = textOption('<endToEndId>', 'the payment’s id, as it is in the payment file')

export const bankStatuses = onSite({
  summary: 'list what the bank has reported of a payment, in its own words',
  options: { payment },
  run: ({ db }, { payment: id }) =>
    db.asWorker(async (tx) => {
      const held = await lockPayment(tx, referenceOf(id))
      if (!held) throw unknownPayment(id)
      const rows = await statusesOf(tx, held.reference)
      return { endToEndId: id, payment: held.status, statuses: rows.map(statusBody) }
    }),
})

export const bankAttention = onSite({
  summary: 'list payments whose status at the bank a person has to look into, oldest first',
  options: {},
  run: ({ db }) =>
    db.asWorker(async (tx) => {
      const rows = await listAttention(tx, listedMax)
      return rows.map((row) => ({
        endToEndId: row.payment.replaceAll('-', ''),
        payment: row.ended,
        ...statusBody(row),
      }))
    }),
})

const statusBody = (row: StatusRow) => ({
  status: row.status,
  effect: row.effect,
  scope: row.scope,
  reasons: row.reasons,
  terms: row.terms,
  bankReference: row.bank_reference,
  messageId: row.message_id,
  madeAt: row.made_at.toISOString(),
  readAt: row.read_at.toISOString(),
})

const unknownPayment = (endToEndId: string) =>
  new Refused(`No payment in a file has the id ${endToEndId}.`)

const ends = ['PAID', 'NOT_PAID'] as const
type Settled = { endToEndId: string; as: (typeof ends)[number]; reason: string }

export const bankSettleStatus = onSite({
  summary: 'end a payment that `bank attention` lists, as the bank has confirmed to a person',
  options: {
    payment,
    as: choice(ends, 'whether the payee has the money; NOT_PAID gives it back'),
    reason: reason('how it was found out, for the audit log and the payment’s history'),
  },
  run: async (site, { payment: endToEndId, ...given }) => {
    await site.db.asWorker((tx) => settle(tx, { endToEndId, ...given }))
    site.published()
    site.wake.notify('bank')
    return { endToEndId, as: given.as }
  },
})

async function settle(tx: Tx, { endToEndId, as, reason: why }: Settled): Promise<void> {
  const reference = referenceOf(endToEndId)
  const payout = await lockPayout(tx, reference)
  const held = payout && (await lockPayment(tx, reference))
  const transfer = held && (await findTransfer(tx, payout.partner_id, payout.transfer_id))
  if (!transfer) throw unknownPayment(endToEndId)
  const problem = refusalOf(held, as)
  if (problem !== '') throw new Refused(problem)
  const { partner_id: partnerId, id: transferId } = transfer
  await settlePayment(tx, {
    reference,
    partnerId,
    transferId,
    isPaid: as === 'PAID',
    reason: why,
  })
  await recordAudit(tx, byOperator(partnerId), {
    action: 'bank_payment.settle',
    object: { kind: 'transfer', id: executionId(transfer) },
    before: { payment: held.status },
    after: { endToEndId, settledAs: as },
    reason: why,
  })
}

type Held = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/** Why a person may not end it so; '' where nothing speaks against it. */
function refusalOf({ needs_person, status, booked_on }: Held, as: Settled['as']): string {
  if (!needs_person) return 'The bank has reported nothing of this payment that has to be decided.'
  if (status === 'QUEUED')
    return 'The payment was never sent, so the bank cannot know it; ask the bank what it has paid.'
  const isBooked = status === 'CONFIRMED' || booked_on !== null
  if (as === 'NOT_PAID' && isBooked)
    return 'The bank has booked this payment. If it comes back, its return is booked by itself.'
  if (as === 'PAID' && status === 'REJECTED')
    return 'This payment has ended as not paid, and its money was given back.'
  return ''
}
