import { useMissingPermission } from '../../../../api/session.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import { ControlDialog } from '../../../../features/sandbox/control.tsx'
import { TransferReview } from '../../../../features/sandbox/transfer-controls.tsx'
import { TransferDeposit } from '../../../../features/sandbox/transfer-deposit.tsx'
import { DialogButton } from '../../../../ui/controls/button.tsx'
import { t } from '../../../../messages/text.ts'

/** What only a sandbox has: the payer's payment and the service's own decision, at the press of a button. */
export function SandboxActions({ transfer }: { transfer: Transfer }) {
  if (transfer.status === 'PENDING') return <DepositRow transfer={transfer} />
  return (
    <li className="action-controls">
      <span className="tag">{t('Sandbox')}</span>
      <TransferReview executionId={transfer.executionId} />
    </li>
  )
}

function DepositRow({ transfer }: { transfer: Transfer }) {
  const missing = useMissingPermission('sandbox')
  return (
    <li>
      <p>
        <span className="tag">{t('Sandbox')}</span>{' '}
        {t('Simulate the payer’s deposit: in full, in part or too much.')}
      </p>
      <DialogButton
        disabledReason={missing}
        dialog={(close) => (
          <ControlDialog onClose={close}>
            <TransferDeposit transfer={transfer} />
          </ControlDialog>
        )}
      >
        {t('Simulate deposit')}
      </DialogButton>
    </li>
  )
}
