import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, wallets } from '../call.ts'
import { listSource, type RowOf } from '../list-source.ts'

export type WalletListItem = RowOf<typeof wallets.list>
export type WalletBalance = RowOf<typeof wallets.balances>
export type Passkey = RowOf<typeof wallets.passkeys>
export type ChainTransaction = RowOf<typeof wallets.transactions>

/** Everything about the wallets of one entity; live messages name the first member. */
export const walletsKeyOf = (entityId: string) => ['wallets', entityId] as const

/** Methods, sessions and wallets of an entity. */
export const walletDetailsQuery = (entityId: string) =>
  queryOptions({
    queryKey: [...walletsKeyOf(entityId), 'details'],
    queryFn: ({ signal }) => call(wallets.details, { params: { entityId } }, { signal }),
  })

export const balancesQuery = (entityId: string) =>
  queryOptions({
    queryKey: [...walletsKeyOf(entityId), 'balances'],
    queryFn: ({ signal }) => call(wallets.balances, { params: { entityId } }, { signal }),
  })

export const passkeysQuery = (entityId: string) =>
  queryOptions({
    queryKey: [...walletsKeyOf(entityId), 'passkeys'],
    queryFn: ({ signal }) => call(wallets.passkeys, { params: { entityId } }, { signal }),
  })

export const transactionsKeyOf = (entityId: string) =>
  [...walletsKeyOf(entityId), 'transactions'] as const

export const transactionsSource = (entityId: string, address: string) =>
  listSource(transactionsKeyOf(entityId), wallets.transactions, { entityId, address })

/** All wallets of the workspace, a row for each. */
export const walletsSource = listSource(['wallets', 'list'], wallets.list)

export type WalletSettings = AnswerOf<typeof wallets.settings>['data']
export type OidcIssuer = RowOf<typeof wallets.issuers>
export type WalletPolicy = AnswerOf<typeof wallets.policy>['data']
export type PolicyReplay = AnswerOf<typeof wallets.replayPolicy>['data']

export const walletSettingsQuery = queryOptions({
  queryKey: ['wallets', 'settings'],
  queryFn: ({ signal }) => call(wallets.settings, {}, { signal }),
})

/** Issuers of identity tokens that the partner accepts. */
export const issuersQuery = queryOptions({
  queryKey: ['wallets', 'issuers'],
  queryFn: ({ signal }) => call(wallets.issuers, {}, { signal }),
})

export const policyQuery = (entityId: string, walletId: string) =>
  queryOptions({
    queryKey: [...walletsKeyOf(entityId), 'policy', walletId],
    queryFn: ({ signal }) =>
      call(wallets.policy, { params: { entityId }, query: { walletId } }, { signal }),
  })
