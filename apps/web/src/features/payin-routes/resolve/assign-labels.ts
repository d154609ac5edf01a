import type { Deposit } from '../../../api/queries/payin-routes.ts'
import type { Transfer } from '../../../api/queries/transfers.ts'
import type { ComboOption } from '../../../ui/controls/combobox-list.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

export type Waiting = Pick<
  Transfer,
  | 'executionId'
  | 'transactionId'
  | 'status'
  | 'direction'
  | 'from'
  | 'to'
  | 'amountReceived'
  | 'review'
  | 'rateHoldUntil'
>

/** Transfers that money of this currency can pay; those that take none now say why. */
export function assignOptions(all: readonly Waiting[], currency: string): ComboOption[] {
  return all
    .filter(({ from, direction }) => from.currency === currency && direction !== 'CRYPTO_TO_CRYPTO')
    .map((transfer) => ({
      value: transfer.executionId,
      label: t('{amount} from {name}', {
        amount: amountText(transfer.from.amount, currency),
        name: transfer.from.fullName,
      }),
      sub: t('To {name}, {reference}', {
        name: transfer.to.fullName,
        reference: transfer.transactionId,
      }),
      disabledReason: takesNoMoney(transfer),
    }))
}

/** In review it takes more money only while that is about the money itself. */
function takesNoMoney({ status, review }: Waiting): string | undefined {
  if (status !== 'IN_REVIEW') return undefined
  if (review?.reason === 'FUNDING_SENDER_MISMATCH') return t('Staff are looking at who paid it')
  return review?.reason.startsWith('FUNDING_') ? undefined : t('In review, it takes no money now')
}

/** What happens to a transfer that a deposit is assigned to, in sentences. */
export function assignSentences(
  { amountIn }: Pick<Deposit, 'amountIn'>,
  { from, to, amountReceived, rateHoldUntil }: Waiting,
  now: number,
): string[] {
  const open = from.amount - (amountReceived?.amount ?? 0)
  const rest = amountIn.amount - open
  const amount = amountText(Math.abs(rest), amountIn.currency)
  // Sums of JSON numbers; the service compares exactly.
  const isEven = Math.abs(rest) < from.amount * 1e-12
  return [
    isEven
      ? t('It is what the transfer waits for: {name} is paid.', { name: to.fullName })
      : rest < 0
        ? t(
            '{amount} are still missing: the transfer is reviewed until the rest comes or somebody decides.',
            { amount },
          )
        : t('{amount} are too much: they go back, or the transfer is reviewed.', { amount }),
    ...(rateHoldUntil && Date.parse(rateHoldUntil) < now
      ? [t('The time of its rate is over, so it is exchanged at the current rate.')]
      : []),
    t('Where the sender is not the payer, the transfer may be reviewed first.'),
  ]
}
