import { Suspense, useState } from 'react'
import { DepositLines, type DepositLine } from '../../../../features/accounts/deposit-lines.tsx'
import type { ReserveFrame } from '../../../../api/queries/liquidity.ts'
import { useIsAllowed } from '../../../../features/access/is-allowed.ts'
import { FullAddress, useZone } from '../../../../ui/display/values.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { Countdown } from '../../../../ui/display/countdown.tsx'
import { QrCode } from '../../../../ui/display/qr-code.tsx'
import { SkeletonLines } from '../../../../ui/display/skeleton.tsx'
import { amountText, decimalText } from '../../../../ui/format/numbers.ts'
import { clockText } from '../../../../ui/format/times.ts'
import { PaidCard } from './paid-card.tsx'
import { WalletCard } from './wallet-card.tsx'
import { useWalletPayment } from './use-wallet-payment.ts'
import { lazyPart } from '../../../../ui/display/part.tsx'
import { t } from '../../../../messages/text.ts'

const loadSignFee = () => import('./sign-fee.tsx')
const SignFee = lazyPart(loadSignFee, 'SignFee')

/** A quote that waits for its fee: where to pay it, and three ways to do so. */
export function PayFee({ frame }: { frame: ReserveFrame }) {
  const isAllowed = useIsAllowed('liquidity:write')
  const payment = useWalletPayment(frame)
  const [signs, setSigns] = useState(false)
  const quote = payment.asking.data
  if (signs && quote) {
    return (
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <SignFee
          frame={frame}
          quote={quote}
          onStarted={(executionId) => {
            payment.setStarted(executionId)
            setSigns(false)
          }}
          onBack={() => setSigns(false)}
        />
      </Suspense>
    )
  }
  return (
    <div className="grid grid-3-2">
      <Instructions frame={frame} />
      <div className="grid">
        <Clock frame={frame} />
        {isAllowed ? (
          <>
            <WalletCard
              frame={frame}
              payment={payment}
              onAsk={() => void loadSignFee()}
              onQuoted={() => setSigns(true)}
            />
            <PaidCard frame={frame} />
          </>
        ) : null}
      </div>
    </div>
  )
}

function Instructions({ frame: { feePayment, asset } }: { frame: ReserveFrame }) {
  const { networkName, chainId, tokenAddress, toWalletAddress, amount } = feePayment
  const lines: DepositLine[] = [
    {
      label: t('Exact amount'),
      text: decimalText(amount),
      shown: amountText(amount, asset),
      key: true,
    },
    { label: t('Address'), text: toWalletAddress, shown: <FullAddress value={toWalletAddress} /> },
    { label: t('Token address'), text: tokenAddress, shown: <FullAddress value={tokenAddress} /> },
    { label: t('Network'), text: networkName },
    { label: t('Chain'), text: chainId },
  ]
  return (
    <Card title={t('Pay the fee')} className="self-start" flush>
      <div className="deposit-qr">
        <QrCode text={toWalletAddress} label={t('Deposit address as a QR code')} />
        <div>
          <p className="strong">{t('Your own deposit wallet')}</p>
          <p className="muted">
            {t(
              'Send exactly {amount} on {network}; more goes to the payments account, less is not accepted. Other tokens or networks do not arrive and may be lost.',
              { amount: amountText(amount, asset), network: networkName },
            )}
          </p>
        </div>
      </div>
      <DepositLines lines={lines} />
    </Card>
  )
}

function Clock({ frame: { validUntil, misc } }: { frame: ReserveFrame }) {
  const zone = useZone()
  return (
    <Card aria-label={t('Quote')}>
      <div className="row gap-4">
        <Countdown
          until={validUntil}
          label={t('Quote valid for')}
          totalMs={Date.parse(validUntil) - Date.parse(misc.quotedAt)}
        />
        <div>
          <div className="strong">
            {t('Quote held until {time}', { time: clockText(validUntil, zone) })}
          </div>
          <div className="muted">
            {t('It holds your credit until then. Paid later, the fee is only credited.')}
          </div>
        </div>
      </div>
    </Card>
  )
}
