import { isApiError } from '../../api/errors.ts'
import { paths } from '../../routing/paths.ts'
import { Notice } from '../display/blocks.tsx'
import { TextLink } from './links.tsx'
import { serviceText } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

/** Others have to agree first: it was sent to them, not refused. */
export const isAsked = (error: unknown): boolean => isApiError(error, 'APPROVAL_REQUIRED')

/** Why it waits for somebody else, and where it can be followed; what was filled in stays. */
export function ApprovalAsked({ error }: { error: unknown }) {
  const detail = isApiError(error) ? error.details[0] : undefined
  const approvalId = detail && 'existingId' in detail ? String(detail['existingId']) : ''
  return (
    <div data-summary tabIndex={-1}>
      <Notice tone="wait" alert title={t('Sent for approval')}>
        {detail ? serviceText(detail.message) : null}{' '}
        {t('Nothing has to be sent again: it is done when they agree.')}{' '}
        <TextLink to={approvalId ? paths.approval(approvalId) : paths.approvals}>
          {t('Open the request')}
        </TextLink>
      </Notice>
    </div>
  )
}
