import { z } from 'zod'
import {
  ApprovalDetail,
  ApprovalRequest,
  approvalStatuses,
  PartnerPolicy,
  PolicyReplay,
  PolicyVersion,
  questionTextMax,
} from './approvals/records.ts'
import { enveloped, listed, optionalText, pageQuery, recordId, text } from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { PolicyRule, PolicyRules } from './base/policy.ts'

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
      status: z.enum(approvalStatuses).optional().describe('State of the request.'),
      subjectId: recordId()
        .optional()
        .describe('Id of the record that it is about, such as `exec_…`.'),
      mayDecide: yesOrNo.describe(
        '`true`: what waits and you may decide about now; `false`: what waits for others.',
      ),
      ended: yesOrNo.describe(
        '`true`: what was decided or has ended otherwise; `false`: what waits.',
      ),
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
    response: enveloped(
      z.object({
        waiting: z.int().describe('How many wait for approval.'),
        mayDecide: z.int().describe('How many of them you may decide about now.'),
      }),
    ),
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
    body: z.object({
      decision: z.enum(['APPROVED', 'REJECTED']).describe('Whether you agree to it.'),
      comment: optionalText().default('').describe('Comment on the vote; a rejection needs it.'),
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
    body: z.object({
      reason: optionalText().default('').describe('Why it is withdrawn; kept in the audit log.'),
    }),
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
    body: z.object({
      text: text(questionTextMax).describe('The question, at most 500 characters.'),
    }),
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
    body: z.object({ text: text(questionTextMax).describe('The answer, at most 500 characters.') }),
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
    params: z.object({ version: recordId().describe('Number of the version, from 1 on.') }),
    response: enveloped(
      PolicyVersion.extend({
        rules: z.array(PolicyRule).describe('The rules of the version, in their order.'),
        otherwise: z.enum(['allow', 'deny']).describe('What holds where no rule matches.'),
      }),
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
