import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, approvals, call } from '../call.ts'

export type Approval = AnswerOf<typeof approvals.read>['data']

/** What live messages about requests for approval make stale. */
export const approvalsKey = ['approvals'] as const

/** The newest requests: those that wait, or all. */
export const approvalsQuery = (status?: 'REQUESTED') =>
  queryOptions({
    queryKey: [...approvalsKey, 'list', status ?? 'all'],
    queryFn: ({ signal }) =>
      call(approvals.list, { query: { limit: '100', ...(status ? { status } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
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
