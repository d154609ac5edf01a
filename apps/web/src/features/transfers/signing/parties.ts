import type { ExternalAccount, Jurisdiction } from '../../../api/queries/accounts.ts'
import type { WalletBalance } from '../../../api/queries/wallets.ts'
import type { Place } from '../../../signing/payload-check.ts'

/** An account that can take part, with what its jurisdiction's record has on the currency. */
export type Party = {
  account: ExternalAccount
  /** Entity, account and currency as one text: `Ada Lovelace, Main wallet (USDC)`. */
  label: string
  /** Where a wallet is; a bank account has none. */
  place: Place | undefined
  currency: string
  decimals: number
  nativeCurrency: string
}
export type WalletParty = Party & { place: Place }

export const isWallet = (party: Party): party is WalletParty => party.place !== undefined

/** Undefined for an account of a jurisdiction that nobody knows. */
export function partyOf(
  account: ExternalAccount | undefined,
  jurisdictions: readonly Jurisdiction[],
): Party | undefined {
  const jurisdiction = jurisdictions.find(({ id }) => id === account?.jurisdiction.id)
  if (!account || !jurisdiction) return undefined
  return {
    account,
    label: labelOf(account),
    place: account.wallet && {
      ...account.wallet,
      entityId: account.entityId,
      name: account.accountHolder.name,
    },
    currency: jurisdiction.currency,
    decimals: jurisdiction.currencyScale,
    nativeCurrency: jurisdiction.nativeCurrency ?? '',
  }
}

export function labelOf({ accountHolder, nickname, jurisdiction }: ExternalAccount): string {
  const name = nickname ? `${accountHolder.name}, ${nickname}` : accountHolder.name
  return `${name} (${jurisdiction.currency})`
}

/** What a wallet account holds of its token; undefined until the chain was asked. */
export function tokenBalance(
  balances: readonly WalletBalance[],
  { wallet }: ExternalAccount,
): number | undefined {
  const place = balances.find(
    ({ address, chainId }) =>
      address.toLowerCase() === wallet?.walletAddress.toLowerCase() && chainId === wallet.chainId,
  )
  const token = place?.tokens.find(
    ({ tokenAddress }) => tokenAddress.toLowerCase() === wallet?.tokenAddress.toLowerCase(),
  )
  return token?.amount
}
