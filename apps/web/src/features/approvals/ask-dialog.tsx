import { useState } from 'react'
import { approvals, queries } from '../../api/call.ts'
import { type ApprovalDetail, approvalsKey } from '../../api/queries/approvals.ts'
import { t } from '../../messages/text.ts'
import { TextField } from '../../ui/controls/inputs.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { useAction, Refused } from '../actions/action.tsx'

type Question = ApprovalDetail['questions'][number]
type Props = {
  approvalId: string
  /** The one that is answered; without it one is asked. */
  question?: Question | undefined
  onClose: () => void
}

/** Asks whoever made a request, or answers; neither decides about it. */
export function AskDialog({ approvalId, question, onClose }: Props) {
  const [text, setText] = useState('')
  const onDone = async () => {
    onClose()
    await queries.invalidateQueries({ queryKey: approvalsKey })
  }
  const ask = useAction(approvals.ask, { onDone })
  const answer = useAction(approvals.answer, { onDone })
  const body = { text: text.trim() }
  const submit = () =>
    question
      ? answer.send({ params: { approvalId, questionId: question.questionId }, body })
      : ask.send({ params: { approvalId }, body })
  return (
    <FormDialog
      title={question ? t('Answer the question') : t('Ask a question')}
      description={
        question?.text ?? t('Who asked for this is told. It goes on waiting, and its time runs on.')
      }
      button={question ? t('Send answer') : t('Send question')}
      isBusy={ask.isBusy || answer.isBusy}
      disabledReason={body.text === '' ? t('Write something first') : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={question ? t('Answer') : t('Question')}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Refused title={t('Nothing was sent')} error={ask.error ?? answer.error} />
    </FormDialog>
  )
}
