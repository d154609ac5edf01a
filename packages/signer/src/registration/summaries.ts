import type { Vault } from '../vault/vault.ts'
import { authTypes, type AuthType } from '../credentials/auth-methods.ts'

export type EntitySummary = { entityId: string; authTypes: AuthType[]; passkeys: number }
export type WalletSummary = { walletId: string; lastSignedAt: string }

/**
 * How the owners of wallets sign, and when each wallet last did: for a list to read. It is not
 * checked as what authorises is.
 */
export function summariseWallets(vault: Vault, entityIds: readonly string[]) {
  if (entityIds.length === 0) return Promise.resolve({ entities: [], wallets: [] })
  return vault.inSnapshot(async (tx) => {
    const credentials = await tx
      .selectFrom('signer.credential')
      .select(['entity_id', 'kind'])
      .select((item) => item.fn.countAll<string>().as('count'))
      .where('entity_id', 'in', entityIds)
      .where('status', '=', 'ACTIVE')
      .where('kind', '!=', 'SESSION')
      .groupBy(['entity_id', 'kind'])
      .orderBy('kind')
      .execute()
    const signed = await tx
      .selectFrom('signer.signed_transfer')
      .select('wallet_id')
      .select((item) => item.fn.max('signed_at').as('signed_at'))
      .where('entity_id', 'in', entityIds)
      .groupBy('wallet_id')
      .execute()
    return {
      entities: entityIds.map((entityId) => {
        const own = credentials.filter(({ entity_id }) => entity_id === entityId)
        return {
          entityId,
          authTypes: own.flatMap(({ kind }) => authTypes[kind] ?? []),
          passkeys: Number(own.find(({ kind }) => kind === 'PASSKEY')?.count ?? 0),
        }
      }),
      wallets: signed.map(({ wallet_id: walletId, signed_at }) => ({
        walletId,
        lastSignedAt: signed_at.toISOString(),
      })),
    }
  })
}
