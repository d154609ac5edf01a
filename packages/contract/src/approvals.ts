import { z } from 'zod'
import { enveloped, listed, optionalText, pageQuery, recordId, timestamp } from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { PolicyApproval, PolicyRule, PolicyRules } from './base/policy.ts'

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
    maker: Actor.extend({ name: z.string() }),
    /** Why it has to be agreed to, in sentences. */
    because: z.array(z.string()),
    /** Who has to agree. */
    needs: z.array(PolicyApproval),
    /** How many further people have to. */
    approvalsNeeded: z.int(),
    votes: z.array(ApprovalVote),
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

const Finding = z.object({
  rule: z.string(),
  kind: z.enum(['never', 'shadowed', 'contradicted']),
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
    response: enveloped(ApprovalRequest),
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
    body: z.object({
      decision: z.enum(['APPROVED', 'REJECTED']),
      comment: optionalText().default(''),
    }),
    response: enveloped(ApprovalRequest),
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
    response: enveloped(ApprovalRequest),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
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
