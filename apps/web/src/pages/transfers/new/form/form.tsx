import { type FormEvent, useState } from 'react'
import { useFocusOnFirstInvalid } from '../../../../ui/controls/focus-invalid.ts'
import { RegionError, RequestId } from '../../../../ui/page/region.tsx'
import { errorText, isApiError } from '../../../../api/errors.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card, Notice } from '../../../../ui/display/blocks.tsx'
import { RadioGroup, AmountField, TextField } from '../../../../ui/controls/inputs.tsx'
import { Combobox } from '../../../../ui/controls/combobox.tsx'
import { amountText } from '../../../../ui/format/numbers.ts'
import { released } from '../../../../ui/controls/released.ts'
import { amountSide, readAmount, tooMuch } from '../wizard/use-quote.ts'
import type { PartProps } from '../wizard/use-wizard.ts'
import { whoRaises } from '../../../../features/actions/who-raises.ts'
import { part } from '../../../../ui/display/part.tsx'
import { t } from '../../../../messages/text.ts'

const DeclarationCard = part(() => import('./declaration-card.tsx'), 'DeclarationCard')

type Props = PartProps & {
  onQuote: () => void
  disabledReason: string | undefined
}

/** Who, how much, under which name. Nothing here moves money. */
export function TransferFormView({ state, parties, quoting, onQuote, disabledReason }: Props) {
  const form = useFocusOnFirstInvalid(quoting.refusals)
  if (parties.error && parties.all.length === 0) {
    return <RegionError error={parties.error} what={t('Accounts')} onRetry={parties.refetch} />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onQuote()
  }
  const primary = !quoting.quote
  return (
    <form ref={form} onSubmit={submit} className="grid" noValidate aria-label={t('New transfer')}>
      <PartiesCard {...{ state, parties, quoting }} />
      <AmountCard {...{ state, parties, quoting }} />
      <DeclarationCard {...{ state, parties, quoting }} />
      {quoting.problem ? <Refused problem={quoting.problem} /> : null}
      <div className="row">
        <Button
          type="submit"
          size="l"
          variant={primary ? 'primary' : 'secondary'}
          busy={quoting.busy}
          disabledReason={disabledReason}
        >
          {t('Get quote')}
        </Button>
        <span className="muted">
          {quoting.outdated
            ? t('Your entries changed since the last quote.')
            : t('Nothing is sent yet.')}
        </span>
      </div>
    </form>
  )
}

function PartiesCard({ state, parties, quoting }: PartProps) {
  const { draft, change } = state
  return (
    <Card title={t('Parties')}>
      <div className="grid grid-2">
        <Combobox
          label={t('From')}
          options={parties.fromOptions}
          value={draft.fromAccountId}
          onChange={(fromAccountId) => {
            quoting.clearField('fromAccountId')
            change({ fromAccountId })
          }}
          loading={parties.loading}
          placeholder={t('Account that pays')}
          emptyText={t('No account yet: add one to an entity first')}
          error={quoting.fields.fromAccountId}
          hint={holdsText(parties)}
        />
        <Combobox
          label={t('To')}
          options={parties.toOptions}
          value={draft.toAccountId}
          onChange={(toAccountId) => {
            quoting.clearField('toAccountId')
            change({ toAccountId })
          }}
          loading={parties.loading}
          placeholder={t('Account that is paid')}
          error={quoting.fields.toAccountId}
          hint={parties.to?.place?.walletAddress}
        />
      </div>
    </Card>
  )
}

function holdsText({ from, balance }: PartProps['parties']) {
  if (!from || balance === undefined) return undefined
  return t('Holds {amount}', { amount: amountText(balance, from.currency) })
}

function AmountCard({ state, parties, quoting }: PartProps) {
  const { draft, change } = state
  const [left, setLeft] = useState(false)
  const amount = readAmount(draft, parties)
  const live = amount?.ok
    ? tooMuch(draft, amount.minor, parties)
    : left
      ? amount?.message
      : undefined
  const currency = amountSide(draft, parties)?.currency ?? ''
  return (
    <Card title={t('Amount')}>
      <div className="grid grid-2">
        <RadioGroup
          label={t('Amount means')}
          look="segment"
          value={draft.amountMeans}
          onChange={(value) => change({ amountMeans: value === 'out' ? 'out' : 'in' })}
          options={[
            { value: 'in', label: t('You send exactly') },
            { value: 'out', label: t('They get exactly') },
          ]}
        />
        <AmountField
          label={t('Amount')}
          unit={currency || '–'}
          value={draft.amount}
          onChange={(event) => {
            quoting.clearField('amount')
            setLeft(false)
            change({ amount: event.target.value })
          }}
          onBlur={() => void released().then(() => setLeft(true))}
          error={quoting.fields.amount ?? live}
          hint={
            amount?.ok
              ? t('Read as {amount}', { amount: amountText(amount.text, currency) })
              : undefined
          }
        />
        <TextField
          label={t('Reference')}
          mono
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          value={draft.transactionId}
          onChange={(event) => {
            quoting.clearField('transactionId')
            change({ transactionId: event.target.value, ownReference: true })
          }}
          error={quoting.fields.transactionId}
          hint={t('Your own reference for this transfer. Each can be used once.')}
        />
      </div>
    </Card>
  )
}

function Refused({ problem }: { problem: unknown }) {
  const requestId = isApiError(problem) ? problem.requestId : undefined
  return (
    <Notice tone="fail" alert title={t('No quote was given. No money moved.')}>
      {errorText(problem)} {whoRaises(problem)}
      {requestId ? <RequestId id={requestId} /> : null}
    </Notice>
  )
}
