import type { Entity } from '../../api/queries/entities.ts'

export type Wallet = {
  walletId: string
  walletName: string
  createdAt: string
  accounts: readonly WalletAccount[]
}
export type WalletAccount = { accountId: string; jurisdictionId: string; address: string }

/** Everything the wallet page is about: the owner, its methods and what it has. */
export type WalletView = {
  entity: Entity
  authMethods: readonly { authId: string; authType: string; status: string; createdAt: string }[]
  sessions: readonly { sessionId: string; expiresAt: string }[]
  wallets: readonly Wallet[]
}
