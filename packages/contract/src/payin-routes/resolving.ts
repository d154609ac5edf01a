import { z } from 'zod'
import { Money, optionalText, recordId } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { FileInput } from '../base/fields.ts'
import { AnswerDocument, ReviewQuestion } from '../transfers/reviews.ts'
import { ForwardedDeposit, resolveActions } from './deposits.ts'
import { at, nested } from './envelope.ts'
import { depositStatuses } from './members.ts'

/** What is decided about deposits that wait. */
export const resolving = {
  resolve: endpoint({
    id: 'payinRoutes.resolve',
    module: 'payin-routes',
    method: 'POST',
    path: at('/deposit/resolve'),
    summary: 'Forward, return or keep a held deposit, or pay a waiting transfer by it',
    stepUp: true,
    body: z.object({
      depositId: recordId().describe('Id of the deposit, `dep_…`.'),
      action: z
        .enum(resolveActions)
        .describe('What to do with it: `allowedActions` of the deposit lists what is taken.'),
      target: recordId()
        .optional()
        .describe(
          'Another external account than the route’s destination, or than the return policy’s, `acc_…`.',
        ),
      executionId: recordId()
        .optional()
        .describe('With ASSIGN: id of the transfer that it pays, `exec_…`.'),
      reason: optionalText().default('').describe('Why it was decided so; kept in the audit log.'),
    }),
    response: nested(
      z.object({
        depositId: z.string().describe('Id of the deposit, `dep_…`.'),
        teleportId: z.string().describe('Id of its route, `tele_…`; empty where it has none.'),
        executionId: z
          .string()
          .describe(
            'Id of the transfer that forwards or returns it, or that it pays; empty where there is none.',
          ),
        previousStatus: z.enum(depositStatuses).describe('State of the deposit before.'),
        status: z.enum(depositStatuses).describe('State of the deposit now.'),
      }),
    ),
    failures: [
      'RECORD_NOT_FOUND',
      'TRANSFER_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_TYPE_NOT_ALLOWED',
      'AMOUNT_BELOW_MIN',
      'CORRIDOR_UNAVAILABLE',
      'KYC_REQUIRED',
      'LIMIT_DAILY',
      'ILLEGAL_TRANSITION',
      'VERSION_CONFLICT',
      'PROVIDER_UNAVAILABLE',
    ],
    approval: 'request',
  }),
  answer: endpoint({
    id: 'payinRoutes.answer',
    module: 'payin-routes',
    method: 'POST',
    path: at('/deposit/{depositId}/rfi/{rfiId}'),
    summary: 'Answer a question about a held deposit',
    // A compliance officer answers what compliance asks.
    orScope: 'kyc:write',
    params: z.object({
      depositId: recordId(),
      rfiId: recordId().describe('Id of the question, `rfi_…`.'),
    }),
    body: z.object({
      answer: z.string().trim().min(1).max(4_000).describe('The answer, at most 4,000 characters.'),
      documents: z
        .array(FileInput)
        .max(10)
        .default([])
        .describe('Documents of the answer, at most 10.'),
    }),
    response: nested(ReviewQuestion),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
    bodyLimit: 16 * 1024 * 1024,
    multipart: true,
  }),
  answerDocuments: endpoint({
    id: 'payinRoutes.answerDocuments',
    module: 'payin-routes',
    method: 'GET',
    path: at('/deposit/{depositId}/rfi/{rfiId}/documents'),
    summary: 'List the documents of an answer about a deposit, with links to open them',
    params: z.object({
      depositId: recordId(),
      rfiId: recordId().describe('Id of the question, `rfi_…`.'),
    }),
    response: nested(z.array(AnswerDocument)),
    failures: ['RECORD_NOT_FOUND'],
  }),
  forwardHeld: endpoint({
    id: 'payinRoutes.forwardHeld',
    module: 'payin-routes',
    method: 'POST',
    path: at('/deposit/forward'),
    summary: 'Forward the held deposits that fit the limits now',
    stepUp: true,
    body: z.object({
      depositIds: z
        .array(recordId())
        .min(1)
        .max(50)
        .optional()
        .describe(
          'Ids of the deposits, at most 50; the oldest 50 that a limit holds and that fit now when absent.',
        ),
      reason: optionalText().default('').describe('Why they are forwarded; kept in the audit log.'),
    }),
    response: nested(
      z.object({
        forwarded: z.int().describe('How many are forwarded.'),
        excluded: z.int().describe('How many were left out.'),
        sums: z.array(Money).describe('What is forwarded, by currency.'),
        results: z.array(ForwardedDeposit).describe('What became of each deposit.'),
      }),
    ),
    failures: [],
    approval: 'request',
  }),
}
