import { z } from 'zod'
import { pageQuery, RecordFailure, sortBy, timestamp } from '../base/common.ts'
import { BankAccount } from '../base/bank-account.ts'
import { OrderPayeeCheck } from '../base/payee-check.ts'
import { queryOf, recordOf } from '../base/record.ts'
import {
  stepStatuses,
  transferFilters,
  transferMembers,
  transferSorts,
  travelRuleStates,
} from './members.ts'
import { Review } from './reviews.ts'
import { DepositAccount, Fees, RateDetails } from './quotes.ts'

const Side = z.object({
  entityId: z.string().describe('Id of the customer, `ent_…`.'),
  accountId: z.string().describe('Id of its account: `acc_…`, or `fund_…` of a funding account.'),
  fullName: z.string().describe('Name of the customer when the transfer was quoted.'),
  latinName: z
    .string()
    .optional()
    .describe('The same in Latin letters; absent where the name is in them.'),
  email: z
    .string()
    .describe('E-mail address of the customer; members of the dashboard see it masked.'),
  jurisdiction: z.string().describe('Name of the country, or of the token on its chain.'),
  currency: z.string().describe('Code of the currency or token.'),
  amount: z.number().describe('Amount on this side, in the unit of its currency.'),
  account: BankAccount.optional().describe('The bank account; its numbers show their end only.'),
  wallet: z
    .object({ walletAddress: z.string().describe('Address on its chain.') })
    .optional()
    .describe('The wallet, in place of a bank account.'),
})

/** Who gets what goes back, where that is an account that was named. */
const RefundTarget = Side.pick({ accountId: true, fullName: true, account: true, wallet: true })

export const TransferStep = z
  .object({
    name: z
      .string()
      .describe('Name of the step, such as `deposit_received` or `payout_submitted`.'),
    status: z.enum(stepStatuses).describe('State of the step.'),
    startedAt: timestamp().optional().describe('When it began; absent of a step that has not.'),
    completedAt: timestamp().optional().describe('When it ended; absent until then.'),
    error: z.string().describe('What went wrong, in a sentence; empty where nothing did.'),
    attempt: z.int().describe('How often it was begun; 0 before the first time.'),
    expectedBy: timestamp()
      .optional()
      .describe('When it should be completed, while it is under way.'),
    reference: z
      .string()
      .describe('Hash of its transaction or reference of its payment; empty where it has none.'),
  })
  .meta({ id: 'TransferStep' })

const Approval = z.object({
  required: z.boolean().describe('Whether anybody has to approve.'),
  policyId: z.string().describe('Id of the rule of the policy that asks for it.'),
  approvalsNeeded: z.int().describe('How many people have to approve.'),
  votes: z
    .array(
      z.object({
        actorType: z.string().describe('Whether a member or a key voted.'),
        actorId: z.string().describe('Id of the member or key.'),
        actorName: z.string().optional().describe('Its name, where it has one.'),
        decision: z.enum(['APPROVED', 'REJECTED']).describe('Whether it was approved or rejected.'),
        comment: z.string().describe('Comment on the vote; empty where none was given.'),
        at: timestamp().describe('When the vote was given.'),
      }),
    )
    .describe('The votes so far, the oldest first.'),
})

const TravelRule = z
  .object({
    state: z
      .enum(travelRuleStates)
      .describe(
        'SELF_HOSTED: the customer keeps the wallet, and nobody is asked. WAITING for the answer. ACCEPTED or REJECTED by the provider. NOT_A_PROVIDER: nobody keeps the wallet for its owner. UNANSWERED in time.',
      ),
    counterparty: z.string().describe('Name of the provider; empty where it is not known.'),
    reason: z.string().describe('Why it was rejected, or nobody was asked; empty otherwise.'),
    sentAt: timestamp()
      .optional()
      .describe('When it was asked; absent before, and where it is not.'),
    dueAt: timestamp().optional().describe('Until when its answer is waited for.'),
    answeredAt: timestamp().optional().describe('When it answered in time.'),
    lateAnswer: z
      .enum(['ACCEPTED', 'REJECTED', 'NOT_A_PROVIDER'])
      .optional()
      .describe('Its answer after the time was over, which changes no payment that was made.'),
    lateAnswerAt: timestamp().optional().describe('When that answer came.'),
  })
  .meta({ id: 'TravelRule' })

/** The transfer execution of interface-specification.md 2, with the additions of operations.md 5. */
export const Transfer = recordOf(transferMembers, {
  from: Side,
  to: Side,
  parties: z.object({
    payer: z.string().describe('Name of the sender of the money.'),
    payee: z.string().describe('Name of the holder of the account.'),
  }),
  depositAccount: DepositAccount,
  rateDetails: RateDetails,
  fees: Fees,
  details: z.array(TransferStep),
  failure: RecordFailure,
  refundTo: RefundTarget,
  refunds: z.array(z.string()),
  approval: Approval,
  review: Review,
  travelRule: TravelRule,
  payeeCheck: OrderPayeeCheck,
  allowedActions: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
}).meta({ id: 'Transfer' })

/** Query parameters of every list of transfers. */
export const transferQuery = {
  ...pageQuery,
  sort: sortBy(transferSorts),
  ...queryOf(transferFilters),
}

export const TransferSummary = z
  .object({
    count: z.int().describe('How many transfers match.'),
    byStatus: z.record(z.string(), z.int()).describe('How many of each status, by its code.'),
    byCurrency: z
      .array(
        z.object({
          currency: z.string().describe('Code of the currency or token.'),
          in: z.number().describe('Sum of what comes in in it.'),
          out: z.number().describe('Sum of what goes out in it.'),
          fees: z.number().describe('Sum of the fees in it.'),
        }),
      )
      .describe('Sums of each currency, by its code.'),
  })
  .meta({ id: 'TransferSummary' })
