import type { ReplenishQuote } from '../../../api/queries/replenishment.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  quote: Pick<ReplenishQuote, 'quoteId' | 'totalFulfilledAmount' | 'totalReplenishAmount' | 'asset'>
  /** Without the figures beside it. */
  small?: boolean
}

/** How much of a quote was stated as paid. */
export function QuoteProgress({ quote, small }: Props) {
  const { quoteId, totalFulfilledAmount, totalReplenishAmount, asset } = quote
  const text = t('{paid} of {total}', {
    paid: amountText(totalFulfilledAmount),
    total: amountText(totalReplenishAmount, asset),
  })
  return (
    <span className="row">
      <progress
        className="progress-bar"
        value={totalFulfilledAmount}
        max={totalReplenishAmount}
        aria-label={t('Fulfilled of {id}: {amounts}', { id: quoteId, amounts: text })}
      />
      {small ? null : <span className="nowrap number">{text}</span>}
    </span>
  )
}
