import { useState } from 'react'
import { sandbox } from '../../../api/call.ts'
import type { SetAsideLine } from '../../../api/queries/bank-payments.ts'
import { queries } from '../../../api/query-client.ts'
import { Refused, useAction } from '../../../features/actions/action.tsx'
import { EntityCombobox } from '../../../features/entities/entity-combobox.tsx'
import { FundingField } from '../../../features/payin-routes/messages/funding-field.tsx'
import { useTypedAmount } from '../../../features/sandbox/deposit-fields.tsx'
import { useFocusOnFirstInvalid } from '../../../ui/controls/focus-invalid.ts'
import { AmountField, TextField } from '../../../ui/controls/inputs.tsx'
import { decimalText } from '../../../ui/format/numbers.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { ReasonField } from '../../../ui/overlays/reason-field.tsx'
import { t } from '../../../messages/text.ts'

type Props = { line: SetAsideLine; onClose: () => void }

/** What a person enters of a line, and the booking of it. */
function useBooking({ line, onClose }: Props) {
  const { lineId, currency } = line
  const [attempts, setAttempts] = useState(0)
  const amount = useTypedAmount(
    { currency, decimals: 2 },
    line.amount === undefined ? '' : decimalText(line.amount),
  )
  const [entered, setEntered] = useState({
    entityId: '',
    fundingAccountId: '',
    bookedOn: line.bookedOn ?? '',
    payerName: '',
    text: '',
    reason: '',
  })
  const enter = (change: Partial<typeof entered>) => setEntered({ ...entered, ...change })
  const book = useAction(sandbox.bookSetAside, {
    onDone: async () => {
      onClose()
      await queries.invalidateQueries()
    },
    done: t('The line is booked as a deposit'),
  })
  const needed = (name: keyof typeof entered) =>
    attempts > 0 && entered[name].trim() === '' ? t('This is needed') : undefined
  const submit = () => {
    setAttempts(attempts + 1)
    const { entityId: _customer, ...body } = entered
    const { text: _optional, ...required } = body
    const isWhole = Object.values(required).every((value) => value.trim() !== '')
    if (!amount.check() || !isWhole) return
    book.send({ params: { lineId }, body: { ...body, amount: amount.value } })
  }
  return { amount, attempts, book, enter, entered, needed, submit }
}

/** Books a line as a person reads it: money that came to the account of a customer. */
export function BookDialog({ line, onClose }: Props) {
  const { amount, attempts, book, enter, entered, needed, submit } = useBooking({ line, onClose })
  const form = useFocusOnFirstInvalid(attempts)
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
        value={entered.entityId}
        error={needed('entityId')}
        onChange={(entityId) => enter({ entityId, fundingAccountId: '' })}
      />
      <FundingField
        entityId={entered.entityId}
        value={entered.fundingAccountId}
        onChange={(fundingAccountId) => enter({ fundingAccountId })}
        onOnly={(fundingAccountId) => enter({ fundingAccountId })}
        error={needed('fundingAccountId')}
      />
      <div className="grid grid-2">
        <AmountField
          label={t('Amount')}
          unit={line.currency}
          value={amount.typed}
          error={amount.problem}
          onChange={(event) => amount.set(event.target.value)}
        />
        <TextField
          type="date"
          label={t('Booked on')}
          value={entered.bookedOn}
          error={needed('bookedOn')}
          onChange={(event) => enter({ bookedOn: event.target.value })}
        />
      </div>
      <TextField
        label={t('Payer')}
        value={entered.payerName}
        error={needed('payerName')}
        onChange={(event) => enter({ payerName: event.target.value })}
      />
      <TextField
        label={t('Text of the payment')}
        optional
        value={entered.text}
        onChange={(event) => enter({ text: event.target.value })}
      />
      <ReasonField value={entered.reason} onChange={(reason) => enter({ reason })} isRequired />
      <Refused title={t('Nothing was booked')} error={book.error} />
    </FormDialog>
  )
}
