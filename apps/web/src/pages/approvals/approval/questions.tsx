import { useState } from 'react'
import type { ApprovalDetail } from '../../../api/queries/approvals.ts'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { AskDialog } from '../../../features/approvals/ask-dialog.tsx'
import { t } from '../../../messages/text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Actor } from '../../../ui/display/actor.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'

type Question = ApprovalDetail['questions'][number]
/** What those who decide asked, and what was answered. */
export function QuestionsCard({ approval }: { approval: ApprovalDetail }) {
  const [open, setOpen] = useState<Question | 'new' | undefined>()
  const me = useSession()?.member.memberId
  const missing = useMissingPermission('transfers:approve')
  const isOpen = approval.status === 'REQUESTED'
  const over = isOpen ? undefined : t('It is not decided about any more')
  const own = approval.maker.id === me ? t('You asked for this yourself') : undefined
  return (
    <Card
      title={t('Questions')}
      end={
        <Button size="s" disabledReason={over ?? missing ?? own} onClick={() => setOpen('new')}>
          {t('Ask a question')}
        </Button>
      }
    >
      {approval.questions.length === 0 ? (
        <p className="muted">{t('Nobody has asked anything.')}</p>
      ) : (
        <ul className="grid" aria-label={t('Questions')}>
          {approval.questions.map((question) => (
            <li key={question.questionId}>
              <Remark by={question.askedBy} at={question.askedAt} text={question.text} />
              {question.answer !== undefined && question.answeredBy ? (
                <div className="pl-4 mt-2">
                  <Remark
                    by={question.answeredBy}
                    at={question.answeredAt ?? ''}
                    text={question.answer}
                  />
                </div>
              ) : (
                <Button
                  size="s"
                  className="mt-2"
                  disabledReason={
                    over ?? (question.askedBy.id === me ? t('You asked this yourself') : undefined)
                  }
                  onClick={() => setOpen(question)}
                >
                  {t('Answer')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {open === undefined ? null : (
        <AskDialog
          approvalId={approval.approvalId}
          question={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  )
}

function Remark({ by, at, text }: { by: Question['askedBy']; at: string; text: string }) {
  return (
    <>
      <div className="wrap-text">{text}</div>
      <div className="muted">
        <Actor {...by} /> · <Time at={at} />
      </div>
    </>
  )
}
