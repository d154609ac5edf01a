import { RotateCw, Upload, X } from 'lucide-react'
import { useRef, useState, useEffect } from 'react'
import { useMissingPermission } from '../../../../api/session.ts'
import { bytesText } from '../../../../ui/format/bytes.ts'
import { Button, Form } from '../../../../ui/controls/button.tsx'
import { RadioGroup, TextField } from '../../../../ui/controls/inputs.tsx'
import { Combobox } from '../../../../ui/controls/combobox.tsx'
import { countryOptions } from '../../../../ui/format/countries.ts'
import { FilePicker } from '../../../../ui/controls/file-picker.tsx'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { type DocumentSpec } from '../../../../api/queries/kyc.ts'
import { entitiesKey } from '../../../../api/queries/entities.ts'
import { shortLabel, type Slot } from '../../../../features/kyc/kyc-labels.ts'
import { fileProblem, formatsText } from './upload-share.ts'
import { type UploadFile, useUpload } from './use-upload.ts'
import { rich } from '../../../../messages/rich.tsx'
import { t } from '../../../../messages/text.ts'
import { queries } from '../../../../api/call.ts'
import { codeText } from '../../../../messages/service.ts'

type Side = 'front' | 'back'
type Files = Partial<Record<Side, File>>
type Errors = Partial<Record<string, string>>

type Props = {
  entityId: string
  slot: Slot
  /** Where documents of this customer usually come from. */
  country: string
  onUploaded: () => void
}

/** One document: which it is, what it says, its sides, and the upload itself. */
export function UploadForm(props: Props) {
  const { slot } = props
  const { spec, form, texts, setTexts, files, chosen, errorOf, ...state } = useUploadForm(props)
  const missing = useMissingPermission('kyc:write')
  if (!spec) return null
  return (
    <Form
      ref={form}
      className="grid"

      aria-label={t('Upload {title}', { title: slot.title })}
      onSubmit={() => {
        if (!missing) state.upload()
      }}
    >
      {slot.specs.length > 1 ? (
        <RadioGroup
          label={t('Document')}
          options={slot.specs.map((item) => ({ value: item.type, label: shortLabel(item, slot) }))}
          value={spec.type}
          onChange={state.chooseType}
        />
      ) : null}
      <Details texts={texts} onChange={setTexts} errorOf={errorOf} />
      <div className="grid grid-2">
        {spec.sides.map((side) => (
          <FilePicker
            key={side}
            label={sideLabel(spec, side, slot)}
            hint={t('{formats}, at most {size}.', {
              formats: formatsText(spec.mime),
              size: bytesText(spec.maxBytes),
            })}
            accept={spec.mime.join(',')}
            file={files[side]}
            onChoose={(file) => state.chooseFile(side, file)}
            error={errorOf(side)}
            disabledReason={missing}
          />
        ))}
      </div>
      {chosen.map(({ side, file }, index) => (
        <FileLine key={side} file={file} share={state.shares?.[index]} />
      ))}
      {state.stopped ? (
        <Notice tone="fail" alert title={state.stopped.title}>
          {state.stopped.text}
        </Notice>
      ) : null}
      <Actions
        sending={state.shares !== undefined}
        again={state.stopped !== undefined}
        onCancel={state.cancel}
        missing={missing}
      />
    </Form>
  )
}

/** What is chosen and typed, what is wrong with it, and how far the upload is. */
function useUploadForm({ entityId, slot, country, onUploaded }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [type, setType] = useState(slot.specs[0]?.type)
  const [texts, setTexts] = useState({ country, number: '', expiryDate: '' })
  const [files, setFiles] = useState<Files>({})
  const [errors, setErrors] = useState<Errors>({})
  const { state, send, cancel, reset } = useUpload(entityId, async () => {
    await queries.invalidateQueries({ queryKey: entitiesKey })
    onUploaded()
  })
  const spec = slot.specs.find((item) => item.type === type)
  const stopped = state.phase === 'stopped' ? state : undefined
  const refused = stopped ? errorsOf(stopped.details) : {}
  const chosen = spec ? chosenFiles(spec, files) : []

  const upload = () => {
    if (!spec) return
    const found = problemsOf(spec, files, texts)
    setErrors(found)
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      )
      return
    }
    const person = slot.person === undefined ? '' : String(slot.person)
    void send({ type: spec.type, ...texts, person }, chosen)
  }
  const chooseFile = (side: Side, file: File | undefined) => {
    const kept = { ...files }
    if (file) kept[side] = file
    else delete kept[side]
    setFiles(kept)
    setErrors({ ...errors, [side]: file && spec && fileProblem(file, spec, bytesText) })
    reset()
  }
  const chooseType = (value: string) => {
    setType(slot.specs.find((item) => item.type === value)?.type)
    setErrors({})
    reset()
  }
  return {
    spec,
    form,
    texts,
    setTexts,
    files,
    chosen,
    errorOf: (name: string) => errors[name] ?? refused[name],
    shares: state.phase === 'sending' ? state.shares : undefined,
    stopped,
    upload,
    cancel,
    chooseFile,
    chooseType,
  }
}

type ActionsProps = {
  sending: boolean
  /** The last try was stopped. */
  again: boolean
  onCancel: () => void
  missing: string | undefined
}

function Actions({ sending, again, onCancel, missing }: ActionsProps) {
  const Icon = again ? RotateCw : Upload
  return (
    <div className="row flex-wrap">
      {sending ? (
        // Keys, because a button that turned into a submit button under the click would submit.
        <Button key="cancel" icon={X} onClick={onCancel}>
          {t('Cancel upload')}
        </Button>
      ) : (
        <Button key="upload" type="submit" icon={Icon} disabledReason={missing}>
          {again ? t('Retry upload') : t('Upload document')}
        </Button>
      )}
    </div>
  )
}

type DetailsProps = {
  texts: { country: string; number: string; expiryDate: string }
  onChange: (texts: DetailsProps['texts']) => void
  errorOf: (name: string) => string | undefined
}

function Details({ texts, onChange, errorOf }: DetailsProps) {
  return (
    <div className="grid grid-3">
      <Combobox
        label={t('Issuing country')}
        options={countryOptions()}
        value={texts.country}
        onChange={(country) => onChange({ ...texts, country })}
        placeholder={t('Type to search')}
        error={errorOf('country')}
      />
      <TextField
        label={t('Document number')}
        optional
        autoComplete="off"
        maxLength={60}
        value={texts.number}
        onChange={(event) => onChange({ ...texts, number: event.target.value })}
        error={errorOf('number')}
      />
      <TextField
        label={t('Expires on')}
        optional
        inputMode="numeric"
        autoComplete="off"
        hint={t('Year, month, day.')}
        value={texts.expiryDate}
        onChange={(event) => onChange({ ...texts, expiryDate: event.target.value.trim() })}
        error={errorOf('expiryDate')}
      />
    </div>
  )
}

/** What is sent and its checksum, so that both sides can be compared. */
function FileLine({ file, share }: { file: File; share: number | undefined }) {
  const sum = useChecksum(file)
  return (
    <div className="stack">
      {share === undefined ? null : (
        <div className="row">
          <progress
            className="progress-bar"
            aria-label={t('Uploading {name}', { name: file.name })}
            max={100}
            value={Math.round(share * 100)}
          />
          <span className="number nowrap muted">{Math.round(share * 100)} %</span>
        </div>
      )}
      <span className="caption">
        {rich('{name}, SHA-256 {checksum}', {
          name: file.name,
          checksum: <span className="mono break-all">{sum ?? t('is being counted')}</span>,
        })}
      </span>
    </div>
  )
}

/** Sides are named wherever one of the documents that will do has two of them. */
function sideLabel(spec: DocumentSpec, side: Side, slot: Slot): string {
  if (slot.specs.every(({ sides }) => sides.length === 1)) return shortLabel(spec, slot)
  const document = codeText(spec.type)
  return side === 'front'
    ? t('Front of {document}', { document })
    : t('Back of {document}', { document })
}

function chosenFiles({ sides }: DocumentSpec, files: Files): UploadFile[] {
  return sides.flatMap((side) => {
    const file = files[side]
    return file ? [{ side, file }] : []
  })
}

function problemsOf(spec: DocumentSpec, files: Files, texts: DetailsProps['texts']): Errors {
  const found: Errors = {}
  if (texts.country === '') found['country'] = t('Choose the country that issued it.')
  for (const side of spec.sides) {
    const file = files[side]
    const problem = file ? fileProblem(file, spec, bytesText) : t('Choose a file.')
    if (problem) found[side] = problem
  }
  return found
}

/** Messages of a refusal by the inputs they are about. */
function errorsOf(details: readonly { path: string; message: string }[]): Errors {
  const found: Errors = {}
  for (const { path, message } of details) {
    const [name = ''] = path.split('.')
    found[name === 'frontFile' ? 'front' : name === 'backFile' ? 'back' : name] = message
  }
  return found
}

/** SHA-256 of a file in hex, counted in the browser; undefined until then. */
function useChecksum(file: File | undefined): string | undefined {
  const [known, setKnown] = useState<{ file: File; sum: string } | undefined>()
  useEffect(() => {
    if (!file) return undefined
    let isWanted = true
    const count = async () => {
      const sum = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      if (isWanted) setKnown({ file, sum: hexOf(sum) })
    }
    // A file that cannot be read fails at its upload, with a message.
    count().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [file])
  return known?.file === file ? known?.sum : undefined
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
