import { queryOptions } from '@tanstack/react-query'
import { call, wallets } from '../../api/call.ts'
import type { RowOf } from '../../components/table/list-source.ts'

export type WalletBalance = RowOf<typeof wallets.balances>
export type Passkey = RowOf<typeof wallets.passkeys>
export type ChainTransaction = RowOf<typeof wallets.transactions>

/** No event tells of tokens that come from outside, so the chain is asked while somebody looks. */
const chainEveryMs = 10_000

export const balancesQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['wallets', entityId, 'balances'],
    queryFn: ({ signal }) => call(wallets.balances, { params: { entityId } }, { signal }),
    refetchInterval: chainEveryMs,
  })

export const passkeysQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['wallets', entityId, 'passkeys'],
    queryFn: ({ signal }) => call(wallets.passkeys, { params: { entityId } }, { signal }),
  })
