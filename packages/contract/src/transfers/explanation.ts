import { z } from 'zod'
import { enveloped, recordId, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'

const explanationParts = ['happened', 'cost', 'place', 'next'] as const

/** What a sentence names: amounts as exact decimal text, times in UTC. */
const ExplanationValue = z.object({
  kind: z
    .enum(['amount', 'time', 'rate', 'duration', 'count', 'id', 'text'])
    .describe('What the value is.'),
  value: z.string().describe('The value as text: amounts exact, times in UTC.'),
  currency: z.string().optional().describe('Code of its currency; of an amount only.'),
})

export const ExplanationSentence = z
  .object({
    code: z.string().describe('Code of the sentence; the same in every language.'),
    part: z
      .enum(explanationParts)
      .describe(
        'What it is about: what happened, what it cost, where the money is, what comes next.',
      ),
    text: z.string().describe('The sentence in plain English, with its values written out.'),
    values: z.record(z.string(), ExplanationValue).describe('Its values by their names.'),
    forPayer: z
      .boolean()
      .describe(
        'Whether the payer may read it: it names no person, no id and no reason of a check.',
      ),
  })
  .meta({ id: 'ExplanationSentence' })

export const Explanation = z
  .object({
    executionId: z.string().describe('Id of the transfer.'),
    status: z.string().describe('State of the transfer.'),
    asOf: timestamp().describe('When it was explained.'),
    sentences: z.array(ExplanationSentence).describe('The sentences, in their order.'),
    supportText: z.string().describe('All of it, to paste into a message to support.'),
    payerText: z.string().describe('What the payer may read.'),
  })
  .meta({ id: 'Explanation' })

export const explain = endpoint({
  id: 'transfers.explain',
  module: 'transfers',
  method: 'GET',
  path: '/api/v1/xfer/transaction/transfer/{executionId}/explanation',
  summary: 'Explain a transfer in sentences: what happened, what it cost, where the money is',
  params: z.object({ executionId: recordId().describe('Id of the transfer.') }),
  response: enveloped(Explanation),
  failures: ['TRANSFER_NOT_FOUND'],
})
