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
  const text = t('{amount} of {amount2}', {
    amount: amountText(totalFulfilledAmount),
    amount2: amountText(totalReplenishAmount, asset),
  })
  return (
    <span className="row">
      <progress
        className="progress-bar"
        value={totalFulfilledAmount}
        max={totalReplenishAmount}
        aria-label={t('Fulfilled of {quoteId}: {text}', { quoteId, text })}
      />
      {small ? null : <span className="nowrap number">{text}</span>}
    </span>
  )
}
