import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { transfers } from '../../../../api/call.ts'
import { useMissingPermission } from '../../../../api/session.ts'
import { type Transfer, transfersKey } from '../../../../api/queries/transfers.ts'
import { useAction } from '../../../../features/actions/confirmed-call.ts'
import { Refused } from '../../../../features/actions/refused.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { FilePicker } from '../../../../ui/controls/file-picker.tsx'
import { TextField } from '../../../../ui/controls/text-input.tsx'
import { Card } from '../../../../ui/display/card.tsx'
import { StatusPill } from '../../../../ui/display/status-pill.tsx'
import { Time } from '../../../../ui/display/time.tsx'
import { bytesText } from '../../../../ui/format/bytes.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { fileInput } from './file-input.ts'
import type { Review } from './review-labels.ts'

type Asked = Review['questions'][number]
type Props = { transfer: Transfer; question: Asked }

/** What compliance asks about a transfer, with the answer or the form for it. */
export function Question({ transfer, question }: Props) {
  const { text, status, dueAt, answer, documents, answeredAt } = question
  return (
    <Card
      title="Question about this transfer"
      end={<StatusPill status={status} />}
      className="mt-4"
    >
      <p className="strong">{text}</p>
      {status === 'OPEN' ? (
        <>
          <p className="muted mb-4">
            Answer until <Time at={dueAt} withZone />. Without an answer the money goes back.
          </p>
          <AnswerForm transfer={transfer} question={question} />
        </>
      ) : (
        <>
          <p>{answer}</p>
          {documents.map(({ fileName, bytes, sha256 }) => (
            <p key={sha256} className="muted">
              {fileName}, {bytesText(bytes)}
            </p>
          ))}
          {answeredAt ? (
            <p className="muted">
              Answered <Time at={answeredAt} withZone />
            </p>
          ) : null}
        </>
      )}
    </Card>
  )
}

function AnswerForm({ transfer: { executionId }, question: { rfiId } }: Props) {
  const queries = useQueryClient()
  const missing = useMissingPermission('transfers:write')
  const [answer, setAnswer] = useState('')
  const [file, setFile] = useState<File | undefined>()
  const [problem, setProblem] = useState<string | undefined>()
  const send = useAction(transfers.answer, {
    onDone: async ({ message }) => {
      toast({ tone: 'done', title: message ?? 'Answer received.' })
      await queries.invalidateQueries({ queryKey: transfersKey })
    },
  })
  const submit = async () => {
    if (answer.trim() === '') return setProblem('Write an answer.')
    setProblem(undefined)
    const documents = file ? [await fileInput(file)] : []
    send.send({ params: { executionId, rfiId }, body: { answer: answer.trim(), documents } })
  }
  return (
    <form
      className="grid"
      noValidate
      aria-label="Answer"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label="Answer"
        value={answer}
        error={problem}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <FilePicker
        label="Document"
        hint="Optional. PDF, JPEG or PNG of at most 10 MB."
        accept="application/pdf,image/jpeg,image/png"
        file={file}
        onChoose={setFile}
      />
      <div>
        <Button variant="primary" type="submit" busy={send.isBusy} disabledReason={missing}>
          Send answer
        </Button>
      </div>
      <Refused title="The answer was not sent" error={send.error} />
    </form>
  )
}
