import { isApiError } from '../../../../api/errors.ts'
import { refusalText } from '../../../../features/actions/confirmed-call.ts'
import { ApprovalAsked, isAsked } from '../../../../ui/page/approval-asked.tsx'
import { LinkButton } from '../../../../ui/page/links.tsx'
import { paths } from '../../../../routing/paths.ts'
import { Notice } from '../../../../ui/display/notice.tsx'
import type { PayinRoute } from '../../../../api/queries/payin-routes.ts'

/** Why the destination is what it was, and what helps. */
export function ChangeRefused({ error, route }: { error: unknown; route: PayinRoute }) {
  const { destinationAccount, accountOwner } = route
  if (isAsked(error)) return <ApprovalAsked error={error} />
  if (isApiError(error, 'VERSION_CONFLICT')) {
    return (
      <Notice tone="hand" alert look="edge" title="The route has changed in the meantime">
        Your change was not made. Deposits now go to {destinationAccount.holderName}
        {destinationAccount.numberMasked ? `, ${destinationAccount.numberMasked}` : ''}. Confirm
        again if you still want this.
      </Notice>
    )
  }
  if (isApiError(error, 'KYC_REQUIRED')) {
    return (
      <Notice
        tone="hand"
        alert
        title="Verification is missing for this destination"
        actions={
          <LinkButton size="s" to={paths.entity(accountOwner.entityId, 'kyc')}>
            Open KYC
          </LinkButton>
        }
      >
        {refusalText(error)} Both customers must be verified for their jurisdictions.
      </Notice>
    )
  }
  return (
    <Notice tone="fail" alert title="The destination was not changed">
      {refusalText(error)}
    </Notice>
  )
}
