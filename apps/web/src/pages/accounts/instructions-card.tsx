import { Copy, Printer } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.ts'
import { depositInstructions, instructionsText } from './deposit-instructions.ts'
import type { FundingAccount } from '../../components/funding-columns.tsx'

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
  const copyAll = async () => {
    await navigator.clipboard.writeText(instructionsText(lines))
    toast({ tone: 'done', title: 'Deposit instructions copied' })
  }
  return (
    <Card
      title="Deposit instructions"
      beside={<span className="cap">Give these to the payer</span>}
      className="print-only"
      end={
        <>
          <Button size="s" icon={<Copy className="i-m" />} onClick={() => void copyAll()}>
            Copy all
          </Button>
          <Button
            size="s"
            square
            aria-label="Print"
            icon={<Printer className="i-m" />}
            onClick={() => window.print()}
          />
        </>
      }
      flush
    >
      <dl className="dep">
        {lines.map(({ label, text, mono }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className={mono ? 'mono' : undefined}>{text}</span>
              <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
