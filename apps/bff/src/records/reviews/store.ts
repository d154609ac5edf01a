import { type Insertable, sql } from 'kysely'
import type { ReviewDecider, ReviewSubjectKind } from '@corridor/domain'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { QuestionRow, ReviewRow } from '../../db/schema/rows.ts'

type Subject = { kind: ReviewSubjectKind; id: string }

/** The open review of a subject, the oldest where there are several; locked. */
export const lockOpen = (tx: Tx, partnerId: string, { kind, id }: Subject) =>
  rowsOf(tx, 'review', {
    partner_id: partnerId,
    subject_kind: kind,
    subject_id: id,
    status: 'OPEN',
  })
    .orderBy('opened_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

type NewQuestionRow = Pick<
  Insertable<DB['review_question']>,
  'partner_id' | 'id' | 'review_id' | 'text' | 'due_at' | 'asked_by_type' | 'asked_by_id'
>

export const insertQuestion = (tx: Tx, question: NewQuestionRow): Promise<QuestionRow> =>
  tx
    .insertInto('review_question')
    .values({ ...question, status: 'OPEN', asked_at: serviceNow })
    .returningAll()
    .executeTakeFirstOrThrow()

type AnswerRow = Pick<
  Insertable<DB['review_question']>,
  'partner_id' | 'id' | 'answer' | 'answered_by_type' | 'answered_by_id'
> & { documents: string }

export const setAnswer = (tx: Tx, { partner_id, id, documents, ...answer }: AnswerRow) =>
  tx
    .updateTable('review_question')
    .set({
      ...answer,
      documents: sql`${documents}::jsonb`,
      status: 'ANSWERED',
      answered_at: serviceNow,
    })
    .where((eb) => eb.and({ partner_id, id, status: 'OPEN' }))
    .returningAll()
    .executeTakeFirst()

/** Open questions of a subject are asked no longer. */
export const withdrawQuestions = (tx: Tx, partnerId: string, { kind, id }: Subject) =>
  tx
    .updateTable('review_question')
    .set({ status: 'WITHDRAWN' })
    .where((eb) => eb.and({ partner_id: partnerId, status: 'OPEN' }))
    .where('review_id', 'in', (reviews) =>
      reviews
        .selectFrom('review')
        .select('id')
        .where((eb) => eb.and({ partner_id: partnerId, subject_kind: kind, subject_id: id })),
    )
    .execute()

/** A question of a partner with the subject of its review. */
export const findQuestion = (tx: Tx, partnerId: string, id: string) =>
  tx
    .selectFrom('review_question as q')
    .innerJoin('review as r', (join) =>
      join.onRef('r.partner_id', '=', 'q.partner_id').onRef('r.id', '=', 'q.review_id'),
    )
    .selectAll('q')
    .select(['r.subject_kind', 'r.subject_id', 'r.status as review_status'])
    .where((eb) => eb.and({ 'q.partner_id': partnerId, 'q.id': id }))
    .executeTakeFirst()

/** The open review of each of several subjects with its questions, the first that was opened. */
export async function openReviewsOf(
  tx: Tx,
  partnerId: string,
  kind: ReviewSubjectKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { review: ReviewRow; questions: QuestionRow[] }>> {
  const reviews = await rowsOf(tx, 'review', { partner_id: partnerId, subject_kind: kind })
    .where((eb) => eb.and({ subject_id: sql<string>`any(${[...ids]}::uuid[])`, status: 'OPEN' }))
    .orderBy('opened_at', 'desc')
    .execute()
  if (reviews.length === 0) return new Map()
  const questions = await tx
    .selectFrom('review_question as q')
    .innerJoin('review as r', (join) =>
      join.onRef('r.partner_id', '=', 'q.partner_id').onRef('r.id', '=', 'q.review_id'),
    )
    .selectAll('q')
    .select('r.subject_id')
    .where('r.partner_id', '=', partnerId)
    .where('r.subject_kind', '=', kind)
    .where('r.subject_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('q.asked_at')
    .execute()
  const bySubject = Map.groupBy(questions, ({ subject_id }) => subject_id)
  return new Map(
    reviews.map((review) => [
      review.subject_id,
      { review, questions: bySubject.get(review.subject_id) ?? [] },
    ]),
  )
}

/** A question of any partner, for the operator. */
export const findQuestionOfAny = (tx: Tx, id: string): Promise<QuestionRow | undefined> =>
  tx.selectFrom('review_question').selectAll().where('id', '=', id).executeTakeFirst()

/** The questions of a subject's reviews, the oldest first. */
export const questionsOf = (tx: Tx, partnerId: string, { kind, id }: Subject) =>
  tx
    .selectFrom('review_question as q')
    .innerJoin('review as r', (join) =>
      join.onRef('r.partner_id', '=', 'q.partner_id').onRef('r.id', '=', 'q.review_id'),
    )
    .selectAll('q')
    .where('r.partner_id', '=', partnerId)
    .where('r.subject_kind', '=', kind)
    .where('r.subject_id', '=', id)
    .orderBy('q.asked_at')
    .execute()

/** Has the server carry out the operator's decision. */
export const orderDecision = (
  tx: Tx,
  { partner_id, id }: Pick<ReviewRow, 'partner_id' | 'id'>,
  ordered: Ordered,
) =>
  tx
    .updateTable('review')
    .set({ ordered: JSON.stringify(ordered), version: sql<number>`version + 1` })
    .where((eb) => eb.and({ partner_id, id, status: 'OPEN' }))
    .execute()

export type Ordered = { decision: 'APPROVED' | 'REJECTED'; reason: string }

/** The operator asks again; what was ordered could not be done. */
export const withdrawOrder = (tx: Tx, partnerId: string, { kind, id }: Subject) =>
  tx
    .updateTable('review')
    .set({ ordered: null, version: sql<number>`version + 1` })
    .where('partner_id', '=', partnerId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where('status', '=', 'OPEN')
    .execute()

export type OrderedReview = {
  partnerId: string
  kind: ReviewSubjectKind
  subjectId: string
  ordered: Ordered
}

/** Open reviews of some kinds with a decision that is to be carried out. */
export async function findOrdered(tx: Tx, kinds: readonly ReviewSubjectKind[]) {
  const { rows } = await sql<OrderedReview>`
    select partner_id as "partnerId", subject_kind as kind, subject_id as "subjectId", ordered
    from review
    where status = 'OPEN' and ordered is not null and subject_kind = any(${[...kinds]}::text[])
    order by opened_at limit 100`.execute(tx)
  return rows
}

/** A review by its id, whoever's it is. */
export const findReviewOfAny = (tx: Tx, id: string): Promise<ReviewRow | undefined> =>
  tx.selectFrom('review').selectAll().where('id', '=', id).executeTakeFirst()

export type ReviewFilter = {
  partnerId?: string | undefined
  kind?: ReviewSubjectKind | undefined
  subjectId?: string | undefined
  decider?: ReviewDecider | undefined
}

/** Open reviews of one partner or of all, the one that is due first at the top. */
export function listOpen(tx: Tx, filter: ReviewFilter, limit: number): Promise<ReviewRow[]> {
  let query = tx.selectFrom('review').selectAll().where('status', '=', 'OPEN')
  if (filter.partnerId !== undefined) query = query.where('partner_id', '=', filter.partnerId)
  if (filter.kind !== undefined) query = query.where('subject_kind', '=', filter.kind)
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId)
  if (filter.decider !== undefined) query = query.where('decider', '=', filter.decider)
  return query.orderBy('due_at').orderBy('id').limit(limit).execute()
}
