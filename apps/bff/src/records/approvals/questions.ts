import type { Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import { insertQuestion, type QuestionRow, setAnswer } from './question-store.ts'
import { type RequestRow, updateRequest } from './request-store.ts'
import { approvalIdOf, publishQuestion } from './requests.ts'

type Asked = Pick<QuestionRow, 'id' | 'member_id' | 'text'>

/** Writes a question about a locked request; the audit log says who asked, without the words. */
export async function askQuestion(tx: Tx, by: AuditedBy, held: RequestRow, question: Asked) {
  const { partner_id, id: request_id } = held
  await insertQuestion(tx, { ...question, partner_id, request_id })
  return noted(tx, by, held, { question, what: 'asked' })
}

/** Writes the answer to a question that has none. */
export async function answerQuestion(
  tx: Tx,
  by: AuditedBy,
  held: RequestRow,
  { question, text }: { question: QuestionRow; text: string },
): Promise<RequestRow> {
  const { type, id } = by.actor
  await setAnswer(tx, question, { text, by: { type, id } })
  return noted(tx, by, held, { question, what: 'answered' })
}

type Noted = { question: Pick<QuestionRow, 'id'>; what: 'asked' | 'answered' }

async function noted(tx: Tx, by: AuditedBy, held: RequestRow, { question, what }: Noted) {
  const row = await updateRequest(tx, held, {})
  await publishQuestion(tx, row, { questionId: question.id, what })
  await recordAudit(tx, by, {
    action: what === 'asked' ? 'approval.ask' : 'approval.answer',
    object: { kind: 'approval', id: approvalIdOf(row) },
    after: { operation: row.operation, subject: row.subject_id },
  })
  return row
}
