import { queryOptions } from '@tanstack/react-query'
import { call, payinRoutes } from '../../api/call.ts'

/** Deposits that wait for a decision: how many, and the oldest of them. */
export const heldDepositsQuery = queryOptions({
  queryKey: ['payin-routes', 'held', 'oldest'],
  queryFn: ({ signal }) =>
    call(
      payinRoutes.listDeposits,
      { query: { status: 'HELD', sort: 'receivedAt', limit: '1' } },
      { signal },
    ),
  select: ({ data, pagination }) => ({
    count: pagination.total ?? data.data.length,
    oldest: data.data[0],
  }),
})
