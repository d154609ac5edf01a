import { z } from 'zod'
import { enveloped, optionalText, recordId, text } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'

const simulatedAnswers = ['ACCEPTED', 'REJECTED', 'NOT_A_PROVIDER', 'NONE'] as const

/** What the providers of payees' wallets do, done by a test. */
export const travelControls = {
  answerTravelRule: endpoint({
    id: 'sandbox.answerTravelRule',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/travel-rule/answer',
    summary: 'Answer for the provider of a wallet that is asked before a large payment',
    body: z.object({
      address: text(42)
        .optional()
        .describe('Address of a wallet: what its provider will say when it is asked.'),
      executionId: recordId()
        .optional()
        .describe('Id of a transfer, in place of an address: what its provider says now.'),
      answer: z
        .enum(simulatedAnswers)
        .describe('The answer; NONE for a provider that never answers, of an address alone.'),
      name: text(100).optional().describe('Name of the provider, of an address alone.'),
      reason: optionalText(500)
        .optional()
        .describe('Why it rejects the payment; a plain reason when absent.'),
    }),
    response: enveloped(
      z.object({
        address: z.string().describe('Address of the wallet.'),
        answer: z.enum(simulatedAnswers).describe('What the provider answers.'),
        executionId: z.string().describe('Id of the transfer; empty where none was named.'),
      }),
    ),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
}
