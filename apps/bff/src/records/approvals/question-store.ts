import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export type QuestionRow = Selectable<DB['approval_question']>

/** Questions about some requests, oldest first. */
export const questionsOn = (tx: Tx, partnerId: string, requestIds: readonly string[]) =>
  rowsOf(tx, 'approval_question', { partner_id: partnerId })
    .where(sql<SqlBool>`request_id = any(${[...requestIds]}::uuid[])`)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()

type NewQuestion = Pick<
  Insertable<DB['approval_question']>,
  'partner_id' | 'id' | 'request_id' | 'member_id' | 'text'
>

/** Adds a question to a locked request. */
export async function insertQuestion(tx: Tx, question: NewQuestion): Promise<void> {
  await tx
    .insertInto('approval_question')
    .values({ ...question, asked_at: serviceNow })
    .execute()
}

/** Answers a question of a locked request. */
export async function setAnswer(
  tx: Tx,
  { partner_id: partnerId, id }: Pick<QuestionRow, 'partner_id' | 'id'>,
  { text, by }: { text: string; by: { type: string; id: string } },
): Promise<void> {
  await tx
    .updateTable('approval_question')
    .set({
      answer: text,
      answered_by: JSON.stringify(by),
      answered_at: serviceNow,
    })
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .where('answer', 'is', null)
    .execute()
}
