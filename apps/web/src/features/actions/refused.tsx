import { errorText, isUnanswered } from '../../api/errors.ts'
import { refusalText } from './confirmed-call.ts'
import { whoRaises } from './who-raises.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { ApprovalAsked, isAsked } from '../../ui/page/approval-asked.tsx'
import { t } from '../../messages/text.ts'

/** Why the service did not do it; what others have to agree to first was asked for, not refused. */
export function Refused({ title, error }: { title: string; error: unknown }) {
  if (!error) return null
  if (isAsked(error)) return <ApprovalAsked error={error} />
  if (isUnanswered(error)) {
    return (
      <Notice tone="fail" alert title={t('It is not known whether this was done')}>
        {errorText(error)} {t('Sending it again does not do it twice.')}
      </Notice>
    )
  }
  return (
    <Notice tone="fail" alert title={title}>
      {refusalText(error)} {whoRaises(error)}
    </Notice>
  )
}
