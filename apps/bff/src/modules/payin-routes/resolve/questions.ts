import { formatId, reviewMs } from '@corridor/domain'
import { now, type Tx } from '../../../db/open.ts'
import type { QuestionRow } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { depositEvent } from '../../../records/deposits/record.ts'
import { lockDeposit } from '../../../records/deposits/store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { type Answer, answerQuestion, askQuestion } from '../../../records/reviews/reviews.ts'
import { carries } from '../deposits/held-actions.ts'
import type { DepositRecord } from '../deposits/store.ts'

/**
 * Asks something about a held deposit; nothing where it is not held, or its transfer is what is
 * looked at. PAST: nobody could answer until then.
 */
export async function askAboutDeposit(
  tx: Tx,
  by: AuditedBy,
  row: DepositRecord,
  { text, dueAt }: { text: string; dueAt?: Date | undefined },
): Promise<QuestionRow | 'PAST' | undefined> {
  const held = await lockDeposit(tx, row.partner_id, row.id)
  if (held?.status !== 'HELD' || carries(row)) return undefined
  const at = await now(tx)
  if (dueAt && dueAt <= at) return 'PAST'
  const until = dueAt ?? new Date(at.getTime() + reviewMs)
  const asked = await askQuestion(tx, by, { kind: 'deposit', id: held.id }, { text, dueAt: until })
  if (!asked) return undefined
  const changes = { rfiId: formatId('rfi', asked.id), question: text, dueAt: until.toISOString() }
  const notice = { type: 'action_required', status: 'in_review' } as const
  await recordEvent(tx, { ...depositEvent(held, undefined, notice), changes })
  return asked
}

/** Keeps the answer to a question about a deposit; nothing where it is not open any more. */
export async function answerAboutDeposit(
  tx: Tx,
  by: AuditedBy,
  row: DepositRecord,
  question: Pick<QuestionRow, 'id'>,
  answer: Answer,
): Promise<QuestionRow | undefined> {
  const held = await lockDeposit(tx, row.partner_id, row.id)
  if (held?.status !== 'HELD') return undefined
  const answered = await answerQuestion(tx, by, question, answer)
  if (!answered) return undefined
  const changes = { rfiId: formatId('rfi', answered.id) }
  const notice = { type: 'action_required', status: 'held' } as const
  await recordEvent(tx, { ...depositEvent(held, undefined, notice), changes })
  return answered
}
