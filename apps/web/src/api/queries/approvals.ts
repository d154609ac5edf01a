import type { PolicyRules } from '@corridor/contract/policy'
import { type AnswerOf, approvals, q } from '../call.ts'
import { listSource, type RowOf } from '../list-source.ts'

export type Approval = RowOf<typeof approvals.list>
export type ApprovalDetail = AnswerOf<typeof approvals.read>['data']
export type Policy = AnswerOf<typeof approvals.readPolicy>['data']
export type PolicyReplay = AnswerOf<typeof approvals.replayPolicy>['data']

/** What live messages about requests for approval make stale. */
export const approvalsKey = ['approvals'] as const

/** For me: what this person may decide; others: what waits for other people. */
export const approvalViews = {
  me: { mayDecide: 'true' },
  others: { mayDecide: 'false' },
  decided: { ended: 'true' },
} as const
export type ApprovalView = keyof typeof approvalViews

export const approvalsSource = (view: ApprovalView) =>
  listSource([...approvalsKey, 'list'], approvals.list, undefined, approvalViews[view])

/** The newest of what this person may decide. */
export const approvalsForMeQuery = q(approvals.list, { limit: '100', mayDecide: 'true' })

/** What other rules would have done to the last 30 days. */
export const policyReplayQuery = (rules: PolicyRules) =>
  q(approvals.replayPolicy, rules, { staleTime: Infinity, retry: false })
