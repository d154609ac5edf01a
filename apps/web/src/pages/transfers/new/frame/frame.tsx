import '../new-transfer.css'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Card, DescriptionList, fact } from '../../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../../ui/display/skeleton.tsx'
import { amountSide } from '../wizard/use-quote.ts'
import { lazyPart } from '../../../../ui/display/part.tsx'
import { Amount } from '../../../../ui/display/values.tsx'
import type { Party } from '../../../../features/transfers/signing/parties.ts'
import { t } from '../../../../messages/text.ts'
import type { Wizard } from '../wizard/use-wizard.ts'

const loadQuote = () => import('./quote-card.tsx')
const QuoteCard = lazyPart(loadQuote, 'QuoteCard')

type Props = {
  wizard: Wizard
  /** What can be done with the quote at this step. */
  actions: ReactNode
  children: ReactNode
}

/** A step, and beside it what is chosen so far or the quote; they stay while steps change. */
export function WizardFrame({ wizard, actions, children }: Props) {
  const { quote, end, parties, quoting, amount } = wizard
  const rail = useRef<HTMLDivElement>(null)
  const executionId = wizard.stage === 'form' ? quote?.answer.executionId : undefined
  // It is here before the first quote is.
  useEffect(() => {
    void loadQuote().catch(() => undefined)
  }, [])
  // Below the form on a small screen: a new quote must not arrive unseen.
  useEffect(() => {
    if (executionId) rail.current?.scrollIntoView({ block: 'nearest' })
  }, [executionId])
  return (
    <div className="wizard">
      <div className="min-w-0">{children}</div>
      <div className="wizard-rail" ref={rail}>
        {quote ? (
          <Suspense
            fallback={
              <Card>
                <SkeletonLines lines={8} />
              </Card>
            }
          >
            <QuoteCard
              quote={quote}
              balance={parties.balance}
              end={end}
              renewing={quoting.busy}
              onRenew={wizard.ask}
              onEnd={() => wizard.endQuote(quote.answer.executionId, 'expired')}
            >
              {actions}
            </QuoteCard>
          </Suspense>
        ) : (
          <SummaryCard
            from={parties.from}
            to={parties.to}
            amount={amount?.ok ? amount.text : undefined}
            currency={amountSide(wizard.state.draft, parties)?.currency}
          />
        )}
      </div>
    </div>
  )
}

type SummaryProps = {
  from: Party | undefined
  to: Party | undefined
  amount: string | undefined
  currency: string | undefined
}

/** What is chosen so far, before there is a quote. */
function SummaryCard({ from, to, amount, currency }: SummaryProps) {
  return (
    <Card title={t('Summary')}>
      <ul className="corridor">
        <li>
          <div className="muted">{t('From')}</div>
          <div>{from ? from.label : <span className="faint">{t('Not chosen yet')}</span>}</div>
        </li>
        <li>
          <div className="muted">{t('To')}</div>
          <div>{to ? to.label : <span className="faint">{t('Not chosen yet')}</span>}</div>
        </li>
      </ul>
      <DescriptionList
        className="mt-4"
        rows={[fact(t('Amount'), <Amount value={amount} currency={currency} />, 'sum')]}
      />
    </Card>
  )
}
