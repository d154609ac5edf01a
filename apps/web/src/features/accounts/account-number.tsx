import type { ListedExternal } from '../../api/queries/accounts.ts'
import { paths } from '../../routing/paths.ts'
import { Address } from '../../ui/display/values.tsx'
import { maskedNumber } from '../../ui/format/masking.ts'

/** The address of a wallet, or the last four of a bank account's number. */
export function AccountNumber({
  account: { account, wallet },
  copy = true,
}: {
  account: Pick<ListedExternal, 'account' | 'wallet'>
  copy?: boolean
}) {
  if (wallet) return <Address value={wallet.walletAddress} copy={copy} />
  const number = maskedNumber(account.bankIban || account.accountNumber)
  return number ? <span className="number">{number}</span> : <span className="faint">–</span>
}

/** Where it is: the bank, or the network of a wallet; empty where the bank is not known. */
export function placeOf({
  account,
  wallet,
  verification,
}: Pick<ListedExternal, 'account' | 'wallet' | 'verification'>): string {
  return wallet ? wallet.networkName : account.bankName || verification.bankName
}

/** What people call it: its nickname beside its holder. */
export function accountLabel({
  accountHolder: { name },
  nickname,
}: Pick<ListedExternal, 'accountHolder' | 'nickname'>): string {
  return nickname ? `${name}, ${nickname}` : name
}

export function externalLink(row: ListedExternal) {
  return { to: paths.externalAccount(row.accountId), label: accountLabel(row) }
}
