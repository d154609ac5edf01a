import type { Jurisdiction } from '../../../api/queries/accounts.ts'
import type { WalletBalance } from '../../../api/queries/wallets.ts'
import type { WalletAccount } from '../../../features/wallets/wallet-view.ts'

/** The account that a new transfer begins with: the first that holds something, or the first. */
export function payingAccount(
  accounts: readonly WalletAccount[],
  balances: readonly WalletBalance[],
  known: readonly Jurisdiction[],
): WalletAccount | undefined {
  const holds = ({ address, jurisdictionId }: WalletAccount) => {
    const token = known.find(({ id }) => id === jurisdictionId)?.tokenAddress?.toLowerCase()
    return balances.some(
      (balance) =>
        balance.address.toLowerCase() === address.toLowerCase() &&
        balance.tokens.some((one) => one.tokenAddress.toLowerCase() === token && one.amount > 0),
    )
  }
  return accounts.find(holds) ?? accounts[0]
}
