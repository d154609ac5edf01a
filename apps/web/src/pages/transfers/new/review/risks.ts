import { fromWire } from '@corridor/domain/money'
import { shortAddress } from '../../../../ui/display/values.tsx'
import { amountText } from '../../../../ui/format/numbers.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import type { ExternalAccount } from '../../../../api/queries/accounts.ts'
import { labelOf, type WalletParty } from '../../../../features/transfers/signing/parties.ts'
import { lookAlikes } from '../wizard/parties.ts'
import { plural, t } from '../../../../messages/text.ts'

export type Risk = { title: string; text: string }

type Known = {
  from: WalletParty
  to: WalletParty
  /** What leaves, in minor units. */
  amount: bigint
  accounts: readonly ExternalAccount[]
  /** Earlier transfers of the paying and of the paid account; undefined while they are read. */
  sent: readonly Transfer[] | undefined
  received: readonly Transfer[] | undefined
}

const usualFactor = 3n
const usualFrom = 3

/** What a person should look at twice. None of it blocks. */
export function risksOf(known: Known): Risk[] {
  return [newRecipient(known), lookAlike(known), unusualAmount(known)].filter(
    (risk) => risk !== undefined,
  )
}

function newRecipient({ from, to, received, accounts }: Known): Risk | undefined {
  if (received === undefined) return undefined
  const paidBefore = received.some(
    (transfer) =>
      transfer.to.accountId === to.account.accountId &&
      transfer.from.entityId === from.account.entityId,
  )
  if (paidBefore) return undefined
  const alike = lookAlikes(to.place.walletAddress, accounts).length === 0
  return {
    title: t('First transfer to this recipient.'),
    text: alike
      ? plural(accounts.length, {
          one: 'No look-alike among your {count} known address.',
          other: 'No look-alike among your {count} known addresses.',
        })
      : t('Compare the whole address with the one you were given.'),
  }
}

function lookAlike({ to, accounts }: Known): Risk | undefined {
  const [alike] = lookAlikes(to.place.walletAddress, accounts)
  if (!alike?.wallet) return undefined
  return {
    title: t('This address looks like another one.'),
    text: t('{name} ({address}) begins and ends the same. Compare every group.', {
      name: labelOf(alike),
      address: shortAddress(alike.wallet.walletAddress),
    }),
  }
}

function unusualAmount({ from, amount, sent }: Known): Risk | undefined {
  const { accountId } = from.account
  const amounts = (sent ?? [])
    .filter((transfer) => transfer.from.accountId === accountId)
    .flatMap((transfer) => {
      const read = fromWire(transfer.from.amount, from.currency, from.decimals)
      return read.ok ? [read.value.minor] : []
    })
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = amounts[Math.floor(amounts.length / 2)]
  if (amounts.length < usualFrom || middle === undefined || amount <= middle * usualFactor) {
    return undefined
  }
  const biggest = sent?.find((transfer) => transfer.from.accountId === accountId)
  return {
    title: t('More than three times what this wallet usually sends.'),
    text: biggest
      ? t('Its last transfer was {amount}.', {
          amount: amountText(biggest.from.amount, biggest.from.currency),
        })
      : '',
  }
}
