import { useAction } from '../../../features/actions/action.tsx'
import { useLineAsset } from '../../../features/liquidity/asset.ts'
import { fulfilmentLabels } from '../../../features/liquidity/labels.ts'
import { liquidity } from '../../../api/call.ts'
import { liquidityKey } from '../../../api/queries/liquidity.ts'
import type { ReplenishQuote } from '../../../api/queries/replenishment.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RadioGroup, SelectField, AmountField, TextField } from '../../../ui/controls/inputs.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { FormSummary } from '../../../ui/fields/form-summary.tsx'
import { type FixedForm, useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import {
  checkFulfilment,
  emptyFulfilment,
  fulfilField,
  type FulfilValues,
  referenceOf,
} from './fulfil-values.ts'
import { t } from '../../../messages/text.ts'

const types = Object.entries(fulfilmentLabels).map(([value, label]) => ({ value, label }))
const ways = [
  { value: 'BANK', label: t('Bank') },
  { value: 'CHAIN', label: t('Chain') },
] as const

/** States a payment that was made elsewhere; the money itself counts when it arrives. */
export function FulfilForm({ quote }: { quote: ReplenishQuote }) {
  const { form, onSubmit, isBusy } = useFulfilForm(quote)
  const { values, field, set, problem, element } = form
  return (
    <Card title={t('State a payment')}>
      <form
        ref={element}
        className="grid"
        noValidate
        aria-label={t('State a payment')}
        onSubmit={onSubmit}
      >
        <p className="muted">
          {t(
            'Says that you paid. When the whole amount is stated, the deposit is watched for; only its arrival repays the drawing.',
          )}
        </p>
        <FormSummary title={t('The payment was not recorded')} problem={problem} />
        <AmountField
          label={t('Amount')}
          unit={quote.asset}
          hint={t('{amount} remain.', { amount: amountText(quote.remainingAmount, quote.asset) })}
          {...field('amount')}
        />
        <SelectField label={t('What it pays')} options={types} {...field('type')} />
        <RadioGroup
          label={t('Paid by')}
          look="segment"
          options={ways}
          value={values.by}
          onChange={(by) => set({ by: by as FulfilValues['by'] })}
        />
        <Reference by={values.by} field={field} />
        <div className="row">
          <Button type="submit" variant="primary" busy={isBusy}>
            {t('State payment')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

type ReferenceProps = Pick<FulfilValues, 'by'> & Pick<FixedForm<FulfilValues>, 'field'>

function Reference({ by, field }: ReferenceProps) {
  const text = (name: 'accountNumber' | 'accountName' | 'id' | 'hash') => ({
    autoComplete: 'off',
    ...field(name),
  })
  if (by === 'CHAIN') {
    return <TextField label={t('Transaction hash')} mono spellCheck={false} {...text('hash')} />
  }
  return (
    <>
      <TextField label={t('Account number')} mono spellCheck={false} {...text('accountNumber')} />
      <TextField label={t('Account name')} {...text('accountName')} />
      <TextField
        label={t('Bank reference')}
        optional
        hint={t('With it the same payment cannot be stated twice.')}
        {...text('id')}
      />
    </>
  )
}

function useFulfilForm(quote: ReplenishQuote) {
  const asset = useLineAsset()
  const form = useFixedForm<FulfilValues>({
    start: emptyFulfilment,
    check: (values) => checkFulfilment(values, asset),
    fieldOf: fulfilField,
  })
  const fulfil = useAction(liquidity.fulfilQuote, {
    repeats: true,
    onDone: form.clear,
    done: ({ data, message }) => ({
      title: data.isFullyFulfilled ? t('The quote is fully stated') : t('The payment was recorded'),
      ...(message ? { text: message } : {}),
    }),
    stale: liquidityKey,
    onRefused: form.refuse,
  })
  const onSubmit = form.submit((values) => {
    const read = asset && parseAmount(values.amount, asset)
    if (!read?.ok) return
    fulfil.send({
      body: {
        quoteId: quote.quoteId,
        amount: Number(read.text),
        fulfillmentType: values.type,
        transactionReference: referenceOf(values),
      },
    })
  })
  return { form, onSubmit, isBusy: fulfil.isBusy }
}
