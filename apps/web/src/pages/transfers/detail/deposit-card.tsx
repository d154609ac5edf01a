import { Suspense } from 'react'
import { CopyOrPrint, DepositLines } from '../../../features/accounts/deposit-lines.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import {
  type DepositAccount,
  transferInstructions,
  isChainDeposit,
} from '../../../features/accounts/deposit-instructions.tsx'
import { rich } from '../../../messages/rich.tsx'
import { lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const QrCode = lazyPart(() => import('../../../ui/display/qr-code.tsx'), 'QrCode')

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
      title={t('Deposit instructions')}
      beside={<span className="caption">{t('Give these to the payer')}</span>}
      className="print-only"
      end={<CopyOrPrint lines={lines} what={t('Deposit instructions')} />}
      flush
      footer={
        <span className="muted">
          {rich('For transfer {reference}.', {
            reference: <span className="mono">{transactionId}</span>,
          })}{' '}
          {until
            ? rich(
                'Expected until {time}. Later payments are held and do not count towards this transfer.',
                { time: <Time at={until} withZone /> },
              )
            : null}
        </span>
      }
    >
      {isChainDeposit(account) ? (
        <div className="deposit-qr">
          <Suspense fallback={<span className="size-32" />}>
            <QrCode text={account.depositWalletAddress} label={t('Deposit address as a QR code')} />
          </Suspense>
          <div>
            <p className="strong">{t('Scan for the address')}</p>
            <p className="muted">
              {t(
                'The code contains only the address. Send {currency} on {network}; anything else does not arrive and may be lost.',
                { currency: account.currency, network: account.networkName },
              )}
            </p>
          </div>
        </div>
      ) : (
        <div className="p-4">
          <Notice tone="wait" title={t('Include this reference with the payment')}>
            {t(
              'Without it we can’t match the money: it’s held until someone on your team reviews it.',
            )}
          </Notice>
        </div>
      )}
      <DepositLines lines={lines} />
    </Card>
  )
}
