import { fromWire } from '@corridor/domain/money'
import type { Jurisdiction } from '../../../api/queries/accounts.ts'
import type { Wallet } from '../../../features/wallets/wallet-view.ts'

/** An account that the faucet can pay. */
export type FundTarget = {
  accountId: string
  address: string
  jurisdictionId: string
  currency: string
  scale: number
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
      const { currency, currencyScale: scale } = token
      return [{ accountId, address, jurisdictionId, currency, scale, label: place }]
    }),
  )
}

type ReadAmount = { amount: number; problem?: undefined } | { amount?: undefined; problem: string }

/** What was typed, exactly: at most the token's decimals and the digits that a number carries. */
export function readAmount(
  typed: string,
  { currency, scale }: Pick<FundTarget, 'currency' | 'scale'>,
): ReadAmount {
  const plain = typed.trim().replaceAll(/,(?=\d{3}(?:\D|$))/g, '')
  if (plain === '') return { problem: 'Enter an amount' }
  if (!/^\d{1,15}(\.\d{1,18})?$/.test(plain)) return { problem: 'A number, such as 1,250.00' }
  const read = fromWire(plain, currency, scale)
  if (!read.ok) return { problem: `${currency} has ${scale} decimals, and 15 digits can be sent` }
  if (read.value.minor === 0n) return { problem: 'Enter more than 0' }
  return { amount: Number(plain) }
}
