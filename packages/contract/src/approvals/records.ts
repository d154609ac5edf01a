import { z } from 'zod'
import { Money, timestamp } from '../base/common.ts'
import { payeeStandings, PolicyApproval, PolicyRule, PolicyRules } from '../base/policy.ts'

/** Letters of a question or an answer, and questions of one request. */
export const questionTextMax = 500
export const questionsMax = 20

export const approvalStatuses = [
  'REQUESTED',
  'EXECUTED',
  'REJECTED',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
  // Who asked for it was removed, or their key revoked, before enough people had agreed.
  'VOID',
] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

const Actor = z.object({
  type: z.string().describe('Whether it is a member or a key: `partner_user` or `api_key`.'),
  id: z.string().describe('Id of the member or key.'),
})

const NamedActor = Actor.extend({ name: z.string().describe('Name of the member or key.') })

/** The record that something is about. */
const Subject = z.object({
  kind: z.string().describe('Kind of the record.'),
  id: z.string().describe('Id of the record; empty where there is none yet.'),
})

export const ApprovalVote = z.object({
  memberId: z.string().describe('Id of the member who voted, `mem_…`.'),
  name: z.string().describe('Name of the member.'),
  role: z.string().describe('Role that the member voted in.'),
  decision: z.enum(['APPROVED', 'REJECTED']).describe('Whether the member agreed.'),
  comment: z.string().describe('Comment on the vote; empty where none was given.'),
  at: timestamp().describe('When the vote was given.'),
})

/** An operation that waits until other people agree, and what became of it. */
export const ApprovalRequest = z
  .object({
    approvalId: z.string().describe('Id of the request, `apr_…`.'),
    operation: z.string().describe('Id of the operation, such as `transfers.refund`.'),
    status: z
      .enum(approvalStatuses)
      .describe('State of the request; VOID where its maker was removed or the key revoked.'),
    subject: Subject.describe('The record that it is about.'),
    summary: z.string().describe('What it would do, in a sentence.'),
    amount: z
      .number()
      .optional()
      .describe('Amount that it would move, in units of the currency; absent where it moves none.'),
    currency: z
      .string()
      .optional()
      .describe('Code of the currency or token; absent where it moves none.'),
    dollars: z
      .string()
      .optional()
      .describe('What the amount is worth in US dollars at the mid rate, as a decimal text.'),
    dollarRate: z
      .string()
      .optional()
      .describe('Dollars for a unit of the currency when it was asked for, as a decimal text.'),
    payee: z.string().optional().describe('Name of who would be paid; absent where nobody is.'),
    destination: z
      .string()
      .optional()
      .describe('Where the money would go; absent where it goes nowhere.'),
    destinationBefore: z
      .string()
      .optional()
      .describe('Where it goes today, of an operation that changes it.'),
    maker: NamedActor.describe('Who asked for the operation.'),
    because: z.array(z.string()).describe('Why it has to be agreed to, in sentences.'),
    needs: z.array(PolicyApproval).describe('Who has to agree, and how many.'),
    approvalsNeeded: z.int().describe('How many further people have to agree.'),
    votes: z.array(ApprovalVote).describe('The votes so far, the oldest first.'),
    openQuestions: z.int().describe('Questions to its maker that nobody has answered.'),
    mayDecide: z.boolean().describe('Whether the caller may decide about it now.'),
    policyVersion: z.int().describe('Version of the policy that asks for it.'),
    rule: z.string().describe('Id of the rule that asks for it.'),
    failure: z
      .object({
        code: z.string().describe('Code of the error.'),
        message: z.string().describe('The same in a sentence.'),
      })
      .optional()
      .describe('Why the operation was refused when it was run; absent where it was not.'),
    result: z.unknown().optional().describe('The operation’s own answer; absent until it was run.'),
    expiresAt: timestamp().describe('When it ends without enough votes.'),
    createdAt: timestamp().describe('When it was asked for.'),
    updatedAt: timestamp().describe('When it was last changed.'),
    version: z.int().describe('Rises with each change of the request.'),
  })
  .meta({ id: 'ApprovalRequest' })

/** What somebody who decides asked the maker. */
export const ApprovalQuestion = z
  .object({
    questionId: z.string().describe('Id of the question, `rfi_…`.'),
    text: z.string().describe('The question, at most 500 characters.'),
    askedBy: NamedActor.describe('Who asked it.'),
    askedAt: timestamp().describe('When it was asked.'),
    answer: z.string().optional().describe('The answer; absent until there is one.'),
    answeredBy: NamedActor.optional().describe('Who answered; absent until then.'),
    answeredAt: timestamp().optional().describe('When it was answered; absent until then.'),
  })
  .meta({ id: 'ApprovalQuestion' })

/** What one payment is priced at. */
const Price = z.object({
  inAmount: Money.describe('What the payer pays, fees included.'),
  outAmount: Money.describe('What the payee receives.'),
  rate: z
    .string()
    .describe('Units of the target currency for a unit of the source currency, as a decimal text.'),
  totalFees: Money.describe('Sum of all fees.'),
  validUntil: timestamp().describe('Until when the price holds.'),
})

/** What is on record of the account or wallet that would be paid, whoever added it. */
export const PayeeHistory = z
  .object({
    standing: z
      .enum(payeeStandings)
      .describe(
        'How well the payee is known; `listed` goes before both: it resembles a listed name or address.',
      ),
    accounts: z
      .array(
        z.object({
          accountId: z.string().describe('Id of the account, `acc_…`.'),
          nickname: z.string().describe('Your own name of the account; empty where it has none.'),
          addedAt: timestamp().describe('When it was added.'),
          addedBy: NamedActor.optional().describe('Who added it; absent where that is not known.'),
        }),
      )
      .describe('Accounts of the payee on record.'),
    payments: z.int().describe('Payments in effect, without the one that is asked about.'),
    sums: z.array(Money).describe('What they came to, by currency.'),
    dollars: z
      .string()
      .describe('What they were worth in US dollars when they were quoted, as a decimal text.'),
    firstAt: timestamp()
      .optional()
      .describe('When the first was made; absent where there is none.'),
    lastAt: timestamp()
      .optional()
      .describe('When the newest was made; absent where there is none.'),
    latest: z
      .array(
        z.object({
          executionId: z.string().describe('Id of the transfer, `exec_…`.'),
          status: z.string().describe('State of the transfer.'),
          amount: z.number().describe('Amount in units of the currency.'),
          currency: z.string().describe('Code of the currency or token.'),
          at: timestamp().describe('When it was made.'),
        }),
      )
      .describe('The newest five payments, the newest first.'),
  })
  .meta({ id: 'PayeeHistory' })

/** A request with all that whoever decides has to know. */
export const ApprovalDetail = ApprovalRequest.extend({
  questions: z.array(ApprovalQuestion).describe('Questions to its maker, the oldest first.'),
  mayApprove: z
    .array(
      z.object({
        memberId: z.string().describe('Id of the member, `mem_…`.'),
        name: z.string().describe('Name of the member.'),
        role: z.string().describe('Role of the member.'),
      }),
    )
    .describe('Members who could still agree, by the policy.'),
  isReachable: z.boolean().describe('Whether they are enough.'),
  payeeHistory: PayeeHistory.optional().describe(
    'What is on record of the payee; absent without any, and for those who may not read transfers.',
  ),
  price: z
    .object({
      quoted: Price.describe('The price as it was quoted.'),
      current: Price.optional().describe('The price now; absent where the quote still holds.'),
    })
    .optional()
    .describe('Of an execution: its price; absent of any other operation.'),
  policyChange: z
    .object({
      rules: PolicyRules.describe('The rules that are asked for.'),
      after: z.array(z.string()).describe('The rules that are asked for, in sentences.'),
      before: z
        .array(z.string())
        .describe('The rules in force when it was asked for, in sentences.'),
    })
    .optional()
    .describe('Of a change of the policy: what would change; absent of any other operation.'),
}).meta({ id: 'ApprovalDetail' })

const Finding = z.object({
  rule: z.string().describe('Id of the rule; empty where it is about the policy as a whole.'),
  kind: z
    .enum(['never', 'shadowed', 'contradicted', 'unreachable', 'locked'])
    .describe(
      'What is wrong: unreachable where too few people could agree, locked where nobody could change the policy again.',
    ),
  by: z.string().optional().describe('Id of the rule that causes it; absent where none does.'),
  sentence: z.string().describe('The same in a sentence.'),
})

export const PartnerPolicy = z
  .object({
    version: z.int().describe('Version of the policy; rises with each change.'),
    isDefault: z
      .boolean()
      .describe('Whether it follows from the agreed terms, as you have set none.'),
    rules: z.array(PolicyRule).describe('The rules in force, in their order.'),
    otherwise: z.enum(['allow', 'deny']).describe('What holds where no rule matches.'),
    sentences: z
      .array(z.string())
      .describe('The rules in sentences, a line for each and a last line for everything else.'),
    findings: z.array(Finding).describe('Rules that never decide, and why.'),
    changedBy: Actor.optional().describe('Who set it; absent where nobody has.'),
    changedAt: timestamp().optional().describe('When it was set; absent where nobody has.'),
  })
  .meta({ id: 'PartnerPolicy' })

/** A version of the policy as it was set. */
export const PolicyVersion = z
  .object({
    version: z.int().describe('Number of the version.'),
    isDefault: z
      .boolean()
      .describe('Whether it was put back to the default that follows from the agreed terms.'),
    sentences: z
      .array(z.string())
      .describe('The rules in sentences; of a default, as it follows from the terms of today.'),
    changedBy: NamedActor.describe('Who set it.'),
    changedAt: timestamp().describe('When it was set.'),
  })
  .meta({ id: 'PolicyVersion' })

const ReplayedCase = z.object({
  decisionId: z.string().describe('Id of the decision.'),
  operation: z.string().describe('Id of the operation, such as `transfers.execute`.'),
  subject: Subject.describe('The record that it was about.'),
  at: timestamp().describe('When it was decided.'),
  rule: z.string().describe('Id of the rule that would decide; empty where none matches.'),
  because: z.array(z.string()).describe('Why, in sentences.'),
})

export const PolicyReplay = z
  .object({
    total: z.int().describe('How many operations were judged.'),
    newlyDenied: z.array(ReplayedCase).describe('Those that would be denied now.'),
    newlyWaiting: z.array(ReplayedCase).describe('Those that would wait for approval now.'),
    newlyAllowed: z.array(ReplayedCase).describe('Those that would be allowed now.'),
    otherApprovals: z.array(ReplayedCase).describe('Those that would wait for other people.'),
    unchanged: z.int().describe('How many would be decided as they were.'),
    findings: z.array(Finding).describe('Rules that never decide, and why.'),
    sentences: z.array(z.string()).describe('The rules in sentences.'),
  })
  .meta({ id: 'PolicyReplay' })
