import { isApiError } from '../../../../api/errors.ts'
import { refusalText } from '../../../../features/actions/confirmed-call.ts'
import { ApprovalAsked, isAsked } from '../../../../ui/page/approval-asked.tsx'
import { LinkButton } from '../../../../ui/page/links.tsx'
import { paths } from '../../../../routing/paths.ts'
import { Notice } from '../../../../ui/display/notice.tsx'
import type { PayinRoute } from '../../../../api/queries/payin-routes.ts'
import { holderAndNumber } from './change-labels.ts'
import { t } from '../../../../messages/text.ts'

/** Why the destination is what it was, and what helps. */
export function ChangeRefused({ error, route }: { error: unknown; route: PayinRoute }) {
  const { destinationAccount, accountOwner } = route
  if (isAsked(error)) return <ApprovalAsked error={error} />
  if (isApiError(error, 'VERSION_CONFLICT')) {
    return (
      <Notice tone="hand" alert look="edge" title={t('The route has changed in the meantime')}>
        {t(
          'Your change was not made. Deposits now go to {account}. Confirm again if you still want this.',
          { account: holderAndNumber(destinationAccount) },
        )}
      </Notice>
    )
  }
  if (isApiError(error, 'KYC_REQUIRED')) {
    return (
      <Notice
        tone="hand"
        alert
        title={t('Verification is missing for this destination')}
        actions={
          <LinkButton size="s" to={paths.entity(accountOwner.entityId, 'kyc')}>
            {t('Open KYC')}
          </LinkButton>
        }
      >
        {t('{reason} Both customers must be verified for their jurisdictions.', {
          reason: refusalText(error),
        })}
      </Notice>
    )
  }
  return (
    <Notice tone="fail" alert title={t('The destination was not changed')}>
      {refusalText(error)}
    </Notice>
  )
}
