import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, transfers, q } from '../call.ts'
import { staff } from '../staff.ts'
import { transfersKey } from './transfers.ts'

export type ExplanationOf = AnswerOf<typeof transfers.explain>['data']
export type TrackingLink = AnswerOf<typeof transfers.trackingLinks>['data'][number]

/** A transfer in sentences; each version of it has its own. */
export const explanationQuery = (executionId: string, version: number) => ({
  ...q(transfers.explain, { executionId }, { placeholderData: (before) => before }),
  queryKey: [...transfersKey, 'explanation', executionId, version],
})

const trackEveryMs = 15_000

/** What a tracking link shows, without a session; read again until the money has arrived. */
export const trackedQuery = (token: string) =>
  queryOptions({
    queryKey: ['tracked', token],
    queryFn: ({ signal }) => staff.tracked(token, signal),
    retry: false,
    refetchInterval: ({ state }) =>
      state.error || ['arrived', 'returned', 'stopped'].includes(state.data?.state ?? '')
        ? false
        : trackEveryMs,
  })
