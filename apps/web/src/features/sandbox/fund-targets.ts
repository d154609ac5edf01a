import type { Jurisdiction } from '../../api/queries/accounts.ts'
import type { Wallet } from '../wallets/wallet-view.ts'

/** An account that the faucet can pay. */
export type FundTarget = {
  accountId: string
  address: string
  jurisdictionId: string
  currency: string
  decimals: number
  label: string
}

/** Every account of the wallets by its token; the wallet's name distinguishes them where there are several. */
export function fundTargets(
  wallets: readonly Wallet[],
  jurisdictions: readonly Jurisdiction[],
): FundTarget[] {
  return wallets.flatMap((wallet) =>
    wallet.accounts.flatMap(({ accountId, address, jurisdictionId }) => {
      const token = jurisdictions.find(({ id }) => id === jurisdictionId)
      if (!token) return []
      const place = wallets.length > 1 ? `${token.name}, ${wallet.walletName}` : token.name
      const { currency, currencyScale: decimals } = token
      return [{ accountId, address, jurisdictionId, currency, decimals, label: place }]
    }),
  )
}

type Operational = { partnerOperationalWallet: string; cryptoTokenId: string }

/** The wallet that repays drawings. */
export function operationalTarget(
  { partnerOperationalWallet: address, cryptoTokenId: jurisdictionId }: Operational,
  jurisdictions: readonly Jurisdiction[],
): FundTarget | undefined {
  const token = jurisdictions.find(({ id }) => id === jurisdictionId)
  if (!token) return undefined
  const { currency, currencyScale: decimals, name: label } = token
  return { accountId: address, address, jurisdictionId, currency, decimals, label }
}
