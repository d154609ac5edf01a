import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../../api/clock.ts'
import type { ResolvableDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { waitingTransfersQuery } from '../../../api/queries/reviews.ts'
import { transferQuery, type Transfer } from '../../../api/queries/transfers.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { Amount } from '../../../ui/display/values.tsx'
import { DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { senderName } from '../labels.ts'
import type { Arrival } from './resolve-labels.ts'
import type { useResolve } from './use-resolve.ts'
import { t } from '../../../messages/text.ts'
import type { Deposit } from '../../../api/queries/payin-routes.ts'
import type { ComboOption } from '../../../ui/controls/combobox-list.tsx'
import { amountText } from '../../../ui/format/numbers.ts'

type Props = { deposit: ResolvableDeposit; funding: Arrival; state: ReturnType<typeof useResolve> }

/** The transfer that a deposit pays, searched among the payer's that wait for money; and what happens then. */
export function AssignTo({ deposit, funding, state }: Props) {
  const { currency } = deposit.amountIn
  const [text, setText] = useState('')
  const { entityId, accountOwner } = funding
  const search = useQuery(waitingTransfersQuery({ entityId, currency }, text))
  const chosen = useQuery({ ...transferQuery(state.target), enabled: state.target !== '' })
  const values = { currency, name: accountOwner.name }
  return (
    <>
      <Combobox
        label={t('Transfer')}
        options={assignOptions(search.data?.data ?? [], currency)}
        value={state.target}
        onChange={state.setTarget}
        onSearch={setText}
        loading={search.isPending || search.isPlaceholderData}
        placeholder={t('Type a name, reference or id')}
        hint={
          entityId === ''
            ? t('Transfers that wait for {currency}, the newest first.', values)
            : t('Transfers of {name} that wait for {currency}, the newest first.', values)
        }
        emptyText={
          entityId === ''
            ? t('No transfer waits for {currency}', values)
            : t('No transfer of {name} waits for {currency}', values)
        }
        error={state.problems.target}
      />
      {state.target === '' ? null : chosen.data ? (
        <Consequence deposit={deposit} transfer={chosen.data.data} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </>
  )
}

function Consequence({ deposit, transfer }: { deposit: ResolvableDeposit; transfer: Waiting }) {
  const now = useNow(60_000)
  const { from, amountReceived } = transfer
  const money = ({ amount, currency }: ResolvableDeposit['amountIn']) => (
    <Amount value={amount} currency={currency} />
  )
  return (
    <section aria-label={t('What happens')} className="sunken-box">
      <DescriptionList
        rows={[
          fact(t('Payer of the transfer'), from.fullName),
          fact(t('Sender of the deposit'), senderName(deposit)),
          fact(t('The transfer asks for'), money(from)),
          amountReceived && fact(t('Arrived before'), money(amountReceived)),
          fact(t('This deposit'), money(deposit.amountIn)),
        ]}
      />
      {assignSentences(deposit, transfer, now).map((sentence) => (
        <p key={sentence} className="muted">
          {sentence}
        </p>
      ))}
    </section>
  )
}

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
