import { depositInstructions } from '../../../features/accounts/deposit-instructions.ts'
import { CopyOrPrint, DepositLines } from '../../../features/accounts/deposit-lines.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import type { PayinRoute } from '../../../api/queries/payin-routes.ts'

/** What to give to the payer: each line can be copied, all of it can be printed. */
export function InstructionsCard({ route }: { route: PayinRoute }) {
  const lines = depositInstructions(route)
  const { depositWalletAddress, bank_account_number } = route.depositAccountInfo
  if (!depositWalletAddress && !bank_account_number) {
    return (
      <Card title="Deposit instructions" flush>
        <EmptyState title="Being opened">
          The bank has not answered yet. The details appear here by themselves.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card
      title="Deposit instructions"
      beside={<span className="caption only-large">Give these to the payer</span>}
      className="print-only"
      end={<CopyOrPrint lines={lines} what="Deposit instructions" />}
      flush
    >
      <DepositLines lines={lines} />
    </Card>
  )
}
