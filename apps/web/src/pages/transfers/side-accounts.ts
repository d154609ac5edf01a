import { accountLabel } from '../../components/account-number.tsx'
import { shortAddress } from '../../ui/address.tsx'
import { maskedNumber } from '../../ui/masking.ts'
import type { SelectOption } from '../../ui/select.tsx'
import type { Account } from './queries.ts'
import type { Transfer } from './words.ts'

/** Accounts of one side for the same money; the one that is in use first, those that cannot be used disabled. */
export function accountOptions(
  all: readonly Account[],
  side: Transfer['from'],
): (SelectOption & { isUsed: boolean })[] {
  return all
    .filter(({ jurisdiction }) => jurisdiction.currency === side.currency)
    .map((account) => {
      const isUsed = account.accountId === side.accountId
      const blocked = account.status === 'ENABLED' ? '' : ', not enabled'
      return {
        value: account.accountId,
        label: `${accountLabel(account)} ${numberOf(account)}${isUsed ? ', used so far' : ''}${blocked}`,
        disabled: blocked !== '',
        isUsed,
      }
    })
    .sort((one, other) => Number(other.isUsed) - Number(one.isUsed))
}

function numberOf({ account, wallet }: Account): string {
  return wallet
    ? shortAddress(wallet.walletAddress)
    : maskedNumber(account.bankIban || account.accountNumber)
}
