import { lazy, Suspense, useState } from 'react'
import { useMissingPermission } from '../../../../api/session.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import { Time } from '../../../../ui/display/time.tsx'
import { reasonTexts, type Resolution, resolutionLabels, type Review } from './review-labels.ts'
import { Question } from './question.tsx'

const ResolveDialog = lazy(async () => ({
  default: (await import('./resolve-dialog.tsx')).ResolveDialog,
}))

/** What is wrong with a transfer in review, who decides until when, and what was asked. */
export function ReviewPanel({ transfer, review }: { transfer: Transfer; review: Review }) {
  const [title, text] = reasonTexts(review)
  const isOurs = review.decider === 'partner'
  return (
    <section className="mb-6" aria-label="Review">
      <Notice
        tone={isOurs ? 'hand' : 'wait'}
        title={`In review: ${title.toLowerCase()}`}
        actions={<Decisions transfer={transfer} review={review} />}
      >
        <p>{text}</p>
        <dl className="facts mt-2 max-w-160">
          <div>
            <dt>Who decides?</dt>
            <dd>{isOurs ? 'Your team' : 'Corridor’s compliance team'}</dd>
          </div>
          <div>
            <dt>Until when?</dt>
            <dd>
              <Time at={review.dueAt} withZone />. Without a decision the money goes back.
            </dd>
          </div>
        </dl>
      </Notice>
      {review.questions.map((question) => (
        <Question key={question.rfiId} transfer={transfer} question={question} />
      ))}
    </section>
  )
}

function Decisions({ transfer, review }: { transfer: Transfer; review: Review }) {
  const [open, setOpen] = useState<Resolution | undefined>()
  const missing = useMissingPermission('transfers:write')
  return (
    <>
      {review.allowedActions.map((action) => (
        <Button
          key={action}
          size="s"
          variant={action === 'RETURN' ? 'danger' : 'secondary'}
          aria-haspopup="dialog"
          disabledReason={missing}
          onClick={() => setOpen(action)}
        >
          {resolutionLabels[action].button}
        </Button>
      ))}
      <Suspense>
        {open ? (
          <ResolveDialog action={open} transfer={transfer} onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </>
  )
}
