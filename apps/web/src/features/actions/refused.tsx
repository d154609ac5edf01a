import { refusalText } from './confirmed-call.ts'
import { isApiError } from '../../api/errors.ts'
import { paths } from '../../routing/paths.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { TextLink } from '../../ui/page/links.tsx'

/** Why the service did not do it; what others have to agree to first was asked for, not refused. */
export function Refused({ title, error }: { title: string; error: unknown }) {
  if (!error) return null
  if (isApiError(error, 'APPROVAL_REQUIRED')) return <ApprovalAsked error={error} />
  return (
    <Notice tone="fail" alert title={title}>
      {refusalText(error)}
    </Notice>
  )
}

/** It waits for somebody else: why, and where it can be followed. */
function ApprovalAsked({ error }: { error: Parameters<typeof refusalText>[0] }) {
  const detail = isApiError(error) ? error.details[0] : undefined
  const approvalId = detail && 'existingId' in detail ? String(detail['existingId']) : ''
  return (
    <Notice tone="wait" alert title="Approval requested">
      {refusalText(error)}{' '}
      <TextLink to={approvalId ? paths.approval(approvalId) : paths.approvals}>
        Open the request
      </TextLink>
    </Notice>
  )
}
