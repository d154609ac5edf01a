import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, isApiError } from '../../../api/errors.ts'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { durationText } from '../../../ui/format/duration-text.ts'
import { Amount } from '../../../ui/display/values.tsx'
import { DescriptionList, type Fact, fact, Notice } from '../../../ui/display/blocks.tsx'
import { rateText } from '../../../ui/format/numbers.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { AmountField } from '../../../ui/controls/inputs.tsx'
import { BankTime } from '../../transfers/bank-time.tsx'
import { heldText } from '../labels.ts'
import { type Ends, estimateQuery, type Preview } from '../../../api/queries/payin-routes.ts'
import { useSettled } from '../../../ui/controls/use-settled.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  ends: Ends
  /** Where deposits arrive, for the currency and its decimals. */
  jurisdiction: { id: string; currency: string }
}

/** Most decimals that any asset has; the service refuses what is too many for the one at hand. */
const decimalsMax = 18

/** A typed amount and what of it would arrive. */
export function NetPreview({ ends, jurisdiction }: Props) {
  const [typed, setTyped] = useState('1,000.00')
  const { data } = useQuery(jurisdictionsQuery)
  const known = data?.data.find(({ id }) => id === jurisdiction.id)
  const asset = {
    currency: jurisdiction.currency,
    decimals: known?.currencyScale ?? decimalsMax,
  }
  const read = parseAmount(typed, asset)
  const amount = useSettled(read.ok ? read.text : '')
  return (
    <div className="grid">
      <AmountField
        label={t('A deposit of')}
        unit={asset.currency}
        value={typed}
        error={read.ok ? undefined : read.message}
        onChange={(event) => setTyped(event.target.value)}
      />
      {amount === '' ? null : <Estimate ends={ends} amount={amount} />}
    </div>
  )
}

/** What an amount would come to now; nothing is promised by it. */
export function Estimate({ ends, amount }: { ends: Ends; amount: string }) {
  const { data, error } = useQuery(estimateQuery(ends, amount))
  if (data) return <EstimateView preview={data} />
  if (!error) return <SkeletonLines lines={5} />
  return (
    <Notice tone="none" title={t('No preview available')}>
      {isApiError(error) && error.details[0] ? error.details[0].message : errorText(error)}
    </Notice>
  )
}

function EstimateView({ preview }: { preview: Preview }) {
  const { outcome, heldReason, amountIn, amountOut, fees, exchangeRate } = preview
  if (outcome === 'HOLD') {
    return (
      <Notice tone="wait" title={t('A deposit like this would be held')}>
        {t('{reason} It then waits for review.', { reason: heldText(heldReason) })}
      </Notice>
    )
  }
  const money = ({ amount, currency }: typeof amountIn) => (
    <Amount value={amount} currency={currency} />
  )
  return (
    <DescriptionList
      rows={[
        fact(t('Deposit'), money(amountIn)),
        fact(t('Service fees'), money(fees.svcFees)),
        fact(t('Transaction fees'), money(fees.txFees)),
        fees.partnerFees.amount > 0 && fact(t('Partner fees'), money(fees.partnerFees)),
        amountIn.currency !== amountOut.currency &&
          fact(
            t('Current rate'),
            `1 ${amountIn.currency} = ${rateText(exchangeRate)} ${amountOut.currency}`,
          ),
        arrivalFact(preview),
        fact(t('Arrives'), money(amountOut), 'sum'),
      ]}
    />
  )
}

/** By the banking days of the bank that pays out; a chain has none. */
function arrivalFact({ estimatedArrival, etaMinutes, bankTimeZone, isEstimated }: Preview): Fact {
  if (!estimatedArrival) return fact(t('Takes'), durationText(etaMinutes))
  return fact(
    t('Arrives by'),
    <BankTime at={estimatedArrival} bankZone={bankTimeZone} isEstimated={isEstimated} />,
  )
}
