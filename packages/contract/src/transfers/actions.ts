import { z } from 'zod'
import {
  actorMembers,
  amount,
  enveloped,
  optionalText,
  recordId,
  timestamp,
} from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { OrderPayeeCheck } from '../base/payee-check.ts'
import { FileInput } from '../base/fields.ts'
import { transferResolutions, ReviewDetails, AnswerDocument, ReviewQuestion } from './reviews.ts'
import { transferColumns } from './members.ts'
import { Transfer, transferQuery, TransferStep } from './records.ts'

/** JSON with files in base64, or multipart: 16 MiB (operations.md 1). */
const uploadLimit = 16 * 1024 * 1024

const at = <const P extends string>(path: P) => `/api/v1/xfer/transaction/${path}` as const

/** What may be exported of a transfer, in the order of the columns when none are named. */
export const exportColumns = Object.keys(transferColumns) as ExportColumn[]
export type ExportColumn = keyof typeof transferColumns

export const Export = z
  .object({
    exportId: z.string().describe('Id of the export, `exp_…`.'),
    status: z
      .enum(['PENDING', 'RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED'])
      .describe('State of the export.'),
    format: z.enum(['csv', 'jsonl']).describe('Form of the file.'),
    rows: z.int().describe('Rows written up to now.'),
    bytes: z.int().describe('Size of the file; 0 until it is ready.'),
    sha256: z
      .string()
      .describe('SHA-256 of the whole file, in hexadecimal; empty until it is ready.'),
    url: z.string().describe('Link to the file, good for 15 minutes; empty until it is ready.'),
    expiresAt: timestamp()
      .optional()
      .describe('When the file is removed; absent until it is ready.'),
    createdAt: timestamp().describe('When the export was asked for.'),
  })
  .meta({ id: 'Export' })

export const LedgerEntry = z
  .object({
    postingId: z.string().describe('Id of the posting; its entries share it.'),
    account: z.string().describe('The account that it is booked on.'),
    currency: z.string().describe('Code of the currency or token.'),
    debit: z.number().describe('Amount on the debit side; 0 on the other.'),
    credit: z.number().describe('Amount on the credit side; 0 on the other.'),
    at: timestamp().describe('When it was booked.'),
    step: z.string().describe('The step that booked it.'),
    code: z.string().describe('What it books.'),
    kind: z
      .enum(['single', 'pending', 'post', 'void'])
      .describe('Whether it is booked at once, held, taken of what is held, or given up.'),
  })
  .meta({ id: 'LedgerEntry' })

const EventItem = z.object({
  eventId: z.string().describe('Id of the event, `evt_…`.'),
  eventType: z.string().describe('Type of the event.'),
  eventStatus: z.string().describe('Status of the event.'),
  status: z.string().describe('State of the transfer after it.'),
  previousStatus: z.string().describe('State of the transfer before it; empty of the first.'),
  exchangeRate: z
    .object({
      from: z.number().describe('The rate that was quoted.'),
      to: z.number().describe('The rate that is paid.'),
    })
    .optional()
    .describe('Of `rate_changed`: the rates before and after; absent of any other.'),
  at: timestamp().describe('When it was recorded.'),
})
const DeliveryItem = z.object({
  deliveryId: z.string().describe('Id of the delivery, `dlv_…`.'),
  eventId: z.string().describe('Id of its event, `evt_…`.'),
  status: z.string().describe('State of the delivery.'),
  attempts: z.int().describe('How many attempts were made.'),
  lastAttempt: z
    .object({
      httpStatus: z.int().nullable().describe('Status of the answer; null where none came.'),
      durationMs: z.int().describe('Milliseconds until the answer, or until it was given up.'),
    })
    .optional()
    .describe('The last attempt; absent before the first.'),
  at: timestamp().describe('When the delivery was made.'),
})
const AuditItem = z.object({
  action: z.string().describe('What was done, such as `transfer.simulate`.'),
  ...actorMembers,
  reason: z.string().describe('Reason that was given; empty where none was.'),
  requestId: z.string().describe('Id of the request, `req_…`; empty where none asked for it.'),
  at: timestamp().describe('When it was done.'),
})

const BankStatusItem = z.object({
  payoutId: z.string().describe('Id of the payment at the bank: its end-to-end id.'),
  status: z
    .string()
    .describe(
      'Status as the bank codes it (ISO 20022), such as ACSP; BOOK where a statement has booked it, PAID or NOT_PAID where staff found it out.',
    ),
  effect: z
    .enum(['ACCEPTED', 'CONFIRMED', 'REJECTED', 'CANCELED', 'WAITING', 'ATTENTION'])
    .describe('What it comes to; ATTENTION: staff have to find that out.'),
  scope: z
    .enum(['PAYMENT', 'BATCH', 'FILE', 'PERSON'])
    .describe('Whether it is about this payment alone, its batch or its file, or was found out.'),
  reasons: z
    .array(
      z.object({
        code: z.string().describe('Reason as the bank codes it, such as AC04; empty without one.'),
        texts: z.array(z.string()).describe('What the bank wrote about it.'),
      }),
    )
    .describe('Why, in the bank’s own words.'),
  terms: z
    .record(z.string(), z.string())
    .describe(
      'What the payment is like at the bank, where it accepted it with a change: `amount`, `executionDate`, `settlementDate`.',
    ),
  messageId: z.string().describe('Id of the bank’s message; empty where it was found out.'),
  madeAt: timestamp().describe('When the bank wrote it.'),
  readAt: timestamp().describe('When it was read.'),
})

const PayoutItem = z.object({
  step: z.string().describe('The step that sends it, `payout_submitted` or `refund_submitted`.'),
  attempt: z.int().describe('Which payout of that step it is, from 1.'),
  status: z
    .enum(['CREATED', 'SUBMITTED', 'CONFIRMED', 'FAILED', 'RETURNED'])
    .describe('How far it is.'),
  amount: z.number().describe('What it pays.'),
  currency: z.string().describe('Code of the currency or token.'),
  reference: z.string().describe('What the bank or chain calls it; empty until it is known.'),
  uetr: z
    .string()
    .describe(
      'Unique end-to-end transaction reference of a bank payment, by which every bank on its way finds it; empty on a chain.',
    ),
  payeeCheck: OrderPayeeCheck.optional().describe(
    'What the payee’s bank answered about the name; absent on a chain and before it was asked.',
  ),
  at: timestamp().describe('When it was ordered.'),
})

/** Everything that happened to a transfer; per currency the debits of the ledger equal its credits. */
export const Timeline = z
  .object({
    executionId: z.string().describe('Id of the transfer.'),
    events: z.array(EventItem).describe('Its events, the oldest first.'),
    steps: z.array(TransferStep).describe('Its steps, in their order.'),
    deliveries: z.array(DeliveryItem).describe('Deliveries of its events to the webhook.'),
    bankStatuses: z
      .array(BankStatusItem)
      .describe('What banks that are reached by files reported of its payments, the oldest first.'),
    ledger: z.array(LedgerEntry).describe('What was booked for it, the oldest first.'),
    payouts: z.array(PayoutItem).describe('Payments out of it, the oldest first.'),
    audit: z.array(AuditItem).describe('Entries of the audit log about it, the oldest first.'),
  })
  .meta({ id: 'Timeline' })

const { limit: _limit, cursor: _cursor, ...exportFilters } = transferQuery

/** What may be done with a transfer beside quoting and reading it. */
export const transferActions = {
  cancel: endpoint({
    id: 'transfers.cancel',
    module: 'transfers',
    method: 'POST',
    path: at('cancel'),
    summary: 'Cancel a transfer for which nothing has been received',
    body: z.object({
      executionId: recordId().describe('Id of the transfer.'),
      reason: optionalText().default('').describe('Why it is cancelled; kept in the audit log.'),
    }),
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
    body: z.object({
      executionId: recordId().describe('Id of the transfer.'),
      toAccountId: recordId()
        .optional()
        .describe('Another account of the payee, `acc_…`; the same one when absent.'),
    }),
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
      executionId: recordId().describe('Id of the transfer.'),
      amount: amount()
        .optional()
        .describe('Amount in the source currency; all that is left when absent.'),
      reason: optionalText().default('').describe('Why it is sent back; kept in the audit log.'),
      target: recordId()
        .optional()
        .describe('Id of another account of the payer; the one that paid when absent.'),
      refundId: recordId()
        .optional()
        .describe(
          'Your own name of this refund of this transfer: sent again, the money goes back once.',
        ),
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
      executionId: recordId().describe('Id of the transfer.'),
      decision: z.enum(['APPROVED', 'REJECTED']).describe('Whether you approve or reject it.'),
      comment: optionalText().default('').describe('Comment on the vote; others see it.'),
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
    params: z.object({ executionId: recordId().describe('Id of the transfer.') }),
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
    params: z.object({ executionId: recordId().describe('Id of the transfer.') }),
    body: z.object({
      action: z
        .enum(transferResolutions)
        .describe(
          'Pay what arrived, pay what was quoted, pay the payee in spite of what its bank says of the name, or send the money back.',
        ),
      verificationCode: z
        .string()
        .regex(/^\d{6}$/)
        .optional()
        .describe('The payer’s code of six digits, where more is paid than it confirmed.'),
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
    params: z.object({
      executionId: recordId().describe('Id of the transfer.'),
      rfiId: recordId().describe('Id of the question.'),
    }),
    body: z.object({
      answer: z.string().trim().min(1).max(4_000).describe('The answer, at most 4,000 characters.'),
      documents: z
        .array(FileInput)
        .max(10)
        .default([])
        .describe('Documents of the answer, at most 10.'),
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
    params: z.object({
      executionId: recordId().describe('Id of the transfer.'),
      rfiId: recordId().describe('Id of the question.'),
    }),
    response: enveloped(z.array(AnswerDocument)),
    failures: ['TRANSFER_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
  timeline: endpoint({
    id: 'transfers.timeline',
    module: 'transfers',
    method: 'GET',
    path: at('transfer/{executionId}/timeline'),
    summary: 'Read events, steps, deliveries, postings and audit entries of a transfer',
    params: z.object({ executionId: recordId().describe('Id of the transfer.') }),
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
      format: z.enum(['csv', 'jsonl']).describe('Form of the file.'),
      filters: z
        .object(exportFilters)
        .prefault({})
        .describe('Filters of the list of transfers; all transfers when absent.'),
      columns: z
        .array(z.enum(exportColumns))
        .min(1)
        .max(exportColumns.length)
        .optional()
        .describe('Columns of the file, in their order; all of them when absent.'),
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
    params: z.object({ exportId: recordId().describe('Id of the export, `exp_…`.') }),
    response: enveloped(Export),
    failures: ['RECORD_NOT_FOUND'],
  }),
}
