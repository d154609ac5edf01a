import type { ErrorDetail } from '@corridor/contract'
import { useState } from 'react'
import { errorText, isApiError } from '../../api/errors.ts'
import { serviceText } from '../../messages/service.ts'

/** What a refusal says that belongs to no field. */
export type FormProblem = {
  lines: readonly string[]
  requestId: string | undefined
  error: unknown
}

/** A conflict is about the whole record, and an approval about the whole operation. */
const ofNoField = new Set(['VERSION_CONFLICT', 'APPROVAL_REQUIRED'])

/** What the service refused: at the fields that it names by `place`, the rest as the problem of the form. */
export function useRefusal() {
  const [problem, setProblem] = useState<FormProblem | undefined>()
  const [count, setCount] = useState(0)
  const refuse = (error: unknown, place: (detail: ErrorDetail) => boolean) => {
    setCount((before) => before + 1)
    const refusal = isApiError(error) ? error : undefined
    const isWhole = refusal !== undefined && ofNoField.has(refusal.code)
    const details = (isWhole ? [] : (refusal?.details ?? [])).map((detail) => ({
      ...detail,
      message: serviceText(detail.message),
    }))
    const rest = details.filter((detail) => !place(detail))
    const lines =
      details.length === 0
        ? [errorText(error)]
        : rest.map(({ path, message }) => (path ? `${path}: ${message}` : message))
    setProblem(lines.length > 0 ? { lines, requestId: refusal?.requestId, error } : undefined)
  }
  return { problem, count, refuse, clear: () => setProblem(undefined) }
}
