import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMissingPermission } from '../../api/session.ts'
import { Breadcrumb } from '../../components/links.tsx'
import { PageTitle } from '../../components/page-head.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { serviceNow } from '../../ui/clock.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { useZone } from '../../ui/time.tsx'
import { clockText } from '../../ui/times.ts'
import { transferQuery } from './queries.ts'
import { TransferFormView } from './wizard/form.tsx'
import { QuoteCard, SummaryCard } from './wizard/rail.tsx'
import { stepsOf } from './wizard/steps-of.ts'
import { type DraftState, useDraft, useKeptDraft } from './wizard/use-draft.ts'
import { useParties } from './wizard/use-parties.ts'
import { type QuoteEnd, readAmount, useQuote } from './wizard/use-quote.ts'
import { useSigning } from './wizard/use-signing.ts'

const loadReview = () => import('./wizard/review.tsx')
const Review = lazy(async () => ({ default: (await loadReview()).Review }))

/** A transfer from wallet to wallet on one page: choose, quote, read what is signed, sign. */
export function Component() {
  const kept = useKeptDraft()
  if (!kept) return <SkeletonLines lines={8} />
  return <NewTransfer key={kept.draftId} {...kept} />
}

function NewTransfer({ draftId, kept }: { draftId: string; kept: unknown }) {
  const state = useDraft(draftId, kept)
  const { draft } = state
  const parties = useParties(draft)
  const quoting = useQuote(state, parties)
  const [stage, setStage] = useState<'form' | 'review'>('form')
  const disabledReason = useMissingPermission('transfers:write')
  const { quote, end } = quoting
  const signing = useSigning({ draftId, onDone: state.forget, onEnd: quoting.endQuote })
  const executionId = quote?.answer.executionId
  const endQuote = (ended: string, why: QuoteEnd) => {
    // What was sent already is decided by the service's answer.
    if (signing.phase === 'sending') return
    signing.stop()
    quoting.endQuote(ended, why)
  }
  useWatchedQuote(end ? undefined : executionId, endQuote)
  const prefetch = usePrefetch()

  const ask = async () => {
    setStage('form')
    const next = await quoting.ask()
    if (next) prefetch(next.from.account.entityId)
  }
  // An expired quote leads back to the inputs, which are as they were.
  const shown = quote && !end ? stage : 'form'
  const amount = readAmount(draft.amount, parties.from)
  const steps = stepsOf({
    parties: Boolean(parties.from && parties.to),
    amount: amount?.ok === true,
    quoted: Boolean(quote && !end),
    review: shown === 'review',
    signing: signing.phase !== 'idle',
  })
  const frame = (main: ReactNode, actions: ReactNode) => (
    <div className="wiz">
      <div className="min-w-0">{main}</div>
      <div className="wiz-rail">
        {quote ? (
          <QuoteCard
            quote={quote}
            balance={parties.balance}
            end={end}
            renewing={quoting.busy}
            onRenew={() => void ask()}
            onEnd={() => endQuote(quote.answer.executionId, 'expired')}
          >
            {actions}
          </QuoteCard>
        ) : (
          <SummaryCard
            from={parties.from}
            to={parties.to}
            amount={amount?.ok ? amount.text : undefined}
          />
        )}
      </div>
    </div>
  )
  return (
    <>
      <Breadcrumb
        items={[{ label: 'Transfers', to: paths.transfers }, { label: 'New transfer' }]}
        end={<SavedText state={state} />}
      />
      <Heading text={shown === 'review' ? 'Review and sign' : 'New transfer'} />
      <Stepper label="Steps" steps={steps} />
      {shown === 'review' && quote ? (
        <Suspense fallback={frame(<SkeletonLines lines={8} />, null)}>
          <Review
            quote={quote}
            accounts={parties.all}
            signing={signing}
            frame={frame}
            disabledReason={disabledReason}
            onBack={() => setStage('form')}
            onRenew={() => void ask()}
          />
        </Suspense>
      ) : (
        frame(
          <TransferFormView
            {...{ state, parties, quoting, disabledReason }}
            onQuote={() => void ask()}
          />,
          <ReviewButton
            renewed={quote?.changes !== undefined}
            onClick={() => setStage('review')}
          />,
        )
      )}
    </>
  )
}

/** After "Get a new quote", which is gone then, the focus goes on here. */
function ReviewButton({ renewed, onClick }: { renewed: boolean; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (renewed) button.current?.focus()
  }, [renewed])
  return (
    <Button ref={button} variant="primary" size="l" wide onClick={onClick}>
      Review
    </Button>
  )
}

/** The page's heading takes the focus when it changes, so that the next step is read out. */
function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(text)
  useEffect(() => {
    if (last.current === text) return
    last.current = text
    if (text === 'Review and sign') heading.current?.focus()
  }, [text])
  return (
    <>
      <PageTitle>{text}</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="mt-2">
        {text}
      </h1>
    </>
  )
}

function SavedText({ state }: { state: DraftState }) {
  const zone = useZone()
  if (state.saveFailed) return 'Draft not saved'
  return state.savedAt === undefined ? null : `Draft saved ${clockText(state.savedAt, zone)}`
}

const watchEveryMs = 10_000

/** A quote can end before its time, when another one of the same wallet takes its place. */
function useWatchedQuote(
  executionId: string | undefined,
  onEnd: (executionId: string, why: QuoteEnd) => void,
): void {
  const { data } = useQuery({
    ...transferQuery(executionId ?? ''),
    enabled: executionId !== undefined,
    refetchInterval: watchEveryMs,
  })
  const status = data?.data.status
  const validUntil = data?.data.validUntil ?? ''
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!executionId || status !== 'EXPIRED') return
    end(executionId, serviceNow() < Date.parse(validUntil) ? 'superseded' : 'expired')
  }, [executionId, status, validUntil])
}

/** While a person reads the quote, everything the signature needs is fetched. */
function usePrefetch() {
  const queries = useQueryClient()
  return (entityId: string) => {
    void loadReview()
    void import('./wizard/use-review.ts').then(({ passkeysQuery, walletQuery }) => {
      void queries.prefetchQuery(passkeysQuery(entityId))
      void queries.prefetchQuery(walletQuery(entityId))
    })
  }
}
