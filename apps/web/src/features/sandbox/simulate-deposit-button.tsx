import type { FundingAccount } from '../../api/queries/accounts.ts'
import { useMissingPermission } from '../../api/session.ts'
import { ControlDialog } from './control.tsx'
import { FundingDeposit } from './funding-deposit.tsx'
import { DialogButton } from '../../ui/controls/button.tsx'
import { t } from '../../messages/text.ts'

/** In the head of a page about deposits: what a payer would do. */
export function SimulateDepositButton({ account }: { account: FundingAccount }) {
  const missing = useMissingPermission('sandbox')
  return (
    <DialogButton
      disabledReason={missing}
      dialog={(close) => (
        <ControlDialog onClose={close}>
          <FundingDeposit account={account} />
        </ControlDialog>
      )}
    >
      {t('Simulate deposit')}
    </DialogButton>
  )
}
