import { Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageTitle } from '../../../ui/page/page-head.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { Stepper, type Step } from '../../../ui/display/stepper.tsx'
import { TransferFormView } from './form/form.tsx'
import { WizardFrame } from './frame/frame.tsx'
import { useWizard, type Wizard } from './wizard/use-wizard.ts'
import { lazyPart, part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'
import { useQuery } from '@tanstack/react-query'
import { draftQuery } from '../../../api/queries/drafts.ts'

const loadReview = () => import('./review/review.tsx')
const loadConfirm = () => import('./confirm/confirm.tsx')
const loadDrafts = () => import('../../../features/drafts/draft-line.tsx')
const OfKind = part(loadDrafts, 'OfKind')
const SavedText = part(loadDrafts, 'SavedText')
const Review = lazyPart(loadReview, 'Review')
const Confirm = lazyPart(loadConfirm, 'Confirm')

/** A transfer on one page: choose, quote, read what it is, then sign it or confirm it. */
export function Component() {
  const kept = useDraftNamed(useParams()['draftId'] ?? null)
  if (!kept) return <SkeletonLines lines={8} />
  return <NewTransfer key={kept.draftId} {...kept} />
}

function NewTransfer({ draftId, kept }: { draftId: string; kept: unknown }) {
  const wizard = useWizard(draftId, kept, { loadReview, loadConfirm })
  const { state, parties, quoting, signing, quote, end, amount, stage, setStage } = wizard
  const steps = stepsOf({
    parties: Boolean(parties.from && parties.to),
    amount: amount?.ok === true,
    quoted: Boolean(quote && !end),
    review: stage === 'review',
    signing: signing.phase !== 'idle',
    last: isSigned(parties) ? t('Sign') : t('Confirm'),
  })
  return (
    <>
      <Breadcrumb
        items={[{ label: t('Transfers'), to: paths.transfers }, { label: t('New transfer') }]}
        end={<DraftState wizard={wizard} />}
      />
      <Heading
        text={stage === 'review' ? reviewHeading(quote) : t('New transfer')}
        isStart={stage !== 'review'}
      />
      <Stepper label={t('Steps')} steps={steps} />
      {stage === 'review' && quote ? (
        <Suspense fallback={<ReviewLoading wizard={wizard} />}>
          {quote.kind === 'wallet' ? (
            <Review wizard={wizard} quote={quote} />
          ) : (
            <Confirm wizard={wizard} quote={quote} />
          )}
        </Suspense>
      ) : (
        <WizardFrame
          wizard={wizard}
          actions={
            <ReviewButton
              renewed={quote?.changes !== undefined}
              onClick={() => setStage('review')}
            />
          }
        >
          <TransferFormView
            {...{ state, parties, quoting }}
            disabledReason={wizard.disabledReason}
            onQuote={wizard.ask}
          />
        </WizardFrame>
      )}
    </>
  )
}

/** Only a wallet of ours that pays a wallet signs; everything else is confirmed. */
const isSigned = ({ from, to }: Wizard['parties']): boolean =>
  from?.account.accountKind === 'NON_CUSTODIAL_WALLET' && (to === undefined || Boolean(to.place))

const reviewHeading = (quote: Wizard['quote']) =>
  quote?.kind === 'ordinary' ? t('Review and confirm') : t('Review and sign')

function ReviewLoading({ wizard }: { wizard: Wizard }) {
  return (
    <WizardFrame wizard={wizard} actions={null}>
      <SkeletonLines lines={8} />
    </WizardFrame>
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
      {t('Review')}
    </Button>
  )
}

/** The page's heading takes the focus when it changes, so that the next step is read out. */
function Heading({ text, isStart }: { text: string; isStart: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(text)
  useEffect(() => {
    if (last.current === text) return
    last.current = text
    if (isStart) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [text, isStart])
  return (
    <>
      <PageTitle>{text}</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="mt-2">
        {text}
      </h1>
    </>
  )
}

/** Whether the entries are kept, or the drafts that are there to go on with. */
function DraftState({ wizard: { saving, state } }: { wizard: Wizard }) {
  const navigate = useNavigate()
  const isNamed = useParams()['draftId'] === state.draftId
  if (!isNamed) return <OfKind kind="transfer" />
  return (
    <SavedText
      saving={saving}
      onDiscard={() => {
        saving.forget()
        void navigate(paths.newTransfer, { replace: true })
      }}
    />
  )
}

type DraftAt = { draftId: string; kept: unknown }

/** What the address named, and the id under which the form on screen is kept. */
type At = { named: string | null; draftId: string; isKept: boolean }

const begin = (named: string | null): At =>
  named === null
    ? { named, draftId: crypto.randomUUID(), isKept: false }
    : { named, draftId: named, isKept: true }

/**
 * The draft of that name once it is read, or a new one without a name; undefined until then. A form is made anew with
 * another `draftId`: give it as its key.
 */
function useDraftNamed(named: string | null): DraftAt | undefined {
  const [at, setAt] = useState(() => begin(named))
  // The form has put its own id into the address, or the person went to another draft or to none.
  if (named !== at.named) setAt(named === at.draftId ? { ...at, named } : begin(named))
  const query = useQuery({ ...draftQuery(at.draftId), enabled: at.isKept })
  // A draft that cannot be read must not keep a person from the form.
  if (!at.isKept || query.error) return { draftId: at.draftId, kept: null }
  return query.data ? { draftId: at.draftId, kept: query.data.kept } : undefined
}

type Reached = {
  parties: boolean
  amount: boolean
  quoted: boolean
  review: boolean
  signing: boolean
  /** What starts the transfer in the end. */
  last: string
}

/** The five steps of a new transfer; the first that is not done is where the person is. */
export function stepsOf(reached: Reached): Step[] {
  const done = [
    [t('Parties'), reached.parties],
    [t('Amount'), reached.parties && reached.amount],
    [t('Quote'), reached.quoted && reached.review],
    [t('Review'), reached.signing],
    [reached.last, false],
  ] as const
  const current = done.findIndex(([, isDone]) => !isDone)
  return done.map(([name, isDone], index) => ({
    name,
    state: isDone ? 'done' : index === current ? 'current' : 'todo',
  }))
}
