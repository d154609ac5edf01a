import type { FundingAccount } from '../../api/queries/accounts.ts'
import type { Transfer } from '../../api/queries/transfers.ts'
import { FullAddress } from '../../ui/display/values.tsx'
import { countryName } from '../../ui/format/countries.ts'
import { amountText, decimalText } from '../../ui/format/numbers.ts'
import { bankLabels, shownNumber } from './bank-labels.ts'
import type { DepositLine } from './deposit-lines.tsx'
import { railLabel } from './rail-label.ts'
import { t } from '../../messages/text.ts'

export type DepositAccount = NonNullable<Transfer['depositAccount']>
type ChainDeposit = Extract<DepositAccount, { depositWalletAddress: string }>
type Funding = Pick<FundingAccount, 'depositAccountInfo' | 'accountOwner'>

export function isChainDeposit(account: DepositAccount): account is ChainDeposit {
  return 'depositWalletAddress' in account
}

/** What a payer of a transfer has to know: what it is recognised by first, and the exact amount. */
export function transferInstructions(account: DepositAccount): DepositLine[] {
  const exact: DepositLine = {
    label: t('Send exactly'),
    text: decimalText(account.amount),
    shown: <span className="strong">{amountText(account.amount, account.currency)}</span>,
  }
  if (isChainDeposit(account)) {
    const [address, ...rest] = chainLines(account)
    return filled([address, exact, ...rest])
  }
  return filled([
    { label: t('Payment reference'), text: account.reference, mono: true, key: true },
    exact,
    ...bankLines({
      holder: account.accountHolderName,
      account: account.bankIban || account.accountNumber,
      routing: account.bankBic || account.bankSwiftCode || account.bankRoutingNumber,
      branch: account.branchCode,
      bank: account.bankName,
      address: account.bankAddress,
      country: account.bankCountry,
      rail: account.paymentRail,
    }),
  ])
}

/** What a payer of a funding account has to know, whichever amount it sends. */
export function depositInstructions({ depositAccountInfo, accountOwner }: Funding): DepositLine[] {
  const info = depositAccountInfo
  const { depositWalletAddress, networkName = '', chainId = '', tokenAddress = '' } = info
  if (depositWalletAddress)
    return filled(
      chainLines({
        depositWalletAddress,
        networkName,
        chainId,
        tokenAddress,
        currency: info.currency,
      }),
    )
  return filled([
    ...bankLines({
      holder: accountOwner.name,
      account: info.bank_account_number,
      routing: info.bank_routing_number,
      bank: info.bank_name,
      address: info.bank_address,
      rail: info.payment_rail,
    }),
    { label: t('Currency'), text: info.currency },
  ])
}

/** What a payer needs by chain, in the order of a wallet's form. */
function chainLines(account: Omit<ChainDeposit, 'amount'>): DepositLine[] {
  const { depositWalletAddress, networkName, chainId, tokenAddress, currency } = account
  return [
    {
      label: t('Deposit address'),
      text: depositWalletAddress,
      shown: <FullAddress value={depositWalletAddress} />,
      key: true,
    },
    { label: t('Token'), text: currency },
    { label: t('Network'), text: networkName },
    { label: t('Chain'), text: chainId, mono: true },
    {
      label: t('Token address'),
      text: tokenAddress,
      shown: <FullAddress value={tokenAddress} />,
    },
  ]
}

type BankPlace = {
  holder: string
  account: string
  routing: string
  bank: string
  rail?: string
  branch?: string
  address?: string
  country?: string
}

/** What a payer needs by bank, in the order of a payment form and in the words of the country. */
export function bankLines({
  holder,
  account,
  routing,
  bank,
  rail = '',
  branch = '',
  address = '',
  country = '',
}: BankPlace): DepositLine[] {
  const labels = bankLabels({ account, routing, rail, country })
  const number = (label: string, text: string): DepositLine => ({
    label,
    text,
    shown: shownNumber(label, text),
    mono: true,
  })
  return filled([
    { label: t('Account holder'), text: holder },
    number(labels.account, account),
    number(labels.routing, routing),
    { label: t('Branch code'), text: branch, mono: true },
    { label: t('Bank'), text: bank },
    { label: t('Bank address'), text: address },
    { label: t('Bank country'), text: country && countryName(country) },
    { label: t('Payment rail'), text: railLabel(rail) },
  ])
}

/** What the service leaves empty is left out. */
const filled = (lines: readonly (DepositLine | undefined)[]): DepositLine[] =>
  lines.filter((line) => line !== undefined && line.text !== '') as DepositLine[]
