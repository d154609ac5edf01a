import { useState } from 'react'
import { sandbox } from '../../../api/call.ts'
import type { TriedFile } from '../../../api/queries/bank-payments.ts'
import { queries } from '../../../api/query-client.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { Refused, useAction } from '../../../features/actions/action.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { FilePicker } from '../../../ui/controls/file-picker.tsx'
import { Form } from '../../../ui/controls/form.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { ExampleFile } from './example-file.tsx'
import { TriedLines } from './tried-lines.tsx'
import { t } from '../../../messages/text.ts'

const sizeMax = 1_000_000

/** A file of the bank, pasted or chosen: what it would do, and its import. */
export function TryFile() {
  const missing = useMissingPermission('sandbox')
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | undefined>()
  const [problem, setProblem] = useState<string | undefined>()
  const [tried, setTried] = useState<TriedFile | undefined>()
  const trial = useAction(sandbox.tryBankFile, {
    repeats: true,
    onDone: ({ data }) => setTried(data),
  })
  const taking = useAction(sandbox.importBankFile, {
    repeats: true,
    onDone: async ({ data }) => {
      setTried(undefined)
      toast({ tone: 'done', title: importedTitle(data), text: importedText(data) })
      await queries.invalidateQueries()
    },
  })
  const typed = (next: string) => {
    setText(next)
    setProblem(undefined)
    setTried(undefined)
    trial.forget()
    taking.forget()
  }
  const choose = async (chosen: File | undefined) => {
    setFile(chosen)
    if (chosen && chosen.size <= sizeMax) typed(await chosen.text())
    else setProblem(chosen && t('At most 1 MB'))
  }
  const send = (action: typeof trial | typeof taking) => {
    if (text.trim() === '') return setProblem(t('Paste or choose a file'))
    return action.send({ body: { name: file?.name ?? 'pasted', text } })
  }
  return (
    <Card title={t('Try a file')}>
      <Form className="grid" aria-label={t('Try a file')} onSubmit={() => send(trial)}>
        <FilePicker
          label={t('File of the bank')}
          hint={t('camt.052, camt.053, camt.054, MT940, MT942 or BAI2, at most 1 MB.')}
          accept=".xml,.txt,.sta,.bai,text/*,application/xml"
          file={file}
          onChoose={(chosen) => void choose(chosen)}
        />
        <ExampleFile
          onTake={(example) => {
            setFile(undefined)
            typed(example)
          }}
        />
        <CodeField
          label={t('Content')}
          hint={t('Its account has to be one of ours.')}
          rows={8}
          value={text}
          error={problem}
          onChange={(event) => typed(event.target.value)}
        />
        <div className="row flex-wrap">
          <Button type="submit" variant="primary" busy={trial.isBusy} disabledReason={missing}>
            {t('Try file')}
          </Button>
          <Button busy={taking.isBusy} disabledReason={missing} onClick={() => send(taking)}>
            {t('Import file')}
          </Button>
        </div>
        <Refused title={t('The file cannot be taken in')} error={trial.error ?? taking.error} />
        {tried ? <TriedLines file={tried} /> : null}
      </Form>
    </Card>
  )
}

type Imported = {
  isKnown: boolean
  booked: number
  repeated: number
  held: number
  setAside: number
}

const importedTitle = ({ isKnown }: Imported) =>
  isKnown ? t('This file was imported before') : t('The file was imported')

const importedText = ({ booked, repeated, held, setAside }: Imported) =>
  t('New: {booked}, known: {repeated}, waiting: {held}, set aside: {setAside}', {
    booked: countText(booked),
    repeated: countText(repeated),
    held: countText(held),
    setAside: countText(setAside),
  })
