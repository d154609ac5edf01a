import { queryOptions } from '@tanstack/react-query'
import { accounts, call } from '../api/call.ts'
import type { ExternalAccount } from './account-number.tsx'

const pageSize = '200'
// Enough for any list a person chooses from; beyond it the newest are offered.
const pagesMax = 25

/** The accounts of all customers, for choosing one of them. */
export const allAccountsQuery = queryOptions({
  queryKey: ['accounts', 'external', 'all'],
  queryFn: async ({ signal }): Promise<ExternalAccount[]> => {
    const all: ExternalAccount[] = []
    let cursor: string | undefined
    for (let page = 0; page < pagesMax; page++) {
      const query = { limit: pageSize, cursor }
      const { data, pagination } = await call(accounts.listExternal, { query }, { signal })
      all.push(...data)
      if (!pagination.nextCursor) break
      cursor = pagination.nextCursor
    }
    return all
  },
})

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

/** One funding account, wherever its terms are needed. */
export const fundingQuery = (fundingAccountId: string) =>
  queryOptions({
    queryKey: ['accounts', 'funding', 'one', fundingAccountId],
    queryFn: ({ signal }) =>
      call(accounts.readFunding, { params: { fundingAccountId } }, { signal }),
  })
