import type { DepositLine } from './deposit-lines.tsx'
import type { FundingAccount } from '../../api/queries/accounts.ts'
import { railLabel } from './rail-label.ts'

type Given = Pick<FundingAccount, 'depositAccountInfo' | 'accountOwner'>

/** What a payer has to know, in the order of a payment form; what the service leaves empty is left out. */
export function depositInstructions({ depositAccountInfo, accountOwner }: Given): DepositLine[] {
  const info = depositAccountInfo
  const lines: DepositLine[] = info.depositWalletAddress
    ? [
        { label: 'Deposit address', text: info.depositWalletAddress, mono: true },
        { label: 'Network', text: info.networkName ?? '' },
        { label: 'Chain', text: info.chainId ?? '', mono: true },
        { label: 'Token', text: info.currency },
        { label: 'Token address', text: info.tokenAddress ?? '', mono: true },
      ]
    : [
        { label: 'Bank name', text: info.bank_name },
        { label: 'Bank address', text: info.bank_address },
        { label: 'Routing number', text: info.bank_routing_number, mono: true },
        { label: 'Account number', text: info.bank_account_number, mono: true },
        { label: 'Account holder', text: accountOwner.name },
        { label: 'Payment rail', text: railLabel(info.payment_rail) },
        { label: 'Currency', text: info.currency },
      ]
  return lines.filter(({ text }) => text !== '')
}
