import { z } from 'zod'
import { timestamp } from './common.ts'

/** What the payee's bank answers about a name (people.md 2.10). */
export const payeeOutcomes = ['MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE'] as const

/** Why an order leaves although its bank does not have the name that was asked about. */
export const payeeReleases = ['POLICY', 'REVIEW', 'ORIGIN', 'OWN_MONEY', 'BEFORE_CHECKS'] as const

/** What the bank of an account answered when it was asked in whose name the account is. */
export const PayeeCheck = z
  .object({
    outcome: z
      .enum(payeeOutcomes)
      .describe(
        'MATCH: the account is in this name. CLOSE_MATCH: in a similar one, see `bankName`. NO_MATCH: in another one, which is not disclosed. NOT_POSSIBLE: nobody could be asked.',
      ),
    askedName: z.string().describe('The name that was asked about, as banks are given it.'),
    bankName: z
      .string()
      .describe('The holder as the bank has it; only with CLOSE_MATCH, otherwise empty.'),
    scheme: z.string().describe('The scheme that answered; empty where none did.'),
    reference: z.string().describe('The scheme’s own reference of the answer; empty without one.'),
    checkedAt: timestamp().optional().describe('When it was asked; absent of earlier payments.'),
  })
  .meta({ id: 'PayeeCheck' })

/** The same of an order to pay, with what let it leave. */
export const OrderPayeeCheck = PayeeCheck.extend({
  release: z
    .enum(payeeReleases)
    .optional()
    .describe(
      'What let the payment leave in spite of the outcome: your POLICY, a decision in its REVIEW, that it goes back to its ORIGIN, or that it was made BEFORE_CHECKS; absent with MATCH, and while it is held.',
    ),
  decidedBy: z
    .string()
    .optional()
    .describe('Who decided in the review, as the audit log names them; absent without a decision.'),
  decidedAt: timestamp().optional().describe('When that was; absent without a decision.'),
}).meta({ id: 'OrderPayeeCheck' })
