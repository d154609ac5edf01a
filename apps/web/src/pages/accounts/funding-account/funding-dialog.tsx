import { type AnswerOf, accounts } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { errorText, isApiError } from '../../../api/errors.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { accountsKey, type FundingAccount } from '../../../api/queries/accounts.ts'
import { KycRequired } from '../../../features/accounts/kyc-required.tsx'
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx'
import { consequenceText } from '../../../features/accounts/labels.ts'
import { payinRoutesKey } from '../../../api/queries/payin-routes.ts'
import { t } from '../../../messages/text.ts'
import { serviceText } from '../../../messages/service.ts'

type Change = 'activate' | 'deactivate'
type Props = { account: FundingAccount; change: Change; onClose: () => void }

const texts = {
  activate: { title: t('Activate this funding account?'), button: t('Activate account') },
  deactivate: { title: t('Deactivate this funding account?'), button: t('Deactivate account') },
}

/** Says what happens to money before the account is switched. */
export function FundingDialog({ account, change, onClose }: Props) {
  const toggle = useToggleFunding(change, onClose)
  const { fundingAccountId } = account
  return (
    <ReasonDialog
      {...texts[change]}
      description={consequenceText(account, change)}
      isDangerous={change === 'deactivate'}
      isBusy={toggle.isBusy}
      onConfirm={(reason) => toggle.send({ body: { fundingAccountId, reason } })}
      onClose={onClose}
      problem={
        isApiError(toggle.error, 'KYC_REQUIRED') ? (
          <KycRequired entityId={account.entityId} />
        ) : toggle.error ? (
          <Notice tone="fail" alert title={t('Nothing was changed')}>
            {errorText(toggle.error)}
          </Notice>
        ) : null
      }
    />
  )
}

function useToggleFunding(change: Change, onDone: () => void) {
  const options = {
    onDone: async ({ message, data }: AnswerOf<typeof accounts.activateFunding>) => {
      onDone()
      const count = data.affectedRoutes.length
      toast({
        tone: 'done',
        title: message ? serviceText(message) : t('The funding account was changed'),
        ...(count > 0 ? { text: t('Pay-in routes affected: {count}.', { count }) } : {}),
      })
      await Promise.all([
        queries.invalidateQueries({ queryKey: accountsKey }),
        queries.invalidateQueries({ queryKey: payinRoutesKey }),
      ])
    },
  }
  const activate = useAction(accounts.activateFunding, options)
  const deactivate = useAction(accounts.deactivateFunding, options)
  return change === 'activate' ? activate : deactivate
}
