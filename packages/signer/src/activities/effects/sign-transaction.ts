import { fail, ok } from '@corridor/signing'
import { isWithinBounds } from '../../base/transfer-bounds.ts'
import {
  findEvmAccount,
  findWalletOf,
  signWithAccount,
  type Wallet,
  type WalletAccount,
} from '../../wallets/wallets.ts'
import { defineEffect, textMember } from './effect.ts'

type Parameters = {
  signWith: string
  unsignedTransaction: string
  type: 'TRANSACTION_TYPE_ETHEREUM'
}

/** Signs one quoted transfer: nothing outside the bounds fixed at simulate is ever signed. */
export const signTransactionEffect = defineEffect<
  Parameters,
  { wallet: Wallet; account: WalletAccount }
>({
  read: ({ type, unsignedTransaction, ...parameters }) => {
    const signWith = textMember(parameters, 'signWith')
    if (!signWith) return { invalid: 'signWith' }
    if (typeof unsignedTransaction !== 'string') return { invalid: 'unsignedTransaction' }
    if (type !== 'TRANSACTION_TYPE_ETHEREUM') return { invalid: 'type' }
    return { signWith, unsignedTransaction, type }
  },
  check: async ({ tx, entity, bounds }, { signWith, unsignedTransaction }) => {
    const [account, wallet] = await Promise.all([
      findEvmAccount(tx, entity.entityId, signWith),
      findWalletOf(tx, entity.entityId, signWith),
    ])
    if (!account || !wallet) return fail({ code: 'WALLET_NOT_FOUND' })
    if (!bounds || !isWithinBounds(unsignedTransaction, bounds)) {
      return fail({ code: 'POLICY_BLOCKED', reason: 'OUT_OF_BOUNDS' })
    }
    return ok({ wallet, account })
  },
  apply: async ({ vault, entity }, { unsignedTransaction }, { wallet, account }) =>
    ok(await signWithAccount(vault, entity, wallet, account, unsignedTransaction)),
})
