import { ReasonField } from './reason-field.tsx'
import { type ReactNode, useState } from 'react'
import { t } from '../../messages/text.ts'
import { FormDialog } from './form-dialog.tsx'

type Props = {
  title: string
  description: string
  button: string
  isDangerous: boolean
  isBusy: boolean
  /** Nothing is sent without a reason. */
  isRequired?: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
  /** What it will do, above the reason. */
  before?: ReactNode
  /** What went wrong, below it. */
  problem: ReactNode
}

/** Asks before something is changed, and why. */
export function ReasonDialog(props: Props) {
  const [reason, setReason] = useState('')
  const submit = () => {
    props.onConfirm(reason.trim())
  }
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      button={props.button}
      isDangerous={props.isDangerous}
      isBusy={props.isBusy}
      disabledReason={
        props.isRequired && reason.trim() === '' ? t('A reason is needed') : undefined
      }
      onSubmit={submit}
      onClose={props.onClose}
    >
      {props.before}
      <ReasonField value={reason} onChange={setReason} isRequired={props.isRequired ?? false} />
      {props.problem}
    </FormDialog>
  )
}
