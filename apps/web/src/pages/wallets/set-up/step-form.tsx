import type { FormEvent, ReactNode } from 'react'
import { ProblemNotice } from '../../../features/wallets/sessions/problem-notice.tsx'

type Props = {
  /** Why the step is needed, in one or two sentences. */
  why: ReactNode
  /** What went wrong at the last try; it stays until the next. */
  error?: unknown
  onSubmit: () => void
  children: ReactNode
}

/** One step's content: why, the inputs and the button, and its own error. */
export function StepForm({ why, error, onSubmit, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="grid -mt-2" noValidate onSubmit={submit}>
      <p className="muted">{why}</p>
      {children}
      <ProblemNotice error={error} />
    </form>
  )
}
