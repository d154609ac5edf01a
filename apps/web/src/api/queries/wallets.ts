import { type AnswerOf, wallets, q } from '../call.ts'
import { listSource, type RowOf } from '../list-source.ts'

export type WalletListItem = RowOf<typeof wallets.list>
export type WalletBalance = RowOf<typeof wallets.balances>
export type Passkey = RowOf<typeof wallets.passkeys>
export type ChainTransaction = RowOf<typeof wallets.transactions>

/** Everything about the wallets of one entity; live messages name the first member. */
export const walletsKeyOf = (entityId: string) => ['wallets', { entityId }] as const

/** Methods, sessions and wallets of an entity. */
export const walletDetailsQuery = (entityId: string) => q(wallets.details, { entityId })

export const balancesQuery = (entityId: string) => q(wallets.balances, { entityId })

export const transactionsSource = (entityId: string, address: string) =>
  listSource([...walletsKeyOf(entityId), 'transactions'], wallets.transactions, {
    entityId,
    address,
  })

/** All wallets of the workspace, a row for each. */
export const walletsSource = listSource(['wallets', 'list'], wallets.list)

export type WalletSettings = AnswerOf<typeof wallets.settings>['data']
export type OidcIssuer = RowOf<typeof wallets.issuers>
export type WalletPolicy = AnswerOf<typeof wallets.policy>['data']
export type PolicyReplay = AnswerOf<typeof wallets.replayPolicy>['data']
