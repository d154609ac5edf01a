import { refusalText } from './confirmed-call.ts'
import { Notice } from '../../ui/display/notice.tsx'

/** Why the service did not do it. */
export function Refused({ title, error }: { title: string; error: unknown }) {
  if (!error) return null
  return (
    <Notice tone="fail" alert title={title}>
      {refusalText(error)}
    </Notice>
  )
}
