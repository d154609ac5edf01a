import type { Review, ReviewQuestion } from '@corridor/contract'
import { formatId, quoteExactIn, readRate, type Resolution, resolutionsOf } from '@corridor/domain'
import type { z } from 'zod'
import type { QuestionRow, TransferRow } from '../../../db/schema/rows.ts'
import { quoteFacts } from '../../../records/transfers/quote-facts.ts'
import { isRefundFailed, reviewOf } from '../../../records/transfers/review.ts'
import type { QuestionJson, ReviewJson } from '../../../records/transfers/store.ts'

type Question = z.output<typeof ReviewQuestion>

/** What a transfer in review waits for, as its record shows it. */
export const reviewBody = (row: TransferRow, review: ReviewJson): z.output<typeof Review> => ({
  reviewId: formatId('rev', review.id),
  reason: review.reason,
  decider: review.decider,
  openedAt: isoOf(review.opened_at),
  dueAt: isoOf(review.due_at),
  questions: review.questions.map(questionBody),
  allowedActions: resolutionsFor(row),
})

export function questionBody(question: QuestionJson | QuestionRow): Question {
  const { id, text, status, answer } = question
  const answeredAt = question.answered_at
  return {
    rfiId: formatId('rfi', id),
    text,
    status,
    askedAt: isoOf(question.asked_at),
    dueAt: isoOf(question.due_at),
    answer,
    documents: (question.documents as Question['documents']).map(
      ({ fileName, mime, bytes, sha256 }) => ({ fileName, mime, bytes, sha256 }),
    ),
    ...(answeredAt === null ? {} : { answeredAt: isoOf(answeredAt) }),
  }
}

const isoOf = (at: string | Date) => new Date(at).toISOString()

/** What its partner may decide now; limits and prices of the moment are looked at when it does. */
export const resolutionsFor = (row: TransferRow): Resolution[] =>
  resolutionsOf({
    status: row.status,
    isRefundFailed: isRefundFailed(row),
    reason: reviewOf(row).reason,
    quoted: row.amount_in,
    received: row.received,
    isPayable: row.kind === 'ordinary' && row.quote !== null && leavesSomething(row),
  })

/** The fees leave something of what arrived. */
function leavesSomething(row: TransferRow): boolean {
  const { terms } = quoteFacts(row)
  const priced = quoteExactIn(
    {
      source: { currency: row.currency_in, scale: row.scale_in },
      target: { currency: row.currency_out, scale: row.scale_out },
      rate: readRate(row.rate),
      partnerBps: terms.partnerBps,
      svcBps: terms.svcBps,
      svcFixed: BigInt(terms.svcFixed),
      txFee: BigInt(terms.txFee),
    },
    row.received,
  )
  return priced.ok
}
