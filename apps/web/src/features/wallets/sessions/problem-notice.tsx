import { RequestId } from '../../../ui/page/region.tsx'
import { isApiError } from '../../../api/errors.ts'
import { Notice } from '../../../ui/display/blocks.tsx'
import { walletProblem } from './problems.ts'

/** What went wrong at the last try; it stays until the next. */
export function ProblemNotice({ error, title }: { error: unknown; title?: string }) {
  if (!error) return null
  const requestId = isApiError(error) ? error.requestId : undefined
  return (
    <Notice tone="fail" alert title={title}>
      {walletProblem(error)}
      {requestId ? <RequestId id={requestId} /> : null}
    </Notice>
  )
}
