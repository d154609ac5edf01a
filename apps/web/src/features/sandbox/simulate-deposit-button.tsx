import { useState } from 'react'
import type { FundingAccount } from '../../api/queries/accounts.ts'
import { useMissingPermission } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ControlDialog } from './control.tsx'
import { FundingDeposit } from './funding-deposit.tsx'
import { t } from '../../messages/text.ts'

/** In the head of a page about deposits: what a payer would do. */
export function SimulateDepositButton({ account }: { account: FundingAccount }) {
  const [open, setOpen] = useState(false)
  const missing = useMissingPermission('sandbox')
  return (
    <>
      <Button aria-haspopup="dialog" disabledReason={missing} onClick={() => setOpen(true)}>
        {t('Simulate deposit')}
      </Button>
      {open ? (
        <ControlDialog onClose={() => setOpen(false)}>
          <FundingDeposit account={account} />
        </ControlDialog>
      ) : null}
    </>
  )
}
