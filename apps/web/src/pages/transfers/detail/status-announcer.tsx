import { useState } from 'react'
import { wordOf } from '../../../ui/format/status.ts'

/** Says a change of status to screen readers; the one a page opens with is not news. */
export function StatusAnnouncer({ status }: { status: string }) {
  const [first] = useState(status)
  const [changed, setChanged] = useState(false)
  if (status !== first && !changed) setChanged(true)
  return (
    <output className="visually-hidden" aria-live="polite">
      {changed ? `Status: ${wordOf(status)}` : ''}
    </output>
  )
}
