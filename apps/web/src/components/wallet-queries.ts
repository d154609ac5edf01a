import { queryOptions } from '@tanstack/react-query'
import { accounts, call, wallets } from '../api/call.ts'
import { freshFor } from '../api/query-client.ts'
import type { RowOf } from './table/list-source.ts'

export type Jurisdiction = RowOf<typeof accounts.listJurisdictions>

/** Methods, sessions and wallets of an entity. */
export const walletDetailsQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['wallets', entityId, 'details'],
    queryFn: ({ signal }) => call(wallets.details, { params: { entityId } }, { signal }),
  })

export const jurisdictionsQuery = queryOptions({
  queryKey: ['accounts', 'jurisdictions'],
  queryFn: ({ signal }) =>
    call(accounts.listJurisdictions, { query: { limit: '200' } }, { signal }),
  staleTime: freshFor.reference,
})
