import { AddFunds } from './add-funds.tsx'
import { ControlDialog } from './control.tsx'
import type { FundTarget } from './fund-targets.ts'

type Props = { targets: readonly FundTarget[]; onClose: () => void }

export function AddFundsDialog({ targets, onClose }: Props) {
  return (
    <ControlDialog onClose={onClose}>
      <AddFunds targets={targets} />
    </ControlDialog>
  )
}
