import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { Wallet } from '../../../features/wallets/wallet-view.ts'

const AddFunds = lazy(async () => ({ default: (await import('./add-funds.tsx')).AddFunds }))

/** In a sandbox only: test tokens for nothing. */
export function AddFundsButton(props: { entityId: string; wallets: readonly Wallet[] }) {
  const [open, setOpen] = useState(false)
  const missing = useMissingPermission('sandbox')
  return (
    <>
      <Button
        icon={<Plus className="icon-medium" />}
        disabledReason={missing}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Add test funds
      </Button>
      <Suspense>{open ? <AddFunds {...props} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
