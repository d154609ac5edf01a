import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from '../controls/text-input.tsx'

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
  const form = useId()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onConfirm(reason.trim())
  }
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button
            variant={props.isDangerous ? 'danger-filled' : 'primary'}
            type="submit"
            form={form}
            busy={props.isBusy}
          >
            {props.button}
          </Button>
        </>
      }
    >
      <form id={form} className="grid" noValidate onSubmit={submit}>
        {props.before}
        <TextField
          label="Reason"
          optional
          hint="Stands in the record and in the audit log."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {props.problem}
      </form>
    </Dialog>
  )
}
