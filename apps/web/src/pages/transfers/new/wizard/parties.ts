import { shortAddress } from '../../../../ui/display/values.tsx'
import type { ComboOption } from '../../../../ui/controls/combobox-list.tsx'
import type { ExternalAccount } from '../../../../api/queries/accounts.ts'
import { labelOf } from '../../../../features/transfers/signing/parties.ts'
import { t } from '../../../../messages/text.ts'

/** The address of a wallet in short, or the number of a bank account as lists show it. */
const addressText = ({ wallet, account }: ExternalAccount) =>
  wallet ? shortAddress(wallet.walletAddress) : account.bankIban || account.accountNumber
const whereText = (account: ExternalAccount) =>
  [addressText(account), account.jurisdiction.name].filter(Boolean).join(', ')

/** What belongs to a third party is paid to, never from. */
const canPay = ({ accountKind, ownership }: ExternalAccount): boolean =>
  payingKinds.includes(accountKind) && ownership === 'SELF'

/** The accounts of one customer stand together. */
const byCustomer = (a: ExternalAccount, b: ExternalAccount): number =>
  a.accountHolder.name.localeCompare(b.accountHolder.name) || a.entityId.localeCompare(b.entityId)

const payingKinds: readonly string[] = ['NON_CUSTODIAL_WALLET', 'WALLET', 'BANK']

/** Accounts that can pay: wallets by a signature or a deposit, banks by a deposit. `holds` is a balance as text. */
export function fromOptions(
  all: readonly ExternalAccount[],
  holds: (account: ExternalAccount) => string | undefined,
): ComboOption[] {
  return all
    .filter((account) => canPay(account))
    .sort(byCustomer)
    .map((account) => ({
      value: account.accountId,
      label: labelOf(account),
      sub: [holds(account), whereText(account)].filter(Boolean).join(', '),
      disabledReason: account.status === 'ENABLED' ? undefined : t('This account is not enabled'),
    }))
}

/** Every account; those that cannot be paid directly say why. The ones paid last come first. */
export function toOptions(
  all: readonly ExternalAccount[],
  from: ExternalAccount | undefined,
): ComboOption[] {
  const options = [...all]
    .sort((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? '') || byCustomer(a, b))
    .map((account) => ({
      value: account.accountId,
      label: labelOf(account),
      sub: whereText(account),
      disabledReason: refusalOf(account, from),
    }))
  return [
    ...options.filter((option) => !option.disabledReason),
    ...options.filter((option) => option.disabledReason),
  ]
}

function refusalOf(to: ExternalAccount, from: ExternalAccount | undefined): string | undefined {
  if (to.status !== 'ENABLED') return t('This account is not enabled')
  if (!from) return undefined
  if (to.accountId === from.accountId || sameAddress(to, from))
    return t('The money is already there')
  if (!to.wallet || !from.wallet) return undefined
  if (from.accountKind !== 'NON_CUSTODIAL_WALLET')
    return t('Only a wallet that signs here can pay a wallet directly')
  if (to.jurisdiction.id !== from.jurisdiction.id) {
    return t('On {network}; a direct transfer stays on {own}', {
      network: to.jurisdiction.name,
      own: from.jurisdiction.name,
    })
  }
  return undefined
}

function sameAddress(a: ExternalAccount, b: ExternalAccount): boolean {
  return (
    a.wallet !== undefined &&
    a.jurisdiction.id === b.jurisdiction.id &&
    a.wallet.walletAddress.toLowerCase() === b.wallet?.walletAddress.toLowerCase()
  )
}

const endLength = 4

/** Other known addresses that begin and end as this one does, which is how people are led astray. */
export function lookAlikes(address: string, known: readonly ExternalAccount[]): ExternalAccount[] {
  const ends = (text: string) => {
    const digits = text.toLowerCase().replace(/^0x/, '')
    return digits.slice(0, endLength) + digits.slice(-endLength)
  }
  const wanted = ends(address)
  return known.filter(({ wallet }) => {
    if (!wallet || wallet.walletAddress.toLowerCase() === address.toLowerCase()) return false
    return ends(wallet.walletAddress) === wanted
  })
}
