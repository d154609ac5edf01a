import '../new-transfer.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { QuoteCard, SummaryCard } from './rail.tsx'
import { amountSide } from '../wizard/use-quote.ts'
import type { Wizard } from '../wizard/use-wizard.ts'

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
  // Below the form on a small screen: a new quote must not arrive unseen.
  useEffect(() => {
    if (executionId) rail.current?.scrollIntoView({ block: 'nearest' })
  }, [executionId])
  return (
    <div className="wizard">
      <div className="min-w-0">{children}</div>
      <div className="wizard-rail" ref={rail}>
        {quote ? (
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
