import { useState } from 'react'
import { useMissingPermission } from '../../../../api/session.ts'
import { transfers } from '../../../../api/call.ts'
import { transferDocumentsQuery } from '../../../../api/queries/reviews.ts'
import { type Transfer, transfersKey } from '../../../../api/queries/transfers.ts'
import { useAction } from '../../../../features/actions/action.tsx'
import { type Asked, Question } from '../../../../features/reviews/question.tsx'
import { payeeCheckText } from '../../../../features/accounts/payees/payee-check.ts'
import { useAnswered } from '../../../../features/reviews/use-answered.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { Time } from '../../../../ui/display/values.tsx'
import { reasonTexts, type Resolution, resolutionLabels, type Review } from './review-labels.ts'
import { rich } from '../../../../messages/rich.tsx'
import { part } from '../../../../ui/display/part.tsx'
import { t } from '../../../../messages/text.ts'

const ResolveDialog = part(() => import('./resolve-dialog.tsx'), 'ResolveDialog')

/** What is wrong with a transfer in review, who decides until when, and what was asked. */
export function ReviewPanel({ transfer, review }: { transfer: Transfer; review: Review }) {
  const [title, text] = reasonTexts(review)
  const isOurs = review.decider === 'partner'
  return (
    <section className="mb-6" aria-label={t('Review')}>
      <Notice
        tone={isOurs ? 'hand' : 'wait'}
        title={title}
        actions={<Decisions transfer={transfer} review={review} />}
      >
        <p>{text}</p>
        <dl className="facts facts-left mt-2 max-w-160">
          <Names transfer={transfer} review={review} />
          <div>
            <dt>{t('Who decides?')}</dt>
            <dd>{isOurs ? t('Your team') : t('Corridor’s compliance team')}</dd>
          </div>
          <div>
            <dt>{t('Until when?')}</dt>
            <dd>
              {rich('{time}. Without a decision the money goes back.', {
                time: <Time at={review.dueAt} withZone />,
              })}
            </dd>
          </div>
        </dl>
      </Notice>
      {review.questions.map((question) => (
        <TransferQuestion key={question.rfiId} transfer={transfer} question={question} />
      ))}
    </section>
  )
}

/** Whom it was to pay, and what the bank of the account answered, side by side. */
function Names({ transfer: { payeeCheck }, review }: { transfer: Transfer; review: Review }) {
  if (review.reason !== 'BENEFICIARY_NAME_UNCONFIRMED' || !payeeCheck) return null
  const { askedName, bankName } = payeeCheck
  return (
    <>
      <div>
        <dt>{t('Name of the payee')}</dt>
        <dd>{askedName}</dd>
      </div>
      <div>
        <dt>{t('Name at the bank')}</dt>
        <dd>{bankName || payeeCheckText(payeeCheck)}</dd>
      </div>
    </>
  )
}

function TransferQuestion({
  transfer: { executionId },
  question,
}: {
  transfer: Transfer
  question: Asked
}) {
  const params = { executionId, rfiId: question.rfiId }
  const answered = useAnswered(transfersKey)
  const answer = useAction(transfers.answer, { onDone: ({ message }) => answered(message) })
  return (
    <Question
      about="transfer"
      question={question}
      silence={t('Without an answer the money goes back.')}
      documents={transferDocumentsQuery(params)}
      answer={{ ...answer, send: (body) => answer.send({ params, body }) }}
    />
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
      {open ? (
        <ResolveDialog action={open} transfer={transfer} onClose={() => setOpen(undefined)} />
      ) : null}
    </>
  )
}
