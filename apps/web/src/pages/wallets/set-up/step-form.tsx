import type { FormEvent, ReactNode } from 'react'
import { RequestId } from '../../../ui/page/region.tsx'
import { isApiError } from '../../../api/errors.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { stepProblem } from './step-problems.ts'

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
  const requestId = isApiError(error) ? error.requestId : undefined
  return (
    <form className="grid -mt-2" noValidate onSubmit={submit}>
      <p className="muted">{why}</p>
      {children}
      {error ? (
        <Notice tone="fail" alert>
          {stepProblem(error)}
          {requestId ? <RequestId id={requestId} /> : null}
        </Notice>
      ) : null}
    </form>
  )
}
