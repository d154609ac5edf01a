import { payinRoutes } from '../../../api/call.ts'
import { type DepositRecord, payinRoutesKey } from '../../../api/queries/payin-routes.ts'
import { depositDocumentsQuery } from '../../../api/queries/reviews.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { type Asked, Question } from '../../../features/reviews/question.tsx'
import { useAnswered } from '../../../features/reviews/use-answered.ts'
import { t } from '../../../messages/text.ts'

type Review = NonNullable<DepositRecord['review']>

/** What was asked about a deposit that is held. */
export function DepositQuestions({ depositId, review }: { depositId: string; review: Review }) {
  return (
    <section className="mb-6" aria-label={t('Questions')}>
      {review.questions.map((question) => (
        <DepositQuestion key={question.rfiId} depositId={depositId} question={question} />
      ))}
    </section>
  )
}

function DepositQuestion({ depositId, question }: { depositId: string; question: Asked }) {
  const params = { depositId, rfiId: question.rfiId }
  const answered = useAnswered(payinRoutesKey)
  const answer = useAction(payinRoutes.answer, { onDone: ({ data }) => answered(data.message) })
  return (
    <Question
      about="deposit"
      question={question}
      silence={t('Without an answer it stays held until compliance decides.')}
      documents={depositDocumentsQuery(params)}
      answer={{ ...answer, send: (body) => answer.send({ params, body }) }}
    />
  )
}
