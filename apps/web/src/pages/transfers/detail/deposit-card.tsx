import { lazy, Suspense } from 'react'
import { CopyOrPrint, DepositLines } from '../../../features/accounts/deposit-lines.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Time } from '../../../ui/display/time.tsx'
import {
  type DepositAccount,
  transferInstructions,
  isChainDeposit,
} from '../../../features/accounts/deposit-instructions.tsx'

const QrCode = lazy(async () => ({
  default: (await import('../../../ui/display/qr-code.tsx')).QrCode,
}))

type Props = {
  account: DepositAccount
  /** Until when the money is waited for. */
  until?: string | undefined
  transactionId: string
}

/** What to give to the payer while the money is awaited. */
export function DepositCard({ account, until, transactionId }: Props) {
  const lines = transferInstructions(account)
  return (
    <Card
      title="Deposit instructions"
      beside={<span className="caption">Give these to the payer</span>}
      className="print-only"
      end={<CopyOrPrint lines={lines} what="Deposit instructions" />}
      flush
      footer={
        <span className="muted">
          For transfer <span className="mono">{transactionId}</span>.{' '}
          {until ? (
            <>
              Expected until <Time at={until} withZone />. Later payments are held and do not count
              towards this transfer.
            </>
          ) : null}
        </span>
      }
    >
      {isChainDeposit(account) ? (
        <div className="deposit-qr">
          <Suspense fallback={<span className="size-32" />}>
            <QrCode text={account.depositWalletAddress} label="Deposit address as a QR code" />
          </Suspense>
          <div>
            <p className="strong">Scan for the address</p>
            <p className="muted">
              The code contains only the address. Send {account.currency} on {account.networkName};
              anything else does not arrive and may be lost.
            </p>
          </div>
        </div>
      ) : (
        <div className="p-4">
          <Notice tone="wait" title="Include this reference with the payment">
            Without it we can’t match the money: it’s held until someone on your team reviews it.
          </Notice>
        </div>
      )}
      <DepositLines lines={lines} />
    </Card>
  )
}
