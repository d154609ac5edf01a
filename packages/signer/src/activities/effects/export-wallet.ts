import { fail, ok } from '@corridor/signing'
import { sealWallet } from '../../wallets/export.ts'
import { isTargetKeyUsed, readTargetKey, takeTargetKey } from '../../vault/target-key.ts'
import { findWallet, type Wallet } from '../../wallets/wallets.ts'
import { defineEffect, textMember } from './effect.ts'

/** The delay is part of what is signed: nobody shortens it afterwards. */
type Parameters = { walletId: string; targetPublicKey: string; delaySeconds: number }

const DELAY_MAX_SECONDS = 7 * 86_400

/** The way out that makes the wallet the person's own (signing-formats.md 8.3). */
export const exportWalletEffect = defineEffect<Parameters, Wallet>({
  read: (parameters) => {
    const walletId = textMember(parameters, 'walletId')
    if (!walletId) return { invalid: 'walletId' }
    const { targetPublicKey } = parameters
    if (typeof targetPublicKey !== 'string') return { invalid: 'targetPublicKey' }
    const { delaySeconds = 0 } = parameters
    const isDelay = typeof delaySeconds === 'number' && Number.isInteger(delaySeconds)
    if (!isDelay || delaySeconds < 0 || delaySeconds > DELAY_MAX_SECONDS)
      return { invalid: 'delaySeconds' }
    return { walletId, targetPublicKey, delaySeconds }
  },
  delaySeconds: ({ delaySeconds }) => delaySeconds,
  check: async ({ tx, entity }, { walletId, targetPublicKey }) => {
    const wallet = await findWallet(tx, entity.entityId, walletId)
    if (!wallet) return fail({ code: 'WALLET_NOT_FOUND' })
    const key = readTargetKey(targetPublicKey)
    if (!key.ok) return key
    return (await isTargetKeyUsed(tx, key.value))
      ? fail({ code: 'PUBLIC_KEY_INVALID', reason: 'KEY_REUSED' })
      : ok(wallet)
  },
  apply: async ({ vault, tx, entity }, { targetPublicKey }, wallet) => {
    const taken = await takeTargetKey(tx, targetPublicKey, entity)
    if (!taken.ok) return taken
    return ok({ exportBundle: await sealWallet(vault, entity, wallet, targetPublicKey) })
  },
})
