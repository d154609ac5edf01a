import { codeText } from '../../../messages/service.ts'
import { placeOf } from '../../accounts/account-number.tsx'
import {
  type Corridor,
  type ExternalAccount,
  type FundingAccount,
} from '../../../api/queries/accounts.ts'
import { shortAddress } from '../../../ui/display/values.tsx'
import type { ComboOption } from '../../../ui/controls/combobox-list.tsx'
import { maskedNumber } from '../../../ui/format/masking.ts'
import { t } from '../../../messages/text.ts'

/** Where deposits arrive, as far as it decides where they can go. */
export type Source = {
  jurisdiction: { id: string; name: string; type: string }
  depositAccountInfo?: { bank_account_number: string; depositWalletAddress?: string | undefined }
}

/** Every account of the workspace; those that deposits cannot go on to come last and say why. */
export function destinationOptions(
  all: readonly ExternalAccount[],
  source: Source,
  corridors: readonly Corridor[],
  current = '',
): ComboOption[] {
  const options = [...all]
    .sort((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''))
    .map((account) => ({
      ...accountOption(account),
      disabledReason: refusalOf(account, source, corridors, current),
    }))
  return [
    ...options.filter(({ disabledReason }) => disabledReason === undefined),
    ...options.filter(({ disabledReason }) => disabledReason !== undefined),
  ]
}

/** Accounts that one deposit can be sent to, which others than those that fit cannot; those that are off say so. */
export function targetOptions(
  all: readonly ExternalAccount[],
  fits: (account: ExternalAccount) => boolean,
): ComboOption[] {
  return all.filter(fits).map((account) => ({
    ...accountOption(account),
    disabledReason:
      account.status === 'ENABLED'
        ? undefined
        : t('Not enabled: {state}', { state: codeText(account.status) }),
  }))
}

export const accountOption = (account: ExternalAccount) => ({
  value: account.accountId,
  label: destinationLabel(account),
  sub: whereText(account),
})

/** `Ada Lovelace, Main wallet (USDC)`. */
function destinationLabel({ accountHolder, nickname, jurisdiction }: ExternalAccount) {
  const name = nickname ? `${accountHolder.name}, ${nickname}` : accountHolder.name
  return `${name} (${jurisdiction.currency})`
}

const whereText = (account: ExternalAccount) =>
  [placeOf(account) || account.jurisdiction.name, numberOf(account)].filter(Boolean).join(', ')

const numberOf = ({ wallet, account }: ExternalAccount) =>
  wallet
    ? shortAddress(wallet.walletAddress)
    : maskedNumber(account.bankIban || account.accountNumber)

/** Why deposits cannot go on to an account, or undefined where they can. */
function refusalOf(
  account: ExternalAccount,
  source: Source,
  corridors: readonly Corridor[],
  current: string,
): string | undefined {
  if (account.accountId === current) return t('Deposits go there now')
  if (account.status !== 'ENABLED')
    return t('Not enabled: {state}', { state: codeText(account.status) })
  if (isSource(account, source)) return t('Deposits arrive there')
  const { jurisdiction } = account
  const corridor = corridors.find(({ to }) => to.id === jurisdiction.id)
  if (!corridor) {
    return source.jurisdiction.type === 'blockchain' && jurisdiction.type === 'blockchain'
      ? t('On {network}; tokens stay on {source}', {
          network: jurisdiction.name,
          source: source.jurisdiction.name,
        })
      : t('No corridor from {from} to {to}', {
          from: source.jurisdiction.name,
          to: jurisdiction.name,
        })
  }
  return corridor.health === 'PAUSED' ? t('This corridor is paused at the moment') : undefined
}

/** The very place that is paid into: forwarding there would go round in a circle. */
function isSource({ wallet, account, jurisdiction }: ExternalAccount, source: Source): boolean {
  if (jurisdiction.id !== source.jurisdiction.id || !source.depositAccountInfo) return false
  const { depositWalletAddress, bank_account_number } = source.depositAccountInfo
  if (wallet) return wallet.walletAddress.toLowerCase() === depositWalletAddress?.toLowerCase()
  const number = account.bankIban || account.accountNumber
  return number !== '' && number === bank_account_number
}

/** Funding accounts of a customer; those that take no deposits now say why. */
export function fundingOptions(all: readonly FundingChoice[]): ComboOption[] {
  const options = all.map((account) => ({
    value: account.fundingAccountId,
    label: `${account.jurisdiction.name}, ${account.jurisdiction.currency}`,
    sub: depositPlace(account),
    disabledReason: account.status === 'ACTIVE' ? undefined : notActive(account.status),
  }))
  return [
    ...options.filter(({ disabledReason }) => disabledReason === undefined),
    ...options.filter(({ disabledReason }) => disabledReason !== undefined),
  ]
}

export type FundingChoice = Pick<
  FundingAccount,
  'fundingAccountId' | 'status' | 'jurisdiction' | 'depositAccountInfo'
>

/** The bank and the end of the number, or the network and the address in short. */
export function depositPlace({
  depositAccountInfo: info,
}: Pick<FundingChoice, 'depositAccountInfo'>) {
  return info.depositWalletAddress
    ? `${info.networkName ?? t('Wallet')}, ${shortAddress(info.depositWalletAddress)}`
    : [info.bank_name, maskedNumber(info.bank_account_number)].filter(Boolean).join(', ')
}

function notActive(status: string): string {
  if (status === 'PROVISIONING') return t('Still being opened')
  if (status === 'INACTIVE') return t('Switched off; it has to be activated first')
  return t('Cannot be used: {state}', { state: codeText(status) })
}
