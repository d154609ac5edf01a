import type { Place } from '../../../signing/payload-check.ts'
import { shortAddress } from '../../../ui/address.tsx'
import type { ComboOption } from '../../../ui/combobox-list.tsx'
import type { Account, Jurisdiction } from '../queries.ts'

/** An account that can take part, with what its jurisdiction's record says of the token. */
export type Party = {
  account: Account
  /** Entity, account and currency in words: `Ada Lovelace, Main wallet (USDC)`. */
  label: string
  place: Place
  currency: string
  decimals: number
  nativeCurrency: string
}

/** Undefined for an account without a wallet, or of a jurisdiction that nobody knows. */
export function partyOf(
  account: Account | undefined,
  jurisdictions: readonly Jurisdiction[],
): Party | undefined {
  const jurisdiction = jurisdictions.find(({ id }) => id === account?.jurisdiction.id)
  if (!account?.wallet || !jurisdiction) return undefined
  return {
    account,
    label: labelOf(account),
    place: { ...account.wallet, entityId: account.entityId, name: account.accountHolder.name },
    currency: jurisdiction.currency,
    decimals: jurisdiction.currencyScale,
    nativeCurrency: jurisdiction.nativeCurrency ?? '',
  }
}

export function labelOf({ accountHolder, nickname, jurisdiction }: Account): string {
  const name = nickname ? `${accountHolder.name}, ${nickname}` : accountHolder.name
  return `${name} (${jurisdiction.currency})`
}

const addressText = ({ wallet }: Account) => (wallet ? shortAddress(wallet.walletAddress) : '')
const whereText = (account: Account) =>
  [addressText(account), account.jurisdiction.name].filter(Boolean).join(', ')

/** Wallets that money can leave by a signature. `holds` is a balance in words. */
export function fromOptions(
  all: readonly Account[],
  holds: (account: Account) => string | undefined,
): ComboOption[] {
  return all
    .filter(({ accountKind }) => accountKind === 'NON_CUSTODIAL_WALLET')
    .map((account) => ({
      value: account.accountId,
      label: labelOf(account),
      sub: [holds(account), whereText(account)].filter(Boolean).join(', '),
      disabledReason: account.status === 'ENABLED' ? undefined : 'This account is not enabled',
    }))
}

/** Every account; those that cannot be paid directly say why. The ones paid last come first. */
export function toOptions(all: readonly Account[], from: Account | undefined): ComboOption[] {
  const options = [...all]
    .sort((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''))
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

function refusalOf(to: Account, from: Account | undefined): string | undefined {
  if (!to.wallet) return 'A wallet can only pay a wallet directly'
  if (to.status !== 'ENABLED') return 'This account is not enabled'
  if (!from) return undefined
  if (to.accountId === from.accountId || sameAddress(to, from)) return 'The money is there already'
  if (to.jurisdiction.id !== from.jurisdiction.id) {
    return `On ${to.jurisdiction.name}; a direct transfer stays on ${from.jurisdiction.name}`
  }
  return undefined
}

function sameAddress(a: Account, b: Account): boolean {
  return (
    a.jurisdiction.id === b.jurisdiction.id &&
    a.wallet?.walletAddress.toLowerCase() === b.wallet?.walletAddress.toLowerCase()
  )
}

const endLength = 4

/** Other known addresses that begin and end as this one does, which is how people are led astray. */
export function lookAlikes(address: string, known: readonly Account[]): Account[] {
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
