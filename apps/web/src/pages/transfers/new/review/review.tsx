import { useQuery } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import type { WalletQuoted } from '../../../../features/transfers/signing/quoted.ts'
import {
  CheckCard,
  Mismatch,
  Statement,
} from '../../../../features/transfers/signing/review-cards.tsx'
import { SignPanel } from '../../../../features/transfers/signing/sign-panel.tsx'
import { useReview } from '../../../../features/transfers/signing/use-review.ts'
import { RegionError } from '../../../../ui/page/region.tsx'
import type { DecodedPayload } from '../../../../signing/read-payload.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../../ui/display/skeleton.tsx'
import { historyQuery } from '../../../../api/queries/transfers.ts'
import type { ExternalAccount } from '../../../../api/queries/accounts.ts'
import { WizardFrame } from '../frame/frame.tsx'
import { type Risk, risksOf } from './risks.ts'
import type { Wizard } from '../wizard/use-wizard.ts'
import { t } from '../../../../messages/text.ts'

/** What is about to be signed, read back from the payload; without a match there is nothing to sign with. */
export function Review({ wizard, quote }: { wizard: Wizard; quote: WalletQuoted }) {
  const review = useReview(quote)
  const { decoded, rows, signable } = review
  const { signing, disabledReason } = wizard
  const back = <BackButton wizard={wizard} />
  if (review.error) {
    return (
      <WizardFrame wizard={wizard} actions={back}>
        <RegionError error={review.error} what={t('The quote’s record')} onRetry={review.refetch} />
      </WizardFrame>
    )
  }
  if (review.pending) {
    return (
      <WizardFrame wizard={wizard} actions={back}>
        <SkeletonLines lines={8} />
      </WizardFrame>
    )
  }
  const actions = (
    <>
      {signable ? <SignPanel {...{ quote, signing, disabledReason }} /> : null}
      {back}
    </>
  )
  return (
    <WizardFrame wizard={wizard} actions={actions}>
      <div className="grid">
        {signable ? null : <Mismatch quote={quote} onRenew={wizard.ask} />}
        {decoded ? (
          <>
            <Readback {...{ quote, decoded, signable }} accounts={wizard.parties.all} />
            <CheckCard decoded={decoded} rows={rows} />
          </>
        ) : (
          <Card title={t('Raw payload')}>
            <pre className="code">{quote.answer.payloadToSign}</pre>
          </Card>
        )}
      </div>
    </WizardFrame>
  )
}

function BackButton({ wizard }: { wizard: Wizard }) {
  return (
    <Button wide busy={wizard.signing.phase !== 'idle'} onClick={() => wizard.setStage('form')}>
      {t('Back to quote')}
    </Button>
  )
}

type ReadbackProps = {
  quote: WalletQuoted
  decoded: DecodedPayload
  accounts: readonly ExternalAccount[]
  signable: boolean
}

function Readback({ quote, accounts, decoded, signable }: ReadbackProps) {
  const { from, to } = quote
  const sent = useQuery(historyQuery(from.account.accountId))
  const received = useQuery(historyQuery(to.account.accountId))
  const risks = risksOf({
    from,
    to,
    accounts,
    amount: decoded.transfer.amount,
    sent: sent.data?.data,
    received: received.data?.data,
  })
  return (
    <Card flush>
      <Statement quote={quote} decoded={decoded} />
      {signable ? risks.map((risk) => <RiskLine key={risk.title} risk={risk} />) : null}
    </Card>
  )
}

function RiskLine({ risk }: { risk: Risk }) {
  return (
    <div className="review-warning">
      <Hand className="tone-hand" />
      <span className="grow">
        <span className="strong">{risk.title}</span> <span className="muted">{risk.text}</span>
      </span>
    </div>
  )
}
