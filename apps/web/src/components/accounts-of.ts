import { queryOptions } from '@tanstack/react-query'
import { accounts, call } from '../api/call.ts'

/** The accounts of one customer, for choosing one of them. */
export const accountsOfQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['accounts', 'of-entity', 'choice', entityId],
    queryFn: ({ signal }) =>
      call(
        accounts.listExternalOfEntity,
        { params: { entityId }, query: { limit: '200' } },
        { signal },
      ),
  })
