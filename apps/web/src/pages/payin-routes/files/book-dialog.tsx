import { useState } from 'react'
import { sandbox } from '../../../api/call.ts'
import type { SetAsideLine } from '../../../api/queries/bank-payments.ts'
import { queries } from '../../../api/query-client.ts'
import { Refused, useAction } from '../../../features/actions/action.tsx'
import { EntityCombobox } from '../../../features/entities/entity-combobox.tsx'
import { FundingField } from '../../../features/payin-routes/funding-field.tsx'
import { useTypedAmount } from '../../../features/sandbox/deposit-fields.tsx'
import { useFocusOnFirstInvalid } from '../../../ui/controls/focus-invalid.ts'
import { AmountField, TextField } from '../../../ui/controls/inputs.tsx'
import { decimalText } from '../../../ui/format/numbers.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { ReasonField } from '../../../ui/overlays/reason-field.tsx'
import { t } from '../../../messages/text.ts'

type Props = { line: SetAsideLine; onClose: () => void }

/** Books a line as a person reads it: money that came to the account of a customer. */
export function BookDialog({ line, onClose }: Props) {
  const { lineId, currency } = line
  const [attempts, setAttempts] = useState(0)
  const form = useFocusOnFirstInvalid(attempts)
  const [entityId, setEntityId] = useState('')
  const [fundingAccountId, setFunding] = useState('')
  const amount = useTypedAmount(
    { currency, decimals: 2 },
    line.amount === undefined ? '' : decimalText(line.amount),
  )
  const [bookedOn, setBookedOn] = useState(line.bookedOn ?? '')
  const [payerName, setPayerName] = useState('')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const book = useAction(sandbox.bookSetAside, {
    onDone: async () => {
      onClose()
      await queries.invalidateQueries()
    },
    done: t('The line is booked as a deposit'),
  })
  const needed = (value: string) =>
    attempts > 0 && value.trim() === '' ? t('This is needed') : undefined
  const submit = () => {
    setAttempts(attempts + 1)
    const isWhole = [fundingAccountId, bookedOn, payerName, reason].every(
      (value) => value.trim() !== '',
    )
    if (!amount.check() || !isWhole) return
    book.send({
      params: { lineId },
      body: { fundingAccountId, amount: amount.value, bookedOn, payerName, text, reason },
    })
  }
  return (
    <FormDialog
      wide
      title={t('Book a line by hand')}
      description={line.reason}
      button={t('Book line')}
      isBusy={book.isBusy}
      formRef={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <EntityCombobox
        value={entityId}
        error={needed(entityId)}
        onChange={(chosen) => {
          setEntityId(chosen)
          setFunding('')
        }}
      />
      <FundingField
        entityId={entityId}
        value={fundingAccountId}
        onChange={setFunding}
        onOnly={setFunding}
        error={needed(fundingAccountId)}
      />
      <div className="grid grid-2">
        <AmountField
          label={t('Amount')}
          unit={currency}
          value={amount.typed}
          error={amount.problem}
          onChange={(event) => amount.set(event.target.value)}
        />
        <TextField
          type="date"
          label={t('Booked on')}
          value={bookedOn}
          error={needed(bookedOn)}
          onChange={(event) => setBookedOn(event.target.value)}
        />
      </div>
      <TextField
        label={t('Payer')}
        value={payerName}
        error={needed(payerName)}
        onChange={(event) => setPayerName(event.target.value)}
      />
      <TextField
        label={t('Text of the payment')}
        optional
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ReasonField value={reason} onChange={setReason} isRequired />
      <Refused title={t('Nothing was booked')} error={book.error} />
    </FormDialog>
  )
}
