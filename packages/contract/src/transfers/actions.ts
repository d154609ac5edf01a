import { z } from 'zod'
import { amount, enveloped, optionalText, recordId, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { FileInput } from '../base/fields.ts'
import { transferResolutions, ReviewDetails, AnswerDocument, ReviewQuestion } from './reviews.ts'
import { Transfer, transferFilters, TransferStep } from './records.ts'

/** JSON with files in base64, or multipart: 16 MiB (operations.md 1). */
const uploadLimit = 16 * 1024 * 1024

const at = <const P extends string>(path: P) => `/api/v1/xfer/transaction/${path}` as const

/** What may be exported of a transfer, in the order of the columns when none are named. */
export const exportColumns = [
  'executionId',
  'transactionId',
  'status',
  'eventStatus',
  'direction',
  'fromEntityId',
  'fromName',
  'payer',
  'fromAccountId',
  'fromJurisdiction',
  'toEntityId',
  'toName',
  'toAccountId',
  'toJurisdiction',
  'amountIn',
  'currencyIn',
  'amountOut',
  'currencyOut',
  'exchangeRate',
  'partnerFees',
  'svcFees',
  'txFees',
  'totalFees',
  'failureCode',
  'refundOf',
  'transactionHash',
  'createdAt',
  'startedAt',
  'completedAt',
] as const
export type ExportColumn = (typeof exportColumns)[number]

export const Export = z
  .object({
    exportId: z.string(),
    status: z.enum(['PENDING', 'RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED']),
    format: z.enum(['csv', 'jsonl']),
    rows: z.int(),
    bytes: z.int(),
    /** Of the whole file, in hexadecimal; '' until it is ready. */
    sha256: z.string(),
    /** Good for 15 minutes; '' until the file is ready. */
    url: z.string(),
    expiresAt: timestamp().optional(),
    createdAt: timestamp(),
  })
  .meta({ id: 'Export' })

export const LedgerEntry = z
  .object({
    postingId: z.string(),
    account: z.string(),
    currency: z.string(),
    debit: z.number(),
    credit: z.number(),
    at: timestamp(),
    /** The step that booked it and what it books. */
    step: z.string(),
    code: z.string(),
    kind: z.enum(['single', 'pending', 'post', 'void']),
  })
  .meta({ id: 'LedgerEntry' })

const EventItem = z.object({
  eventId: z.string(),
  eventType: z.string(),
  eventStatus: z.string(),
  status: z.string(),
  previousStatus: z.string(),
  /** Of `rate_changed`: what was quoted, and what is paid. */
  exchangeRate: z.object({ from: z.number(), to: z.number() }).optional(),
  at: timestamp(),
})
const DeliveryItem = z.object({
  deliveryId: z.string(),
  eventId: z.string(),
  status: z.string(),
  attempts: z.int(),
  /** Of the last attempt; none before the first. No status where nothing answered. */
  lastAttempt: z.object({ httpStatus: z.int().nullable(), durationMs: z.int() }).optional(),
  at: timestamp(),
})
const AuditItem = z.object({
  action: z.string(),
  actorType: z.string(),
  actorId: z.string(),
  /** Of the member or key, removed ones too; '' where it has none. */
  actorName: z.string(),
  reason: z.string(),
  requestId: z.string(),
  at: timestamp(),
})

/** Everything that happened to a transfer; per currency the debits of the ledger equal its credits. */
export const Timeline = z
  .object({
    executionId: z.string(),
    events: z.array(EventItem),
    steps: z.array(TransferStep),
    deliveries: z.array(DeliveryItem),
    ledger: z.array(LedgerEntry),
    audit: z.array(AuditItem),
  })
  .meta({ id: 'Timeline' })

const { limit: _limit, cursor: _cursor, ...exportFilters } = transferFilters

/** What may be done with a transfer beside quoting and reading it. */
export const transferActions = {
  cancel: endpoint({
    id: 'transfers.cancel',
    module: 'transfers',
    method: 'POST',
    path: at('cancel'),
    summary: 'Cancel a transfer for which nothing has been received',
    body: z.object({ executionId: recordId(), reason: optionalText().default('') }),
    response: enveloped(Transfer),
    failures: ['TRANSFER_NOT_FOUND', 'TRANSFER_NOT_CANCELLABLE'],
  }),
  retry: endpoint({
    id: 'transfers.retry',
    module: 'transfers',
    method: 'POST',
    path: at('retry'),
    summary: 'Pay a failed transfer out again, also to another account of the payee',
    stepUp: true,
    body: z.object({ executionId: recordId(), toAccountId: recordId().optional() }),
    response: enveloped(Transfer),
    failures: [
      'TRANSFER_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_TYPE_NOT_ALLOWED',
      'CORRIDOR_UNAVAILABLE',
      'ILLEGAL_TRANSITION',
    ],
    approval: 'request',
  }),
  refund: endpoint({
    id: 'transfers.refund',
    module: 'transfers',
    method: 'POST',
    path: at('refund'),
    summary: 'Send the money of a failed or completed transfer back to its payer',
    stepUp: true,
    body: z.object({
      executionId: recordId(),
      /** In the source currency; all that is left when absent. */
      amount: amount().optional(),
      reason: optionalText().default(''),
      /** Another account of the payer; the one that paid when absent. */
      target: recordId().optional(),
      /** The caller's own name of this refund of this transfer: sent again, it goes back once. */
      refundId: recordId().optional(),
    }),
    response: enveloped(Transfer),
    failures: [
      'TRANSFER_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_TYPE_NOT_ALLOWED',
      'CORRIDOR_UNAVAILABLE',
      'AMOUNT_PRECISION',
      'AMOUNT_ABOVE_MAX',
      'INSUFFICIENT_BALANCE',
      // Only where lending was agreed with the partner.
      'CREDIT_LIMIT_EXCEEDED',
      'TRANSACTION_ID_USED',
      'ILLEGAL_TRANSITION',
    ],
    approval: 'request',
  }),
  approve: endpoint({
    id: 'transfers.approve',
    module: 'transfers',
    method: 'POST',
    path: at('approval'),
    summary: 'Approve or reject a transfer that waits for approval',
    stepUp: true,
    scope: 'transfers:approve',
    body: z.object({
      executionId: recordId(),
      decision: z.enum(['APPROVED', 'REJECTED']),
      comment: optionalText().default(''),
    }),
    response: enveloped(Transfer),
    failures: ['TRANSFER_NOT_FOUND', 'MAKER_CANNOT_APPROVE', 'ILLEGAL_TRANSITION'],
  }),
  review: endpoint({
    id: 'transfers.review',
    module: 'transfers',
    method: 'GET',
    path: at('transfer/{executionId}/review'),
    summary: 'Read what a transfer in review waits for, and what it would pay now',
    params: z.object({ executionId: recordId() }),
    response: enveloped(ReviewDetails),
    failures: ['TRANSFER_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
  resolve: endpoint({
    id: 'transfers.resolve',
    module: 'transfers',
    method: 'POST',
    path: at('transfer/{executionId}/resolve'),
    summary: 'Decide about money that does not fit its transfer',
    stepUp: true,
    approval: 'request',
    params: z.object({ executionId: recordId() }),
    body: z.object({
      action: z.enum(transferResolutions),
      /** Where more is accepted than the payer confirmed. */
      verificationCode: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    response: enveloped(Transfer),
    failures: [
      'TRANSFER_NOT_FOUND',
      'ILLEGAL_TRANSITION',
      'OTP_INVALID',
      'OTP_EXPIRED',
      'AMOUNT_BELOW_MIN',
      'AMOUNT_ABOVE_MAX',
      'LIMIT_TXN',
      'LIMIT_DAILY',
      'CORRIDOR_UNAVAILABLE',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  answer: endpoint({
    id: 'transfers.answer',
    module: 'transfers',
    method: 'POST',
    path: at('transfer/{executionId}/rfi/{rfiId}'),
    summary: 'Answer a question about a transfer in review',
    // A compliance officer answers what compliance asks.
    orScope: 'kyc:write',
    params: z.object({ executionId: recordId(), rfiId: recordId() }),
    body: z.object({
      answer: z.string().trim().min(1).max(4_000),
      documents: z.array(FileInput).max(10).default([]),
    }),
    response: enveloped(ReviewQuestion),
    failures: ['TRANSFER_NOT_FOUND', 'RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
    bodyLimit: uploadLimit,
    multipart: true,
  }),
  answerDocuments: endpoint({
    id: 'transfers.answerDocuments',
    module: 'transfers',
    method: 'GET',
    path: at('transfer/{executionId}/rfi/{rfiId}/documents'),
    summary: 'List the documents of an answer about a transfer, with links to open them',
    params: z.object({ executionId: recordId(), rfiId: recordId() }),
    response: enveloped(z.array(AnswerDocument)),
    failures: ['TRANSFER_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
  timeline: endpoint({
    id: 'transfers.timeline',
    module: 'transfers',
    method: 'GET',
    path: at('transfer/{executionId}/timeline'),
    summary: 'Read events, steps, deliveries, postings and audit entries of a transfer',
    params: z.object({ executionId: recordId() }),
    response: enveloped(Timeline),
    failures: ['TRANSFER_NOT_FOUND'],
  }),
  export: endpoint({
    id: 'transfers.export',
    module: 'transfers',
    method: 'POST',
    path: at('export'),
    summary: 'Write the transfers that match to a file',
    body: z.object({
      format: z.enum(['csv', 'jsonl']),
      filters: z.object(exportFilters).prefault({}),
      columns: z.array(z.enum(exportColumns)).min(1).max(exportColumns.length).optional(),
    }),
    response: enveloped(Export),
    failures: ['AMOUNT_PRECISION'],
  }),
  readExport: endpoint({
    id: 'transfers.readExport',
    module: 'transfers',
    method: 'GET',
    path: at('export/{exportId}'),
    summary: 'Read an export; once it is ready, with a link to the file',
    params: z.object({ exportId: recordId() }),
    response: enveloped(Export),
    failures: ['RECORD_NOT_FOUND'],
  }),
}
