import { accountLabel } from '../../../../features/accounts/account-number.tsx'
import { shortAddress } from '../../../../ui/display/values.tsx'
import { maskedNumber } from '../../../../ui/format/masking.ts'
import type { SelectOption } from '../../../../ui/controls/inputs.tsx'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import type { ExternalAccount } from '../../../../api/queries/accounts.ts'
import { t } from '../../../../messages/text.ts'

/** Accounts of one side for the same money; the one that is in use first, those that cannot be used disabled. */
export function accountOptions(
  all: readonly ExternalAccount[],
  side: Transfer['from'],
): (SelectOption & { isUsed: boolean })[] {
  return all
    .filter(({ jurisdiction }) => jurisdiction.currency === side.currency)
    .map((account) => {
      const isUsed = account.accountId === side.accountId
      const isBlocked = account.status !== 'ENABLED'
      return {
        value: account.accountId,
        label: [
          `${accountLabel(account)} ${numberOf(account)}`,
          ...(isUsed ? [t('used so far')] : []),
          ...(isBlocked ? [t('not enabled')] : []),
        ].join(', '),
        disabled: isBlocked,
        isUsed,
      }
    })
    .sort((first, other) => Number(other.isUsed) - Number(first.isUsed))
}

function numberOf({ account, wallet }: ExternalAccount): string {
  return wallet
    ? shortAddress(wallet.walletAddress)
    : maskedNumber(account.bankIban || account.accountNumber)
}
