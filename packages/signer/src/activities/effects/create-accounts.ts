import { fail, ok } from '@corridor/signing'
import { readAccounts, type AccountParameters } from '../../wallets/accounts.ts'
import { createAccounts, findWallet, type Wallet } from '../../wallets/wallets.ts'
import { defineEffect, textMember } from './effect.ts'

type Parameters = { walletId: string; accounts: AccountParameters[] }

export const createAccountsEffect = defineEffect<Parameters, Wallet>({
  read: (parameters) => {
    const walletId = textMember(parameters, 'walletId')
    if (!walletId) return { invalid: 'walletId' }
    const accounts = readAccounts(parameters['accounts'])
    return 'invalid' in accounts ? accounts : { walletId, accounts }
  },
  check: async ({ tx, entity }, { walletId }) => {
    const wallet = await findWallet(tx, entity.entityId, walletId)
    return wallet ? ok(wallet) : fail({ code: 'WALLET_NOT_FOUND' })
  },
  apply: async ({ vault, tx, entity }, { walletId, accounts }, wallet) =>
    ok({ walletId, accounts: await createAccounts(vault, tx, entity, wallet, accounts) }),
})
