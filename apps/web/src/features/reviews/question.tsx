import { documentMimes } from '@corridor/domain'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, InputOf, transfers } from '../../api/call.ts'
import type { AnswerDocument } from '../../api/queries/reviews.ts'
import { useMissingPermission } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Form } from '../../ui/controls/form.tsx'
import { FilePicker } from '../../ui/controls/file-picker.tsx'
import { TextField } from '../../ui/controls/inputs.tsx'
import { Card } from '../../ui/display/blocks.tsx'
import { StatusPill, Time } from '../../ui/display/values.tsx'
import { bytesText } from '../../ui/format/bytes.ts'
import { DocumentPages } from './document-pages.tsx'
import { fileInput } from './file-input.ts'
import { Refused } from '../actions/action.tsx'
import { rich } from '../../messages/rich.tsx'
import { t } from '../../messages/text.ts'

export type Asked = NonNullable<
  AnswerOf<typeof transfers.read>['data']['review']
>['questions'][number]
type Answer = InputOf<typeof transfers.answer>['body']

type Props = {
  question: Asked
  about: 'transfer' | 'deposit'
  /** What happens without an answer in time. */
  silence: string
  /** The answer's documents with their links. */
  documents: UseQueryOptions<AnswerDocument[], Error, AnswerDocument[]>
  answer: { send: (answer: Answer) => void; isBusy: boolean; error: unknown }
}

/** What compliance asks about a transfer or a deposit, with the answer or the form for it. */
export function Question({ question, about, silence, documents, answer }: Props) {
  const { text, status, dueAt, answeredAt } = question
  return (
    <Card
      title={
        about === 'transfer' ? t('Question about this transfer') : t('Question about this deposit')
      }
      end={<StatusPill status={status} />}
      className="mt-4"
    >
      <p className="strong">{text}</p>
      {status === 'OPEN' ? (
        <>
          <p className="muted mb-4">
            {rich('Answer until {time}. {silence}', {
              time: <Time at={dueAt} withZone />,
              silence,
            })}
          </p>
          <AnswerForm about={about} answer={answer} />
        </>
      ) : (
        <>
          <p>{question.answer}</p>
          {question.documents.length > 0 ? (
            <Documents query={documents} kept={question.documents} />
          ) : null}
          {answeredAt ? (
            <p className="muted">
              {rich('Answered {time}', { time: <Time at={answeredAt} withZone /> })}
            </p>
          ) : null}
        </>
      )}
    </Card>
  )
}

/** The documents of an answer; only who may read personal data gets links, and each opening is recorded. */
function Documents({ query, kept }: { query: Props['documents']; kept: Asked['documents'] }) {
  const missing = useMissingPermission('accounts:read_sensitive')
  const { data } = useQuery({ ...query, enabled: missing === undefined })
  const opened = new Map(data?.map((document) => [document.sha256, document]))
  return (
    <ul aria-label={t('Documents')}>
      {kept.map(({ fileName, bytes, sha256 }) => {
        const document = opened.get(sha256)
        return (
          <li key={sha256} className="muted">
            {document?.downloadUrl ? (
              <a href={document.downloadUrl} download={fileName} className="link break-anywhere">
                {fileName}
              </a>
            ) : (
              <span className="break-anywhere">{fileName}</span>
            )}
            , {bytesText(bytes)}
            {document ? <DocumentPages {...document} /> : null}
          </li>
        )
      })}
    </ul>
  )
}

/** Who runs the payments answers, and who looks after compliance. */
function useMayNotAnswer(about: Props['about']): string | undefined {
  const module = useMissingPermission(
    about === 'transfer' ? 'transfers:write' : 'payin-routes:write',
  )
  const compliance = useMissingPermission('kyc:write')
  return module && compliance && t('Needs Treasury, Operations or Compliance')
}

function AnswerForm({ about, answer: { send, isBusy, error } }: Pick<Props, 'about' | 'answer'>) {
  const missing = useMayNotAnswer(about)
  const [answer, setAnswer] = useState('')
  const [file, setFile] = useState<File | undefined>()
  const [problem, setProblem] = useState<string | undefined>()
  const submit = async () => {
    if (answer.trim() === '') return setProblem(t('Write an answer.'))
    setProblem(undefined)
    send({ answer: answer.trim(), documents: file ? [await fileInput(file)] : [] })
  }
  return (
    <Form className="grid" aria-label={t('Answer')} onSubmit={() => void submit()}>
      <TextField
        label={t('Answer')}
        value={answer}
        error={problem}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <FilePicker
        label={t('Document')}
        hint={t('Optional. PDF, JPEG, PNG or HEIC of at most 10 MB.')}
        accept={documentMimes.join(',')}
        file={file}
        onChoose={setFile}
      />
      <div>
        <Button variant="primary" type="submit" busy={isBusy} disabledReason={missing}>
          {t('Send answer')}
        </Button>
      </div>
      <Refused title={t('The answer was not sent')} error={error} />
    </Form>
  )
}
