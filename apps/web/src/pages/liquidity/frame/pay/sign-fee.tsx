import { useEffect, useRef } from 'react'
import {
  CheckCard,
  Mismatch,
  Statement,
} from '../../../../features/transfers/signing/review-cards.tsx'
import type { WalletQuoted } from '../../../../features/transfers/signing/quoted.ts'
import { useReview } from '../../../../features/transfers/signing/use-review.ts'
import { type Signing, useSigning } from '../../../../features/transfers/signing/use-signing.ts'
import type { ReserveFrame } from '../../../../api/queries/liquidity.ts'
import { useMissingPermission } from '../../../../api/session.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { Countdown } from '../../../../ui/display/countdown.tsx'
import { SkeletonLines } from '../../../../ui/display/skeleton.tsx'
import { amountText } from '../../../../ui/format/numbers.ts'
import { RegionError } from '../../../../ui/page/region.tsx'
import { part } from '../../../../ui/display/part.tsx'
import { t } from '../../../../messages/text.ts'

const SignPanel = part(
  () => import('../../../../features/transfers/signing/sign-panel.tsx'),
  'SignPanel',
)

type Props = {
  frame: ReserveFrame
  quote: WalletQuoted
  onStarted: (executionId: string) => void
  onBack: () => void
}

/** What the wallet is about to sign, read back from the bytes, and the way to sign it. */
export function SignFee({ frame, quote, onStarted, onBack }: Props) {
  const signing = useSigning({ draftId: frame.id, onDone: onStarted, onEnd: onBack })
  const missing = useMissingPermission('transfers:write')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const expire = () => {
    // What was sent already is decided by the service's answer.
    if (signing.phase === 'sending') return
    signing.stop()
    onBack()
  }
  const { validUntil } = quote.answer
  return (
    <section className="wizard" aria-label={t('Review payment')}>
      <div className="grid">
        <h2 ref={heading} tabIndex={-1}>
          {t('Review and sign: {amount} for this frame', {
            amount: amountText(frame.feePayment.amount, frame.asset),
          })}
        </h2>
        <Review quote={quote} onBack={onBack} />
      </div>
      <Card aria-label={t('Signature')}>
        <div className="grid">
          <div className="row gap-4">
            <Countdown
              until={validUntil}
              label={t('Payment quote valid for')}
              totalMs={quote.totalMs}
              onExpire={expire}
            />
            <p className="muted">{t('Nothing is sent before you sign.')}</p>
          </div>
          <Sign quote={quote} signing={signing} disabledReason={missing} />
          <Button wide busy={signing.phase !== 'idle'} onClick={onBack}>
            {t('Back')}
          </Button>
        </div>
      </Card>
    </section>
  )
}

function Review({ quote, onBack }: { quote: WalletQuoted; onBack: () => void }) {
  const { decoded, rows, signable, pending, error, refetch } = useReview(quote)
  if (error) {
    return <RegionError error={error} what={t('The payment’s record')} onRetry={refetch} />
  }
  if (pending) return <SkeletonLines lines={8} />
  return (
    <>
      {signable ? null : <Mismatch quote={quote} onRenew={onBack} />}
      {decoded ? (
        <>
          <Card flush>
            <Statement quote={quote} decoded={decoded} />
          </Card>
          <CheckCard decoded={decoded} rows={rows} />
        </>
      ) : (
        <Card title={t('Raw payload')}>
          <pre className="code">{quote.answer.payloadToSign}</pre>
        </Card>
      )}
    </>
  )
}

type SignProps = {
  signing: Signing
  quote: WalletQuoted
  disabledReason: string | undefined
}

/** Nothing to sign with unless every field matches. */
function Sign({ quote, signing, disabledReason }: SignProps) {
  const { signable } = useReview(quote)
  return signable ? <SignPanel {...{ quote, signing, disabledReason }} /> : null
}
