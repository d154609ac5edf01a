import type { AnswerOf, wallets } from '../../api/call.ts'
import type { Entity } from '../../api/queries/entities.ts'

export type Wallet = {
  walletId: string
  walletName: string
  createdAt: string
  accounts: readonly WalletAccount[]
}
export type WalletAccount = {
  accountId: string
  externalAccountId: string
  jurisdictionId: string
  address: string
}
export type AuthMethod = AnswerOf<typeof wallets.details>['data']['authMethods'][number]
export type OpenSessionRecord = AnswerOf<typeof wallets.details>['data']['sessions'][number]

export type WaitingExport = AnswerOf<typeof wallets.details>['data']['waitingExports'][number]

/** Everything the wallet page is about: the owner, its methods and what it has. */
export type WalletView = {
  entity: Entity
  authMethods: readonly AuthMethod[]
  sessions: readonly OpenSessionRecord[]
  wallets: readonly Wallet[]
  waitingExports: readonly WaitingExport[]
}
