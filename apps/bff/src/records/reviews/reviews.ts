import {
  deciderOf,
  formatId,
  type ReviewDecider,
  reviewMs,
  type ReviewSubjectKind,
} from '@corridor/domain'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { postponedWrite } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { QuestionRow } from '../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import * as store from './store.ts'

/** What a review is about; the id is a UUID of the kind's table (of the customer for `kyc`). */
export type ReviewSubject = { kind: ReviewSubjectKind; id: string }

export type NewReview = {
  partnerId: string
  subject: ReviewSubject
  /** A failure code (operations.md 10) or the reason for which a deposit is held. */
  reason: string
  /** Who decides; by the reason where it is absent. */
  decider?: ReviewDecider
  /** Until when a decision is due; a week where it is absent. */
  dueAt?: Date | undefined
}

/**
 * Opens a review in the transaction that holds the money; the subject's own event publishes it. A
 * review that is open for the same reason stays as it is. In a batch it is written at the end.
 */
export const openReview = (tx: Tx, review: NewReview): Promise<void> =>
  writeOpened(tx, {
    partner_id: review.partnerId,
    id: uuidV7(),
    subject_kind: review.subject.kind,
    subject_id: review.subject.id,
    reason: review.reason,
    decider: review.decider ?? deciderOf(review.reason),
    due_at: review.dueAt?.toISOString() ?? null,
  })

type Opened = {
  partner_id: string
  id: string
  subject_kind: string
  subject_id: string
  reason: string
  decider: string
  due_at: string | null
}

const insertOpened = (tx: Tx, rows: readonly Opened[]) =>
  sql`
    insert into review (partner_id, id, subject_kind, subject_id, reason, decider, status,
      opened_at, due_at)
    select g.partner_id, g.id, g.subject_kind, g.subject_id, g.reason, g.decider, 'OPEN', t.at,
      coalesce(g.due_at, t.at + make_interval(secs => ${reviewMs / 1_000}))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (partner_id uuid, id uuid,
      subject_kind text, subject_id uuid, reason text, decider text, due_at timestamptz),
      (select ${serviceNow} as at) as t
    on conflict (partner_id, subject_kind, subject_id, reason) where status = 'OPEN'
    do nothing`.execute(tx)

const writeOpened = postponedWrite((tx, row: Opened) => insertOpened(tx, [row]), insertOpened)

export type ReviewDecision = {
  /** What was decided, such as APPROVED, REJECTED, PAY_QUOTED, RETURN. */
  decision: string
  reason?: string | undefined
  /** Nobody decided before it was due. */
  isLapsed?: boolean
  /** Only the review for this reason; every open one where it is absent. */
  about?: string
}

/**
 * Ends the open reviews of a subject in the transaction that carries out the decision, with the
 * questions that nobody answered. Does nothing where there is none. In a batch it is written at the
 * end.
 */
export const decideReview = (
  tx: Tx,
  by: AuditedBy,
  subject: ReviewSubject,
  { decision, reason = '', isLapsed = false, about }: ReviewDecision,
): Promise<void> =>
  writeDecided(tx, {
    partner_id: by.partnerId,
    subject_kind: subject.kind,
    subject_id: subject.id,
    status: isLapsed ? 'EXPIRED' : 'DECIDED',
    decision,
    reason,
    by_type: by.actor.type,
    by_id: by.actor.id,
    about: about ?? null,
  })

type Decided = {
  partner_id: string
  subject_kind: string
  subject_id: string
  status: 'DECIDED' | 'EXPIRED'
  decision: string
  reason: string
  by_type: string
  by_id: string
  about: string | null
}

const updateDecided = (tx: Tx, rows: readonly Decided[]) =>
  sql`
    with decided as (
      update review r set status = g.status, decision = g.decision, decision_reason = g.reason,
        decided_at = t.at, decided_by_type = g.by_type, decided_by_id = g.by_id,
        version = r.version + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (partner_id uuid,
        subject_kind text, subject_id uuid, status text, decision text, reason text, by_type text,
        by_id text, about text), (select ${serviceNow} as at) as t
      where r.partner_id = g.partner_id and r.subject_kind = g.subject_kind
        and r.subject_id = g.subject_id and r.status = 'OPEN'
        and (g.about is null or r.reason = g.about)
      returning r.partner_id, r.id
    )
    update review_question q set status = 'WITHDRAWN' from decided d
    where q.partner_id = d.partner_id and q.review_id = d.id and q.status = 'OPEN'`.execute(tx)

const writeDecided = postponedWrite((tx, row: Decided) => updateDecided(tx, [row]), updateDecided)

export type NewQuestion = { text: string; dueAt: Date; id?: string }

/** Nobody waits for an answer to what was asked in a subject's open reviews any more. */
export const withdrawQuestions = (tx: Tx, partnerId: string, subject: ReviewSubject) =>
  store.withdrawQuestions(tx, partnerId, subject)

/** Asks something in an open review; undefined where the subject has none. */
export async function askQuestion(
  tx: Tx,
  by: AuditedBy,
  subject: ReviewSubject,
  { text, dueAt, id = uuidV7() }: NewQuestion,
): Promise<QuestionRow | undefined> {
  const review = await store.lockOpen(tx, by.partnerId, subject)
  if (!review) return undefined
  const question = await store.insertQuestion(tx, {
    partner_id: by.partnerId,
    id,
    review_id: review.id,
    text,
    due_at: dueAt,
    asked_by_type: by.actor.type,
    asked_by_id: by.actor.id,
  })
  await recordAudit(tx, by, {
    action: 'review.ask',
    object: { kind: 'review', id: formatId('rev', review.id) },
    after: { rfiId: formatId('rfi', id), dueAt: dueAt.toISOString() },
  })
  return question
}

export type Answer = {
  text: string
  /** Files that are kept already, as the answer shows them. */
  documents: readonly AnswerDocument[]
}
export type AnswerDocument = {
  fileName: string
  mime: string
  bytes: number
  sha256: string
}

/** Keeps the answer to an open question of a subject; undefined where it is not open. */
export async function answerQuestion(
  tx: Tx,
  by: AuditedBy,
  question: Pick<QuestionRow, 'id'>,
  answer: Answer,
): Promise<QuestionRow | undefined> {
  const answered = await store.setAnswer(tx, {
    partner_id: by.partnerId,
    id: question.id,
    answer: answer.text,
    documents: JSON.stringify(answer.documents),
    answered_by_type: by.actor.type,
    answered_by_id: by.actor.id,
  })
  if (!answered) return undefined
  await recordAudit(tx, by, {
    action: 'review.answer',
    object: { kind: 'review', id: formatId('rev', answered.review_id) },
    after: { rfiId: formatId('rfi', question.id), documents: answer.documents.length },
  })
  return answered
}
