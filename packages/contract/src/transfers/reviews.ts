import { z } from 'zod'
import { Money, timestamp } from '../base/common.ts'

/** What a partner may decide about money that does not fit its transfer (operations.md 11.1). */
export const transferResolutions = ['ACCEPT_RECEIVED', 'PAY_QUOTED', 'PAY_AS_IS', 'RETURN'] as const
export const reviewDeciders = ['operator', 'partner'] as const

/** A page of a document as a picture, for people to look at. */
export const DocumentPreview = z
  .object({
    page: z.int().describe('Number of the page, from 1 on.'),
    width: z.int().describe('Width of the picture, in pixels.'),
    height: z.int().describe('Height of the picture, in pixels.'),
    downloadUrl: z.string().describe('Link to it as JPEG, good for a quarter of an hour.'),
  })
  .meta({ id: 'DocumentPreview' })

/** A document of an answer, with a link that is good for a quarter of an hour; '' without the right. */
export const AnswerDocument = z
  .object({
    fileName: z.string().describe('Name of the file.'),
    mime: z.string().describe('Its type, such as application/pdf.'),
    bytes: z.int().describe('Size of the file, in bytes.'),
    sha256: z.string().describe('SHA-256 of its contents, in hexadecimal.'),
    downloadUrl: z
      .string()
      .describe('Link to it, good for a quarter of an hour; empty without the right to open it.'),
    pages: z
      .int()
      .optional()
      .describe('How many pages it has; absent for a file that was kept before files were opened.'),
    previews: z
      .array(DocumentPreview)
      .describe('Its first pages as pictures, upright; empty without the right to open it.'),
  })
  .meta({ id: 'AnswerDocument' })

/** A request for information, with its answer. */
export const ReviewQuestion = z
  .object({
    rfiId: z.string().describe('Id of the question.'),
    text: z.string().describe('The question as it was asked.'),
    status: z.enum(['OPEN', 'ANSWERED', 'WITHDRAWN']).describe('Whether it waits for an answer.'),
    askedAt: timestamp().describe('When it was asked.'),
    dueAt: timestamp().describe('When it has to be answered.'),
    answer: z.string().describe('The answer; empty until there is one.'),
    documents: z
      .array(AnswerDocument.omit({ downloadUrl: true, pages: true, previews: true }))
      .describe('Documents of the answer.'),
    answeredAt: timestamp().optional().describe('When it was answered; absent until then.'),
  })
  .meta({ id: 'ReviewQuestion' })

/** What a record in review waits for: why, who decides until when, and what was asked. */
export const Review = z
  .object({
    reviewId: z.string().describe('Id of the review.'),
    reason: z.string().describe('Why the record is in review: a code of an error.'),
    decider: z
      .enum(reviewDeciders)
      .describe('Whether the partner decides, or the operator of the service.'),
    openedAt: timestamp().describe('When the review began.'),
    dueAt: timestamp().describe('When it has to be decided.'),
    questions: z.array(ReviewQuestion).describe('What was asked, the oldest first.'),
    allowedActions: z
      .array(z.enum(transferResolutions))
      .describe('What the partner may decide; empty where the operator does.'),
  })
  .meta({ id: 'Review' })

/** A review with what arrived, and what that would pay at the price of now. */
export const ReviewDetails = Review.extend({
  received: Money.describe('The amount that arrived.'),
  quoted: Money.describe('The amount that was quoted.'),
  price: z
    .object({
      inAmount: Money.describe('The amount that arrived.'),
      outAmount: Money.describe('What the payee would receive.'),
      exchangeRate: z
        .number()
        .describe('Units of the target currency for one unit of the source currency.'),
      totalFees: Money.describe('Sum of all fees.'),
      verificationRequired: z
        .boolean()
        .describe('Whether a code has to be given, as more is paid than the payer confirmed.'),
    })
    .optional()
    .describe('What that would pay at the price of now; absent where it cannot be accepted.'),
  priceRefusal: z
    .string()
    .describe('Why what arrived cannot be accepted now; empty where it can, or nobody may.'),
}).meta({ id: 'ReviewDetails' })
