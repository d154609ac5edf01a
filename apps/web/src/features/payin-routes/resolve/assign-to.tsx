import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../../api/clock.ts'
import type { ResolvableDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { waitingTransfersQuery } from '../../../api/queries/reviews.ts'
import { transferQuery } from '../../../api/queries/transfers.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { DescriptionList, fact } from '../../../ui/display/description-list.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { senderName } from '../labels.ts'
import { assignOptions, assignSentences, type Waiting } from './assign-labels.ts'
import type { Arrival } from './resolve-labels.ts'
import type { useResolve } from './use-resolve.ts'
import { t } from '../../../messages/text.ts'

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
