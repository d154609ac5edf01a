import { queryOptions } from '@tanstack/react-query'
import type { PolicyRules } from '@corridor/contract/policy'
import { type AnswerOf, approvals, call } from '../call.ts'
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
export const approvalsForMeQuery = queryOptions({
  queryKey: [...approvalsKey, 'for-me'],
  queryFn: ({ signal }) =>
    call(approvals.list, { query: { limit: '100', mayDecide: 'true' } }, { signal }),
})

/** How many wait, and for how many of them this person is one to decide. */
export const approvalCountsQuery = queryOptions({
  queryKey: [...approvalsKey, 'counts'],
  queryFn: ({ signal }) => call(approvals.counts, {}, { signal }),
})

/** What waits about one record. */
export const approvalsOfQuery = (subjectId: string) =>
  queryOptions({
    queryKey: [...approvalsKey, 'of', subjectId],
    queryFn: ({ signal }) =>
      call(approvals.list, { query: { subjectId, status: 'REQUESTED' } }, { signal }),
  })

export const approvalQuery = (approvalId: string) =>
  queryOptions({
    queryKey: [...approvalsKey, 'one', approvalId],
    queryFn: ({ signal }) => call(approvals.read, { params: { approvalId } }, { signal }),
  })

/** The policy in force. */
export const policyQuery = queryOptions({
  queryKey: [...approvalsKey, 'policy'],
  queryFn: ({ signal }) => call(approvals.readPolicy, {}, { signal }),
})

/** The newest versions of it. */
export const policyVersionsQuery = queryOptions({
  queryKey: [...approvalsKey, 'policy', 'versions'],
  queryFn: ({ signal }) => call(approvals.policyVersions, { query: { limit: '20' } }, { signal }),
})

/** What other rules would have done to the last 30 days. */
export const policyReplayQuery = (rules: PolicyRules) =>
  queryOptions({
    queryKey: [...approvalsKey, 'replay', JSON.stringify(rules)],
    queryFn: ({ signal }) => call(approvals.replayPolicy, { body: rules }, { signal }),
    staleTime: Infinity,
    retry: false,
  })
