import { fail, formatId, ok, reviewMs } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer, QuestionRow, TransferRow } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { type Answer, answerQuestion, askQuestion } from '../../../records/reviews/reviews.ts'
import { questionsOf } from '../../../records/reviews/store.ts'
import { changeTransfer } from '../../../records/transfers/change-store.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { isRefundFailed } from '../../../records/transfers/review.ts'
import { illegalMove } from '../../../records/transfers/transition.ts'

const subjectOf = ({ id }: TransferRow) => ({ kind: 'transfer', id }) as const

/**
 * Asks something about a locked transfer in review; until then the review waits for the answer, and
 * without one the money goes back.
 */
export async function askAbout(
  tx: Tx,
  by: AuditedBy,
  held: LockedTransfer,
  { text, dueAt = inAWeek(held) }: { text: string; dueAt?: Date | undefined },
) {
  const isAskable = held.status === 'IN_REVIEW' && !isRefundFailed(held)
  const asked = isAskable && (await askQuestion(tx, by, subjectOf(held), { text, dueAt }))
  if (!asked) return fail(illegalMove(held, 'IN_REVIEW'))
  const waitsUntil =
    held.event_status === 'information_required' && held.held_until !== null
      ? new Date(Math.min(held.held_until.getTime(), dueAt.getTime()))
      : dueAt
  const row = await changeTransfer(tx, held, {
    event_status: 'information_required',
    held_until: waitsUntil,
  })
  const changes = { rfiId: formatId('rfi', asked.id), question: text, dueAt: dueAt.toISOString() }
  await recordEvent(tx, transferEvent(row, row.status, 'action_required', { changes }))
  return ok(row)
}

/** Keeps an answer; with the last one the review is the decider's again, with a week's time. */
export async function answerAbout(
  tx: Tx,
  by: AuditedBy,
  held: LockedTransfer,
  question: Pick<QuestionRow, 'id'>,
  answer: Answer,
) {
  const answered = held.status === 'IN_REVIEW' && (await answerQuestion(tx, by, question, answer))
  if (!answered) return fail(illegalMove(held, 'IN_REVIEW'))
  const questions = await questionsOf(tx, held.partner_id, subjectOf(held))
  const open = questions.filter(({ status }) => status === 'OPEN')
  const due = open.map(({ due_at }) => due_at.getTime())
  const isWaiting = open.length > 0
  const row = await changeTransfer(tx, held, {
    event_status: isWaiting ? 'information_required' : 'in_review',
    held_until: isWaiting ? new Date(Math.min(...due)) : inAWeek(held),
  })
  const changes = { rfiId: formatId('rfi', answered.id) }
  await recordEvent(tx, transferEvent(row, row.status, 'updated', { changes }))
  return ok(answered)
}

/** Whether it waits for an answer that is overdue. */
export async function isUnanswered(tx: Tx, held: LockedTransfer): Promise<boolean> {
  if (held.event_status !== 'information_required') return false
  const questions = await questionsOf(tx, held.partner_id, subjectOf(held))
  return questions.some(({ status, due_at }) => status === 'OPEN' && due_at <= held.read_at)
}

const inAWeek = ({ read_at }: LockedTransfer) => new Date(read_at.getTime() + reviewMs)
