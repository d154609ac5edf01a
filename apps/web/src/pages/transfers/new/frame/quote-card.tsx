import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { Amount, shortId, Time } from '../../../../ui/display/values.tsx'
import { useZone } from '../../../../ui/preferences/zone.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card, DescriptionList, type Fact, fact, Notice } from '../../../../ui/display/blocks.tsx'
import { Countdown } from '../../../../ui/display/countdown.tsx'
import { clockText } from '../../../../ui/format/times.ts'
import type { QuoteEnd } from '../../../../features/transfers/signing/quoted.ts'
import type { OrdinaryQuoted, Quoted } from '../wizard/quote.ts'
import { t } from '../../../../messages/text.ts'
import { useQuery } from '@tanstack/react-query'
import { kyc, q } from '../../../../api/call.ts'
import { payeeCheckText } from '../../../../features/accounts/payees/payee-check.ts'
import { BankTime } from '../../../../features/transfers/bank-time.tsx'
import { netText } from '../../../../features/transfers/amounts.ts'
import { fromWire, toText } from '@corridor/domain/money'

type QuoteProps = {
  quote: Quoted
  balance: number | undefined
  end: QuoteEnd | undefined
  onEnd: () => void
  onRenew: () => void
  renewing: boolean
  /** What can be done with the quote while it lasts. */
  children: ReactNode
}

/** The quote, how long it holds, and what to do with it; stays beside every step. */
export function QuoteCard(props: QuoteProps) {
  const { quote, end, onEnd, children } = props
  const { answer, changes } = quote
  const left = useCustomersLimit(quote)
  return (
    <Card aria-label={t('Quote')} flush className="wizard-quote">
      {end ? <Ended {...props} end={end} /> : <Clock quote={quote} onEnd={onEnd} />}
      <div className="card-body">
        {changes && !end ? <output className="block mb-3">{changes}</output> : null}
        <Costs quote={quote} balance={props.balance} />
      </div>
      {end ? null : <div className="wizard-actions">{children}</div>}
      <div className="card-body">
        <DescriptionList
          rows={[
            fact(
              t('Execution'),
              <span className="mono" title={answer.executionId}>
                {shortId(answer.executionId)}
              </span>,
            ),
            quote.kind === 'ordinary'
              ? fact(
                  t('Limit left today'),
                  <Amount
                    value={quote.answer.limits.remainingDaily}
                    currency={quote.from.currency}
                  />,
                )
              : left && fact(t('Customer’s limit left today'), left),
          ]}
        />
      </div>
    </Card>
  )
}

/** A quote between wallets names no limits; those of its payer's verification hold for it as well. */
function useCustomersLimit({ kind, from }: Quoted): ReactElement | undefined {
  const { data } = useQuery({
    ...q(kyc.status, { entityId: from.account.entityId }),
    enabled: kind === 'wallet',
  })
  if (!data) return undefined
  const { currency, daily } = data.data.limits
  return <Amount value={netText(daily.limit, daily.used)} currency={currency} />
}

function Clock({ quote, onEnd }: Pick<QuoteProps, 'quote' | 'onEnd'>) {
  const zone = useZone()
  const { validUntil } = quote.answer
  return (
    <div className="wizard-clock">
      <Countdown
        until={validUntil}
        label={t('Quote valid for')}
        totalMs={quote.totalMs}
        onExpire={onEnd}
      />
      <div>
        <div className="strong">
          {t('Quote held until {time}', { time: clockText(validUntil, zone) })}
        </div>
        <div className="muted">{t('After that, get a new quote. Your entries are kept.')}</div>
      </div>
    </div>
  )
}

function Costs({ quote, balance }: Pick<QuoteProps, 'quote' | 'balance'>) {
  const { inAmount, outAmount, exchangeRate, fees } = quote.answer.quote
  const rest = quote.kind === 'ordinary' ? ordinaryCosts(quote) : walletCosts
  const money = ({ amount, currency }: typeof inAmount) => (
    <Amount value={amount} currency={currency} />
  )
  const after = afterText(balance, inAmount.amount, quote.from)
  return (
    <DescriptionList
      rows={[
        fact(t('You send'), money(inAmount)),
        fact(t('They receive'), money(outAmount)),
        fact(t('Rate'), exchangeRate.conversion),
        fact(t('Partner fees'), money(fees.partnerFees)),
        fact(t('Service fees'), money(fees.svcFees)),
        ...rest,
        after !== undefined &&
          fact(t('Balance after'), <Amount value={after} currency={quote.from.currency} />, 'sum'),
      ]}
    />
  )
}

const walletCosts: Fact[] = [fact(t('Network fee, separate'), t('Covered by the service'))]

function ordinaryCosts({ answer }: OrdinaryQuoted): Fact[] {
  const { leavesAt, estimatedArrival, bankTimeZone: bankZone, isEstimated, payeeCheck } = answer
  const { exchangeRate, fees } = answer.quote
  const { txFees, totalFees } = fees
  return [
    fact(t('Transaction fees'), <Amount value={txFees.amount} currency={txFees.currency} />),
    fact(t('Total fees'), <Amount value={totalFees.amount} currency={totalFees.currency} />, 'sum'),
    payeeCheck && fact(t('Name at the bank'), payeeCheckText(payeeCheck)),
    fact(t('Mid-market rate'), exchangeRate.midRate),
    fact(t('Our spread'), `${exchangeRate.spreadBps / 100} %`),
    fact(t('Rate held until'), <Time at={answer.rateHoldUntil} />),
    leavesAt && fact(t('Leaves if paid now'), <BankTime at={leavesAt} bankZone={bankZone} />),
    fact(t('Arrives by'), <BankTime at={estimatedArrival} {...{ bankZone, isEstimated }} />),
  ]
}

const endText: Record<QuoteEnd, string> = {
  expired: t('Nothing was sent. Your entries are kept.'),
  superseded: t('A newer quote for this wallet replaced it. Nothing was sent.'),
}

function Ended({ end, onRenew, renewing }: QuoteProps & { end: QuoteEnd }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="p-4">
      <Notice tone="fail" alert title={t('The quote has expired')}>
        {endText[end]}
      </Notice>
      <Button
        ref={button}
        variant="primary"
        size="l"
        wide
        className="mt-3"
        busy={renewing}
        onClick={onRenew}
      >
        {t('Get a new quote')}
      </Button>
    </div>
  )
}

/** What is left of a balance, exactly; undefined where the balance is unknown or too small. */
export function afterText(
  balance: number | undefined,
  spent: number,
  { currency, decimals }: { currency: string; decimals: number },
): string | undefined {
  if (balance === undefined) return undefined
  const held = fromWire(balance, currency, decimals)
  const leaves = fromWire(spent, currency, decimals)
  if (!held.ok || !leaves.ok || leaves.value.minor > held.value.minor) return undefined
  return toText(held.value.minor - leaves.value.minor, decimals)
}
