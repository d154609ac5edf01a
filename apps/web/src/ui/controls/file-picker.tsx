import { FileUp } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { bytesText } from '../format/bytes.ts'
import { FieldError } from './field.tsx'
import { t } from '../../messages/text.ts'

type Props = {
  /** What the file shows, such as "Front of passport". */
  label: string
  /** Accepted formats and size, shown before a file is chosen. */
  hint?: ReactNode
  /** Media types, joined by commas. */
  accept: string
  file: File | undefined
  onChoose: (file: File | undefined) => void
  error?: string | undefined
  disabledReason?: string | undefined
}

/** Most browsers do not know the type of a phone's photograph; its name shows it. */
function withType(file: File): File {
  const isPhoto = file.type === '' && /\.hei[cf]$/i.test(file.name)
  return isPhoto ? new File([file], file.name, { type: 'image/heic' }) : file
}

/** A button "Choose file" of its own look over the browser's file input. */
export function FilePicker(props: Props) {
  const { label, hint, accept, file, onChoose, error, disabledReason } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const described = [error && `${id}-error`, hint && `${id}-hint`, file && `${id}-file`]
  return (
    <div className="field">
      <span className="field-label" id={`${id}-label`}>
        {label}
      </span>
      <div className="row flex-wrap">
        <Button
          id={`${id}-button`}
          icon={FileUp}
          aria-labelledby={`${id}-button ${id}-label`}
          aria-describedby={described.filter(Boolean).join(' ') || undefined}
          aria-invalid={error ? true : undefined}
          disabledReason={disabledReason}
          onClick={() => input.current?.click()}
        >
          {t('Choose file')}
        </Button>
        {file ? (
          <span className="truncated" id={`${id}-file`}>
            {file.name} <span className="muted nowrap">{bytesText(file.size)}</span>
          </span>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        accept={accept}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          onChoose(chosen && withType(chosen))
          // The same file can be chosen again, such as after it was mended.
          event.target.value = ''
        }}
      />
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
