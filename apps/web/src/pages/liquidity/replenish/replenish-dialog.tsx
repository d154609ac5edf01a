import type { ReplenishAt } from './use-replenish-at.ts'
import { serviceNow } from '../../../api/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ChooseStep } from './choose-step.tsx'
import { QuoteStep } from './quote-step.tsx'
import { ResultStep } from './result-step.tsx'
import { useChosen } from './use-chosen.ts'
import { isQuoted, type Mode, type Replenish, useReplenish } from './use-replenish.ts'
import { t } from '../../../messages/text.ts'

type Props = { at: ReplenishAt }

/** Repays drawings from the operational wallet: choose, read what it takes, pay, see it arrive. */
export function ReplenishDialog({ at }: Props) {
  const { mode, setMode, leave } = at
  const chosen = useChosen(at)
  const replenish = useReplenish()
  const { asked, result } = replenish
  return (
    <Dialog
      open
      wide
      onOpenChange={leave}
      title={t('Replenish')}
      description={t(
        'Repays drawings from the operational wallet: the fee first, then the principal.',
      )}
      footer={
        result ? (
          <Button variant="primary" onClick={leave}>
            {t('Done')}
          </Button>
        ) : asked ? (
          <PayButtons replenish={replenish} mode={mode} />
        ) : (
          <QuoteButtons replenish={replenish} chosen={chosen} onClose={leave} />
        )
      }
    >
      {result ? (
        <ResultStep items={result} />
      ) : asked ? (
        <QuoteStep replenish={replenish} asked={asked} mode={mode} onMode={setMode} />
      ) : (
        <ChooseStep chosen={chosen} error={replenish.quoteError} />
      )}
    </Dialog>
  )
}

type QuoteButtonsProps = {
  replenish: Replenish
  chosen: ReturnType<typeof useChosen>
  onClose: () => void
}

function QuoteButtons({ replenish, chosen, onClose }: QuoteButtonsProps) {
  const { picked } = chosen
  return (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button
        variant="primary"
        busy={replenish.isBusy}
        disabledReason={picked.length === 0 ? t('Choose a drawing first') : undefined}
        onClick={() => replenish.ask(picked)}
      >
        {t('Get quote')}
      </Button>
    </>
  )
}

function PayButtons({ replenish, mode }: { replenish: Replenish; mode: Mode }) {
  const { asked, isBusy } = replenish
  if (!asked) return null
  const first = asked.items.find(isQuoted)
  const hasErrors = asked.items.some((item) => !isQuoted(item))
  const pay = () => {
    // The service refuses a quote that has ended; it is asked for again instead.
    if (serviceNow() < Date.parse(asked.validUntil)) replenish.pay(asked, mode)
    else replenish.back()
  }
  return (
    <>
      <Button onClick={replenish.back}>{t('Back')}</Button>
      <Button
        variant="primary"
        busy={isBusy}
        disabledReason={
          !first
            ? t('None of them can be repaid')
            : hasErrors && mode === 'ATOMIC'
              ? t('All or none: one of them cannot be repaid')
              : undefined
        }
        onClick={pay}
      >
        {t('Replenish {amount}', { amount: amountText(asked.total, first?.asset) })}
      </Button>
    </>
  )
}
