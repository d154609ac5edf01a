import { ReasonField } from './reason-field.tsx'
import { type ReactNode, useState } from 'react'
import { FormDialog } from './form-dialog.tsx'

type Props = {
  title: string
  description: string
  button: string
  isDangerous: boolean
  isBusy: boolean
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
      onSubmit={submit}
      onClose={props.onClose}
    >
      {props.before}
      <ReasonField value={reason} onChange={setReason} />
      {props.problem}
    </FormDialog>
  )
}
