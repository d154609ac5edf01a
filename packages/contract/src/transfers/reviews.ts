import { z } from 'zod'
import { Money, timestamp } from '../base/common.ts'

/** What a partner may decide about money that does not fit its transfer (operations.md 11.1). */
export const transferResolutions = ['ACCEPT_RECEIVED', 'PAY_QUOTED', 'RETURN'] as const
export const reviewDeciders = ['operator', 'partner'] as const

/** A document of an answer, with a link that is good for a quarter of an hour; '' without the right. */
export const AnswerDocument = z
  .object({
    fileName: z.string(),
    mime: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    downloadUrl: z.string(),
  })
  .meta({ id: 'AnswerDocument' })

/** A request for information, with its answer. */
export const ReviewQuestion = z
  .object({
    rfiId: z.string(),
    text: z.string(),
    status: z.enum(['OPEN', 'ANSWERED', 'WITHDRAWN']),
    askedAt: timestamp(),
    dueAt: timestamp(),
    answer: z.string(),
    documents: z.array(
      z.object({ fileName: z.string(), mime: z.string(), bytes: z.int(), sha256: z.string() }),
    ),
    answeredAt: timestamp().optional(),
  })
  .meta({ id: 'ReviewQuestion' })

/** What a record in review waits for: why, who decides until when, and what was asked. */
export const Review = z
  .object({
    reviewId: z.string(),
    /** A failure code of operations.md 10. */
    reason: z.string(),
    decider: z.enum(reviewDeciders),
    openedAt: timestamp(),
    dueAt: timestamp(),
    questions: z.array(ReviewQuestion),
    /** What its partner may decide; '' none where it is the operator's. */
    allowedActions: z.array(z.enum(transferResolutions)),
  })
  .meta({ id: 'Review' })

/** A review with what arrived, and what that would pay at the price of now. */
export const ReviewDetails = Review.extend({
  received: Money,
  quoted: Money,
  price: z
    .object({
      inAmount: Money,
      outAmount: Money,
      exchangeRate: z.number(),
      totalFees: Money,
      /** More is paid than the payer confirmed: a code has to be given. */
      verificationRequired: z.boolean(),
    })
    .optional(),
  /** Why what arrived cannot be accepted now; '' where it can, or nobody may. */
  priceRefusal: z.string(),
}).meta({ id: 'ReviewDetails' })
