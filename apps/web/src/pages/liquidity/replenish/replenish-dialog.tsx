import type { ReplenishAt } from './use-replenish-at.ts'
import { serviceNow } from '../../../api/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ChooseStep } from './choose-step.tsx'
import { QuoteStep } from './quote-step.tsx'
import { useChosen } from './use-chosen.ts'
import {
  isQuoted,
  type Mode,
  type Replenish,
  useReplenish,
  isPaid,
  type ResultItem,
} from './use-replenish.ts'
import { t } from '../../../messages/text.ts'
import { useQuery } from '@tanstack/react-query'
import { ChainLink } from '../../../features/liquidity/chain-link.tsx'
import { type Replenishment, replenishmentQuery } from '../../../api/queries/replenishment.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { shortAddress, shortId, Amount, StatusPill } from '../../../ui/display/values.tsx'
import { Card, fact, Notice } from '../../../ui/display/blocks.tsx'
import { TextLink } from '../../../ui/page/links.tsx'

/** Repays drawings from the operational wallet: choose, read what it takes, pay, see it arrive. */
export function ReplenishDialog({ at }: { at: ReplenishAt }) {
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

/** What was paid, live until each has arrived, and what was not. */
function ResultStep({ items }: { items: readonly ResultItem[] }) {
  return (
    <div className="grid" aria-live="polite">
      {items.map((item) =>
        isPaid(item) ? (
          <Paid key={item.replenishmentId} first={item} />
        ) : (
          <Notice
            key={item.originalTxnHash}
            tone="fail"
            title={t('{id} was not repaid', {
              id: shortAddress(item.originalTxnHash),
            })}
          >
            {item.error.message}
          </Notice>
        ),
      )}
    </div>
  )
}

function Paid({ first }: { first: Replenishment }) {
  const latest = useQuery(replenishmentQuery(first.replenishmentId)).data?.data ?? first
  const { txnStatus, ltxId, replenishTxnHash, url, totalReplenishAmount, asset, failure } = latest
  return (
    <Card
      aria-label={t('Replenishment of {id}', { id: ltxId })}
      facts={[
        fact(t('Status'), <StatusPill status={txnStatus} />),
        fact(
          t('Drawing'),
          <TextLink className="mono" to={liquidityPaths.drawing(ltxId)}>
            {shortId(ltxId)}
          </TextLink>,
        ),
        fact(t('Amount'), <Amount value={totalReplenishAmount} currency={asset} />),
        fact(t('Transaction'), <ChainLink hash={replenishTxnHash} url={url} />),
        failure && fact(t('Why it failed'), failure.message),
      ]}
    />
  )
}
