import { CopyOrPrint, DepositLines } from '../../../features/accounts/deposit-lines.tsx'
import type { FundingAccount } from '../../../api/queries/accounts.ts'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { depositInstructions } from '../../../features/accounts/deposit-instructions.ts'

/** What to give to the payer: each line can be copied, all of it can be printed. */
export function InstructionsCard({ account }: { account: FundingAccount }) {
  const lines = depositInstructions(account)
  const { depositWalletAddress, bank_account_number } = account.depositAccountInfo
  if (!depositWalletAddress && !bank_account_number) {
    return (
      <Card title="Deposit instructions" flush>
        <EmptyState title="Being opened">
          {account.status === 'FAILED'
            ? 'The bank did not open this account, so there is nothing to pay to.'
            : 'The bank has not answered yet. The details appear here by themselves.'}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card
      title="Deposit instructions"
      beside={<span className="caption">Give these to the payer</span>}
      className="print-only"
      end={<CopyOrPrint lines={lines} what="Deposit instructions" />}
      flush
    >
      <DepositLines lines={lines} />
    </Card>
  )
}
