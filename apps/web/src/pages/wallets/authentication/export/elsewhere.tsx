import { wallets } from '../../../../api/call.ts'
import { walletsKeyOf } from '../../../../api/queries/wallets.ts'
import { useMissingPermission } from '../../../../api/session.ts'
import { useAction } from '../../../../features/actions/action.tsx'
import { ProblemNotice } from '../../../../features/wallets/sessions/problem-notice.tsx'
import type { WaitingExport } from '../../../../features/wallets/wallet-view.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { Time } from '../../../../ui/display/values.tsx'
import { rich } from '../../../../messages/rich.tsx'
import { t } from '../../../../messages/text.ts'

type Props = { entityId: string; walletName: string; waiting: WaitingExport }

/** Somebody signed for an export in another browser, or by the API: here it can only be stopped. */
export function WaitingElsewhere({ entityId, walletName, waiting }: Props) {
  const { activityId, availableAt } = waiting
  const missing = useMissingPermission('wallets:write')
  const cancel = useAction(wallets.exportWalletCancel, {
    done: t('Export stopped'),
    stale: walletsKeyOf(entityId),
  })
  return (
    <div className="grid">
      <Notice
        tone="wait"
        title={t('An export of {name} waits elsewhere', { name: walletName })}
        actions={
          <Button
            size="s"
            variant="danger"
            busy={cancel.isBusy}
            disabledReason={missing}
            onClick={() => cancel.send({ params: { entityId }, body: { activityId } })}
          >
            {t('Stop this export')}
          </Button>
        }
      >
        {rich('Whoever signed for it gets the phrase from {time} on.', {
          time: <Time at={availableAt} withZone />,
        })}
      </Notice>
      <ProblemNotice title={t('The export was not stopped')} error={cancel.error} />
    </div>
  )
}
