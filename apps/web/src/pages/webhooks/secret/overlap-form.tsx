import { Fingerprint } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { SelectField } from '../../../ui/controls/inputs.tsx'
import { Refused } from '../../../features/actions/action.tsx'
import { t } from '../../../messages/text.ts'

const choices = [
  { value: '0', label: t('None: the old secret ends immediately') },
  { value: '1', label: t('1 hour') },
  { value: '24', label: t('24 hours') },
  { value: '48', label: t('2 days') },
  { value: '72', label: t('3 days') },
  { value: '168', label: t('7 days') },
]

type Props = {
  title: string
  description: ReactNode
  label: string
  /** The hours that are chosen at first. */
  start: number
  /** Whether the old secret may end at once. */
  mayEnd: boolean
  hint?: (hours: number) => string
  submit: string
  refused: string
  action: { isBusy: boolean; error: unknown }
  onSubmit: (hours: number) => void
  onClose: () => void
}

/** For how long the old secret signs on; a passkey confirms it. */
export function OverlapForm({ action, label, mayEnd, hint, onSubmit, ...props }: Props) {
  const [hours, setHours] = useState(props.start)
  const send = () => {
    onSubmit(hours)
  }
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      button={props.submit}
      icon={<Fingerprint />}
      isBusy={action.isBusy}
      onSubmit={send}
      onClose={props.onClose}
    >
      <SelectField
        label={label}
        options={choices.filter(({ value }) => mayEnd || value !== '0')}
        value={String(hours)}
        {...(hint ? { hint: hint(hours) } : {})}
        onChange={(event) => setHours(Number(event.target.value))}
      />
      <Refused title={props.refused} error={action.error} />
    </FormDialog>
  )
}
