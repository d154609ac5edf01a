import { shortAddress } from '../../ui/display/values.tsx'
import { maskedNumber } from '../../ui/format/masking.ts'
import type { ListedSide } from '../../api/queries/transfers.ts'
import { t } from '../../messages/text.ts'

/** `••••4300` of a bank account or `0x3089…71aF` of a wallet; empty where neither is known. */
export function maskedAccount({ wallet, account }: Pick<ListedSide, 'wallet' | 'account'>): string {
  if (wallet?.walletAddress) return shortAddress(wallet.walletAddress)
  return maskedNumber(account?.bankIban || account?.accountNumber || '')
}

/** The bank's name, or that it is a wallet. */
export function placeName({ wallet, account }: Pick<ListedSide, 'wallet' | 'account'>): string {
  return wallet ? t('Wallet') : (account?.bankName ?? '')
}
