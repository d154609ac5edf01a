import { ok } from '@corridor/signing'
import { readAccounts, type AccountParameters } from '../../wallets/accounts.ts'
import { createWallet } from '../../wallets/wallets.ts'
import { defineEffect, textMember } from './effect.ts'

type Parameters = {
  walletName: string
  accounts: AccountParameters[]
  /** Words of the wallet's phrase; 12 where it is left out. */
  mnemonicLength?: 12 | 24
}

export const createWalletEffect = defineEffect<Parameters, undefined>({
  read: (parameters) => {
    const walletName = textMember(parameters, 'walletName')
    if (!walletName) return { invalid: 'walletName' }
    const accounts = readAccounts(parameters['accounts'])
    if ('invalid' in accounts) return accounts
    const { mnemonicLength } = parameters
    if (mnemonicLength === undefined) return { walletName, accounts }
    if (mnemonicLength !== 12 && mnemonicLength !== 24) return { invalid: 'mnemonicLength' }
    return { walletName, accounts, mnemonicLength }
  },
  check: async () => ok(undefined),
  apply: async ({ vault, tx, entity }, { walletName: name, accounts, mnemonicLength }) => {
    const entropyLength = mnemonicLength === 24 ? 32 : 16
    return ok(await createWallet(vault, tx, entity, { name, entropyLength, accounts }))
  },
})
