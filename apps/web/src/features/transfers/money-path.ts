import { shortAddress } from '../../ui/display/values.tsx'
import { amountText, rateText } from '../../ui/format/numbers.ts'
import type { Meaning } from '../../ui/format/status.ts'
import { maskedAccount } from './side-labels.ts'
import { hasBegun, hasCompleted, isWalletTransfer } from './labels.ts'
import type { Transfer } from '../../api/queries/transfers.ts'
import { t } from '../../messages/text.ts'

/** Where the money of a transfer is. */
export type Place =
  | 'payer'
  | 'arriving'
  | 'held'
  | 'converted'
  | 'leaving'
  | 'payee'
  | 'returning'
  | 'returned'

/** Judged by status and steps alone: nothing is guessed at that the service has not reported. */
export function placeOf(transfer: Transfer): Place {
  const { status, refundOf } = transfer
  switch (status) {
    case 'COMPLETED':
      return refundOf ? 'returned' : 'payee'
    case 'REFUNDED':
      return 'returned'
    case 'REFUNDING':
      return 'returning'
    case 'PENDING':
      if (isWalletTransfer(transfer)) return 'payer'
      return hasBegun(transfer, 'deposit_confirmed') ? 'arriving' : 'payer'
    case 'PROCESSING':
      if (isWalletTransfer(transfer)) return hasLeft(transfer) ? 'leaving' : 'payer'
      if (refundOf) return 'returning'
      // Nothing is sent before the payee's provider has answered.
      if (transfer.travelRule?.state === 'WAITING') return withService(transfer)
      if (hasBegun(transfer, 'payout_submitted')) return 'leaving'
      return hasArrived(transfer) ? withService(transfer) : 'held'
    case 'IN_REVIEW':
    case 'FAILED':
      if (isWalletTransfer(transfer)) return 'payer'
      if (refundOf) return 'held'
      return hasArrived(transfer) ? withService(transfer) : 'payer'
    case 'QUOTED':
    case 'AWAITING_APPROVAL':
    case 'EXPIRED':
    case 'CANCELLED':
      return refundOf && !isWalletTransfer(transfer) ? 'held' : 'payer'
  }
}

const withService = (transfer: Transfer): Place =>
  hasCompleted(transfer, 'conversion') ? 'converted' : 'held'

/** Money has come in, in full or in part. */
export function hasArrived(transfer: Transfer): boolean {
  return (
    hasCompleted(transfer, 'deposit_received') ||
    hasCompleted(transfer, 'deposit_confirmed') ||
    (transfer.amountReceived?.amount ?? 0) > 0
  )
}

/** The payer's money is on its way or has arrived. */
export function hasLeft(transfer: Transfer): boolean {
  if (!isWalletTransfer(transfer)) return placeOf(transfer) !== 'payer'
  const { status } = transfer
  return status === 'COMPLETED' || (status === 'PROCESSING' && hasBegun(transfer, 'broadcast'))
}

type Moved = 'no' | 'unknown' | 'held'

const movedText: Record<Moved, string> = {
  no: t('No money has moved.'),
  unknown: t('It is not certain yet whether money moved.'),
  held: t('The money is held by the service.'),
}

/** Whether a failed transfer moved money. A refusal by the chain leaves the tokens where they were. */
export function moneyMoved(transfer: Transfer): Moved {
  if (!isWalletTransfer(transfer)) return hasArrived(transfer) ? 'held' : 'no'
  const code = transfer.failure?.code ?? ''
  if (code.startsWith('CHAIN_') || code.startsWith('SIGNING_')) return 'no'
  return hasBegun(transfer, 'broadcast') ? 'unknown' : 'no'
}

/** Where the money is, in a sentence beside the status. */
export function moneyText(transfer: Transfer): string {
  const { status } = transfer
  switch (status) {
    case 'QUOTED':
      return isWalletTransfer(transfer)
        ? t('Not signed yet. No money has moved.')
        : t('Not executed yet. No money has moved.')
    case 'EXPIRED':
    case 'CANCELLED':
      return t('No money has moved.')
    case 'FAILED':
      return movedText[moneyMoved(transfer)]
    case 'AWAITING_APPROVAL':
    case 'PENDING':
    case 'IN_REVIEW':
    case 'PROCESSING':
    case 'COMPLETED':
    case 'REFUNDING':
    case 'REFUNDED':
      return placeText(transfer)[placeOf(transfer)]
  }
}

function placeText(transfer: Transfer): Record<Place, string> {
  const { payer, payee } = transfer.parties
  const isDirect = isWalletTransfer(transfer)
  const held = t('The money is with the service, not paid out yet.')
  return {
    payer: isDirect
      ? t('The money is still with the sender.')
      : t('Nothing has arrived from {payer} yet.', { payer }),
    arriving: t('Seen on the network, not final yet.'),
    held,
    converted: held,
    leaving: isDirect ? t('On the network, not final yet.') : t('Paid out, not confirmed yet.'),
    payee: t('{payee} has received the money.', { payee }),
    returning: t('On its way back to the payer.'),
    returned: t('The money was sent back.'),
  }
}

export type Stop = {
  key: string
  /** What the stop is: `Payer`. */
  label: string
  title: string
  text: string
  meaning: Meaning
  /** The money is here. */
  isHere: boolean
}

type Draft = Omit<Stop, 'meaning' | 'isHere'>

/** The stops between payer and payee, or back to the payer, with the one at which the money is. */
export function moneyPath(transfer: Transfer): Stop[] {
  const place = placeOf(transfer)
  if (place === 'returning' || place === 'returned' || transfer.refundOf) {
    return placed(transfer, backStops(transfer), backward[place] ?? 0)
  }
  return isWalletTransfer(transfer)
    ? placed(transfer, walletStops(transfer), direct[place] ?? 0)
    : placed(transfer, bankStops(transfer), forward[place] ?? 0)
}

/** Which stop stands for a place; the first where none does. */
type Indexes = Partial<Record<Place, number>>
const forward: Indexes = { arriving: 1, held: 1, converted: 2, leaving: 3, payee: 4 }
const direct: Indexes = { leaving: 1, payee: 2 }
const backward: Indexes = { returning: 1, returned: 2 }

function placed(transfer: Transfer, stops: readonly Draft[], at: number): Stop[] {
  const isDone = ['payee', 'returned'].includes(placeOf(transfer))
  const isRefused = transfer.status === 'FAILED' && placeOf(transfer) === 'converted'
  return stops.map((stop, index) => ({
    ...stop,
    isHere: index === at,
    meaning:
      isRefused && stop.key === 'payout'
        ? 'fail'
        : index < at || (isDone && index === at)
          ? 'done'
          : index > at
            ? 'none'
            : hereOf(transfer),
  }))
}

/** How the money fares where it is. */
function hereOf(transfer: Transfer): Meaning {
  const { status } = transfer
  switch (status) {
    case 'FAILED':
      return placeOf(transfer) === 'payer' ? 'fail' : 'hand'
    case 'IN_REVIEW':
    case 'AWAITING_APPROVAL':
      return 'hand'
    case 'EXPIRED':
    case 'CANCELLED':
      return 'end'
    case 'QUOTED':
    case 'PENDING':
    case 'PROCESSING':
    case 'COMPLETED':
    case 'REFUNDING':
    case 'REFUNDED':
      return placeOf(transfer) === 'payer' ? 'wait' : 'move'
  }
}

const rateOf = ({ from, to, exchangeRate }: Transfer) =>
  `1 ${from.currency} = ${rateText(exchangeRate)} ${to.currency}`

/** The bank and the end of the number, or a short address. */
const accountText = (side: Transfer['from']) =>
  [side.account?.bankName, maskedAccount(side)].filter(Boolean).join(' ')

const sumOf = ({ amount, currency }: { amount: number; currency: string }) =>
  amountText(amount, currency)

function bankStops(transfer: Transfer): Draft[] {
  const { from, to, parties, fees, depositAccount } = transfer
  const { totalFees } = fees
  const reference = depositAccount && 'reference' in depositAccount ? depositAccount.reference : ''
  return [
    { key: 'payer', label: t('Payer'), title: parties.payer, text: accountText(from) },
    {
      key: 'deposit',
      label: t('Deposit'),
      title: sumOf(transfer.amountReceived ?? from),
      text: reference ? t('Reference {reference}', { reference }) : depositText(depositAccount),
    },
    from.currency === to.currency
      ? { key: 'conversion', label: t('Fees'), title: sumOf(totalFees), text: t('No conversion') }
      : {
          key: 'conversion',
          label: t('Conversion'),
          title: rateOf(transfer),
          text: t('{sum} in fees', { sum: sumOf(totalFees) }),
        },
    { key: 'payout', label: t('Payout'), title: sumOf(to), text: to.jurisdiction },
    { key: 'payee', label: t('Payee'), title: parties.payee, text: accountText(to) },
  ]
}

function depositText(depositAccount: Transfer['depositAccount']): string {
  return depositAccount &&
    'depositWalletAddress' in depositAccount &&
    depositAccount.depositWalletAddress
    ? t('To {address}', { address: shortAddress(depositAccount.depositWalletAddress) })
    : ''
}

function walletStops({ from, to, parties, transactionHash }: Transfer): Draft[] {
  return [
    { key: 'payer', label: t('Payer'), title: parties.payer, text: accountText(from) },
    {
      key: 'network',
      label: t('Network'),
      title: sumOf(to),
      text: transactionHash ? shortAddress(transactionHash) : to.jurisdiction,
    },
    { key: 'payee', label: t('Payee'), title: parties.payee, text: accountText(to) },
  ]
}

function backStops(transfer: Transfer): Draft[] {
  const { from, to, parties, refundOf, amountReceived } = transfer
  // A linked refund pays the payer: it is the payee of that execution.
  const payer = refundOf ? to : from
  const sum = sumOf(refundOf ? to : (amountReceived ?? from))
  return [
    { key: 'held', label: t('Held by the service'), title: sum, text: '' },
    { key: 'refund', label: t('Refund'), title: sum, text: payer.jurisdiction },
    {
      key: 'payer',
      label: t('Payer'),
      title: refundOf ? parties.payee : parties.payer,
      text: accountText(payer),
    },
  ]
}
