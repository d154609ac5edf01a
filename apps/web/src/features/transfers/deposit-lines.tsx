import type { DepositLine } from '../accounts/deposit-lines.tsx'
import { FullAddress } from '../../ui/display/address.tsx'
import { countryName } from '../../ui/format/countries.ts'
import { amountText, decimalText } from '../../ui/format/numbers.ts'
import type { Transfer } from '../../api/queries/transfers.ts'

export type DepositAccount = NonNullable<Transfer['depositAccount']>
type ChainDeposit = Extract<DepositAccount, { depositWalletAddress: string }>
type BankDeposit = Exclude<DepositAccount, ChainDeposit>

export function isChainDeposit(account: DepositAccount): account is ChainDeposit {
  return 'depositWalletAddress' in account
}

/** What a payer has to know, in the order of a payment form; what the service leaves empty is left out. */
export function depositLines(account: DepositAccount): DepositLine[] {
  const exact: DepositLine = {
    label: 'Send exactly',
    text: decimalText(account.amount),
    shown: <span className="strong">{amountText(account.amount, account.currency)}</span>,
  }
  const lines = isChainDeposit(account) ? chainLines(account, exact) : bankLines(account, exact)
  return lines.filter(({ text }) => text !== '')
}

function chainLines(account: ChainDeposit, exact: DepositLine): DepositLine[] {
  const { depositWalletAddress, networkName, chainId, tokenAddress, currency } = account
  return [
    {
      label: 'Deposit address',
      text: depositWalletAddress,
      shown: <FullAddress value={depositWalletAddress} />,
      key: true,
    },
    exact,
    { label: 'Token', text: currency },
    { label: 'Network', text: networkName },
    { label: 'Chain', text: chainId, mono: true },
    {
      label: 'Token address',
      text: tokenAddress,
      shown: <FullAddress value={tokenAddress} />,
    },
  ]
}

function bankLines(account: BankDeposit, exact: DepositLine): DepositLine[] {
  const { bankIban, bankBic, bankSwiftCode, bankCountry } = account
  return [
    { label: 'Payment reference', text: account.reference, mono: true, key: true },
    exact,
    { label: 'Account holder', text: account.accountHolderName },
    { label: 'IBAN', text: bankIban, mono: true },
    { label: 'Account number', text: bankIban ? '' : account.accountNumber, mono: true },
    { label: 'BIC', text: bankBic || bankSwiftCode, mono: true },
    { label: 'Routing number', text: account.bankRoutingNumber, mono: true },
    { label: 'Branch code', text: account.branchCode, mono: true },
    { label: 'Bank', text: account.bankName },
    { label: 'Bank address', text: account.bankAddress },
    { label: 'Bank country', text: bankCountry && countryName(bankCountry) },
    { label: 'Payment rail', text: account.paymentRail.replaceAll('_', ' ') },
  ]
}
