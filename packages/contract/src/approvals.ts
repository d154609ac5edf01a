import { z } from 'zod'
import {
  enveloped,
  listed,
  Money,
  optionalText,
  pageQuery,
  recordId,
  text,
  timestamp,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { payeeStandings, PolicyApproval, PolicyRule, PolicyRules } from './base/policy.ts'

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

const Actor = z.object({ type: z.string(), id: z.string() })

export const ApprovalVote = z.object({
  memberId: z.string(),
  name: z.string(),
  role: z.string(),
  decision: z.enum(['APPROVED', 'REJECTED']),
  comment: z.string(),
  at: timestamp(),
})

/** An operation that waits until other people agree, and what became of it. */
export const ApprovalRequest = z
  .object({
    approvalId: z.string(),
    /** Id of the operation, such as `transfers.refund`. */
    operation: z.string(),
    status: z.enum(approvalStatuses),
    subject: z.object({ kind: z.string(), id: z.string() }),
    /** What it would do, in a sentence. */
    summary: z.string(),
    amount: z.number().optional(),
    currency: z.string().optional(),
    /** What the amount is worth in US dollars at the mid rate. */
    dollars: z.string().optional(),
    /** Dollars for one unit of the currency when it was asked for. */
    dollarRate: z.string().optional(),
    payee: z.string().optional(),
    destination: z.string().optional(),
    /** Where it goes today, of an operation that changes it. */
    destinationBefore: z.string().optional(),
    maker: Actor.extend({ name: z.string() }),
    /** Why it has to be agreed to, in sentences. */
    because: z.array(z.string()),
    /** Who has to agree. */
    needs: z.array(PolicyApproval),
    /** How many further people have to. */
    approvalsNeeded: z.int(),
    votes: z.array(ApprovalVote),
    /** Questions to its maker that nobody has answered. */
    openQuestions: z.int(),
    /** Whether the caller may decide about it now. */
    mayDecide: z.boolean(),
    policyVersion: z.int(),
    rule: z.string(),
    /** Why the operation was refused when it was run. */
    failure: z.object({ code: z.string(), message: z.string() }).optional(),
    /** The operation's own answer. */
    result: z.unknown().optional(),
    expiresAt: timestamp(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: z.int(),
  })
  .meta({ id: 'ApprovalRequest' })

/** What somebody who decides asked the maker. */
export const ApprovalQuestion = z
  .object({
    questionId: z.string(),
    text: z.string(),
    askedBy: Actor.extend({ name: z.string() }),
    askedAt: timestamp(),
    answer: z.string().optional(),
    answeredBy: Actor.extend({ name: z.string() }).optional(),
    answeredAt: timestamp().optional(),
  })
  .meta({ id: 'ApprovalQuestion' })

/** What one payment is priced at. */
const Price = z.object({
  inAmount: Money,
  outAmount: Money,
  rate: z.string(),
  totalFees: Money,
  validUntil: timestamp(),
})

/** What is on record of the account or wallet that would be paid, whoever added it. */
export const PayeeHistory = z
  .object({
    /** `listed` goes before both: it resembles a listed name or address. */
    standing: z.enum(payeeStandings),
    accounts: z.array(
      z.object({
        accountId: z.string(),
        nickname: z.string(),
        addedAt: timestamp(),
        addedBy: Actor.extend({ name: z.string() }).optional(),
      }),
    ),
    /** Payments in effect, without the one that is asked about. */
    payments: z.int(),
    sums: z.array(Money),
    /** What they were worth when they were quoted. */
    dollars: z.string(),
    firstAt: timestamp().optional(),
    lastAt: timestamp().optional(),
    /** The newest five. */
    latest: z.array(
      z.object({
        executionId: z.string(),
        status: z.string(),
        amount: z.number(),
        currency: z.string(),
        at: timestamp(),
      }),
    ),
  })
  .meta({ id: 'PayeeHistory' })

/** A request with all that whoever decides has to know. */
export const ApprovalDetail = ApprovalRequest.extend({
  questions: z.array(ApprovalQuestion),
  /** Who could still agree, by the policy. */
  mayApprove: z.array(z.object({ memberId: z.string(), name: z.string(), role: z.string() })),
  /** Whether they are enough. */
  isReachable: z.boolean(),
  /** Absent without a payee on record, and for those who may not read transfers. */
  payeeHistory: PayeeHistory.optional(),
  /** Of an execution: as it was quoted, and as it would be now where the quote has expired. */
  price: z.object({ quoted: Price, current: Price.optional() }).optional(),
  /** Of a change of the policy: the rules that are asked for, and those that it replaces. */
  policyChange: z
    .object({
      rules: PolicyRules,
      after: z.array(z.string()),
      /** Of the version in force when it was asked for. */
      before: z.array(z.string()),
    })
    .optional(),
}).meta({ id: 'ApprovalDetail' })

const Finding = z.object({
  /** Id of the rule; empty where it is about the policy as a whole. */
  rule: z.string(),
  /** `unreachable`: too few people could agree. `locked`: nobody could change the policy again. */
  kind: z.enum(['never', 'shadowed', 'contradicted', 'unreachable', 'locked']),
  by: z.string().optional(),
  sentence: z.string(),
})

export const PartnerPolicy = z
  .object({
    version: z.int(),
    /** It follows from the agreed terms: the partner has set none. */
    isDefault: z.boolean(),
    rules: z.array(PolicyRule),
    otherwise: z.enum(['allow', 'deny']),
    /** The rules in words, one line for each and one for everything else. */
    sentences: z.array(z.string()),
    /** Rules that never decide, and why. */
    findings: z.array(Finding),
    changedBy: Actor.optional(),
    changedAt: timestamp().optional(),
  })
  .meta({ id: 'PartnerPolicy' })

/** A version of the policy as it was set. */
export const PolicyVersion = z
  .object({
    version: z.int(),
    /** It was put back to the default that follows from the agreed terms. */
    isDefault: z.boolean(),
    /** Of that time; of a default, as it follows from the terms of today. */
    sentences: z.array(z.string()),
    changedBy: Actor.extend({ name: z.string() }),
    changedAt: timestamp(),
  })
  .meta({ id: 'PolicyVersion' })

const ReplayedCase = z.object({
  decisionId: z.string(),
  operation: z.string(),
  subject: z.object({ kind: z.string(), id: z.string() }),
  at: timestamp(),
  rule: z.string(),
  because: z.array(z.string()),
})

export const PolicyReplay = z
  .object({
    total: z.int(),
    newlyDenied: z.array(ReplayedCase),
    newlyWaiting: z.array(ReplayedCase),
    newlyAllowed: z.array(ReplayedCase),
    otherApprovals: z.array(ReplayedCase),
    unchanged: z.int(),
    findings: z.array(Finding),
    sentences: z.array(z.string()),
  })
  .meta({ id: 'PolicyReplay' })

const params = z.object({ approvalId: recordId() })
const yesOrNo = z.enum(['true', 'false']).optional()
const at = '/api/v1/approvals'
const policyAt = '/api/v1/partner/policy'

/** Who must agree to what: the policy, and the operations that wait for people. */
export const approvals = {
  list: endpoint({
    id: 'approvals.list',
    module: 'partners',
    method: 'GET',
    path: at,
    summary: 'List operations that wait for approval, or waited, newest first',
    query: z.object({
      ...pageQuery,
      status: z.enum(approvalStatuses).optional(),
      /** Of one record, by its id. */
      subjectId: recordId().optional(),
      /** What waits, and the caller may decide about now; `false`: what waits for others. */
      mayDecide: yesOrNo,
      /** What was decided, or has ended otherwise; `false`: what waits. */
      ended: yesOrNo,
    }),
    response: listed(ApprovalRequest),
    failures: ['CURSOR_INVALID'],
  }),
  counts: endpoint({
    id: 'approvals.counts',
    module: 'partners',
    method: 'GET',
    path: `${at}/counts`,
    summary: 'Count what waits for approval, and what the caller may decide about now',
    response: enveloped(z.object({ waiting: z.int(), mayDecide: z.int() })),
    failures: [],
  }),
  read: endpoint({
    id: 'approvals.read',
    module: 'partners',
    method: 'GET',
    path: `${at}/{approvalId}`,
    summary: 'Read one request for approval with its votes and its result',
    params,
    response: enveloped(ApprovalDetail),
    failures: ['RECORD_NOT_FOUND'],
  }),
  decide: endpoint({
    id: 'approvals.decide',
    module: 'partners',
    method: 'POST',
    path: `${at}/{approvalId}/decision`,
    summary: 'Approve or reject; the last approval that is needed runs the operation',
    scope: 'transfers:approve',
    stepUp: true,
    params,
    /** A rejection says why: `comment` may be empty only where it is approved. */
    body: z.object({
      decision: z.enum(['APPROVED', 'REJECTED']),
      comment: optionalText().default(''),
    }),
    response: enveloped(ApprovalDetail),
    failures: ['RECORD_NOT_FOUND', 'MAKER_CANNOT_APPROVE', 'ILLEGAL_TRANSITION'],
  }),
  cancel: endpoint({
    id: 'approvals.cancel',
    module: 'partners',
    method: 'POST',
    path: `${at}/{approvalId}/cancel`,
    summary: 'Withdraw what one asked for',
    scope: 'partners:read',
    params,
    body: z.object({ reason: optionalText().default('') }),
    response: enveloped(ApprovalDetail),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
  ask: endpoint({
    id: 'approvals.ask',
    module: 'partners',
    method: 'POST',
    path: `${at}/{approvalId}/questions`,
    summary: 'Ask who asked for it a question; it goes on waiting, and its time runs on',
    scope: 'transfers:approve',
    params,
    body: z.object({ text: text(questionTextMax) }),
    response: enveloped(ApprovalDetail),
    failures: ['RECORD_NOT_FOUND', 'MAKER_CANNOT_APPROVE', 'ILLEGAL_TRANSITION'],
  }),
  answer: endpoint({
    id: 'approvals.answer',
    module: 'partners',
    method: 'POST',
    path: `${at}/{approvalId}/questions/{questionId}/answer`,
    summary: 'Answer a question about a request; whoever may ask for the operation can',
    scope: 'partners:read',
    params: z.object({ approvalId: recordId(), questionId: recordId() }),
    body: z.object({ text: text(questionTextMax) }),
    response: enveloped(ApprovalDetail),
    failures: ['RECORD_NOT_FOUND', 'MAKER_CANNOT_APPROVE', 'ILLEGAL_TRANSITION'],
  }),
  readPolicy: endpoint({
    id: 'approvals.readPolicy',
    module: 'partners',
    method: 'GET',
    path: policyAt,
    summary: 'Read the policy in force, in words and with what is wrong with it',
    response: enveloped(PartnerPolicy),
    failures: [],
  }),
  policyVersions: endpoint({
    id: 'approvals.policyVersions',
    module: 'partners',
    method: 'GET',
    path: `${policyAt}/versions`,
    summary: 'List the versions of the policy in words, newest first: who set them, and when',
    query: z.object(pageQuery),
    response: listed(PolicyVersion),
    failures: ['CURSOR_INVALID'],
  }),
  readPolicyVersion: endpoint({
    id: 'approvals.readPolicyVersion',
    module: 'partners',
    method: 'GET',
    path: `${policyAt}/versions/{version}`,
    summary: 'Read one version of the policy with its rules',
    params: z.object({ version: recordId() }),
    response: enveloped(
      PolicyVersion.extend({ rules: z.array(PolicyRule), otherwise: z.enum(['allow', 'deny']) }),
    ),
    failures: ['RECORD_NOT_FOUND'],
  }),
  changePolicy: endpoint({
    id: 'approvals.changePolicy',
    module: 'partners',
    method: 'PUT',
    path: policyAt,
    summary: 'Set another policy, which may need approval itself',
    stepUp: true,
    body: PolicyRules,
    response: enveloped(PartnerPolicy),
    failures: [],
    approval: 'request',
  }),
  replayPolicy: endpoint({
    id: 'approvals.replayPolicy',
    module: 'partners',
    method: 'POST',
    path: `${policyAt}/replay`,
    summary: 'Tell what another policy would have done to the last 30 days',
    scope: 'partners:read',
    body: PolicyRules,
    response: enveloped(PolicyReplay),
    failures: [],
  }),
}
