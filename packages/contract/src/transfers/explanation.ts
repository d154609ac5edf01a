import { z } from 'zod'
import { enveloped, recordId, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'

const explanationParts = ['happened', 'cost', 'place', 'next'] as const

/** What a sentence names: amounts as exact decimal text, times in UTC. */
const ExplanationValue = z.object({
  kind: z.enum(['amount', 'time', 'rate', 'duration', 'count', 'id', 'text']),
  value: z.string(),
  currency: z.string().optional(),
})

export const ExplanationSentence = z
  .object({
    /** Stays the same in every language. */
    code: z.string(),
    part: z.enum(explanationParts),
    /** Plain English, with its values written out. */
    text: z.string(),
    values: z.record(z.string(), ExplanationValue),
    /** Whether the payer may read it: it names no person, no id and no reason of a check. */
    forPayer: z.boolean(),
  })
  .meta({ id: 'ExplanationSentence' })

export const Explanation = z
  .object({
    executionId: z.string(),
    status: z.string(),
    asOf: timestamp(),
    sentences: z.array(ExplanationSentence),
    /** All of it, to paste into a message to support. */
    supportText: z.string(),
    /** What the payer may read. */
    payerText: z.string(),
  })
  .meta({ id: 'Explanation' })

export const explain = endpoint({
  id: 'transfers.explain',
  module: 'transfers',
  method: 'GET',
  path: '/api/v1/xfer/transaction/transfer/{executionId}/explanation',
  summary: 'Explain a transfer in sentences: what happened, what it cost, where the money is',
  params: z.object({ executionId: recordId() }),
  response: enveloped(Explanation),
  failures: ['TRANSFER_NOT_FOUND'],
})
