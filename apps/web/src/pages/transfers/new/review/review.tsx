import { useQuery } from '@tanstack/react-query'
import { Braces, Hand } from 'lucide-react'
import { useState } from 'react'
import { RegionError } from '../../../../ui/page/region.tsx'
import { networkFeeCeiling } from '../../../../signing/payload-check.ts'
import type { DecodedPayload } from '../../../../signing/read-payload.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/card.tsx'
import { JsonView } from '../../../../ui/display/json-view.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import { SkeletonLines } from '../../../../ui/display/skeleton.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { historyQuery } from '../../../../api/queries/transfers.ts'
import type { ExternalAccount } from '../../../../api/queries/accounts.ts'
import { CheckTable, MatchCount } from './check-table.tsx'
import { WizardFrame } from '../frame/frame.tsx'
import type { WalletQuoted } from '../wizard/quote.ts'
import { type Risk, risksOf } from './risks.ts'
import { nativeText, Sentence } from './sentence.tsx'
import { SignPanel } from './sign-panel.tsx'
import { useReview } from '../wizard/use-review.ts'
import type { Wizard } from '../wizard/use-wizard.ts'
import { fingerprintDigits, fingerprintWords } from '../../../../signing/fingerprint-words.ts'
import { CopyButton } from '../../../../ui/controls/copy-button.tsx'

type Props = { wizard: Wizard; quote: WalletQuoted }

/** What is about to be signed, read back from the payload; without a match there is nothing to sign with. */
export function Review({ wizard, quote }: Props) {
  const review = useReview(quote)
  const { decoded, rows, signable } = review
  const { signing, disabledReason } = wizard
  const back = <BackButton wizard={wizard} />
  if (review.error) {
    return (
      <WizardFrame wizard={wizard} actions={back}>
        <RegionError error={review.error} what="The quote’s record" onRetry={review.refetch} />
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
          <Card title="Raw payload">
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
      Back to quote
    </Button>
  )
}

function Mismatch({ quote, onRenew }: { quote: WalletQuoted; onRenew: () => void }) {
  const { executionId, payloadToSign } = quote.answer
  const copy = async () => {
    await navigator.clipboard.writeText(`${executionId}\n${payloadToSign}`)
    toast({ tone: 'done', title: 'Report copied' })
  }
  return (
    <Notice
      tone="fail"
      alert
      title="This payload does not match the quote"
      actions={
        <>
          <Button size="s" onClick={() => void copy()}>
            Copy report
          </Button>
          <Button size="s" onClick={onRenew}>
            Get a new quote
          </Button>
        </>
      }
    >
      It cannot be signed, and nothing was sent. Report it before you try again.
    </Notice>
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
      <div className="review-statement">
        <h2 className="t-label muted">What you are about to sign, read back from the payload</h2>
        <Sentence quote={quote} decoded={decoded} />
        <p className="statement-note">
          Network fee at most {nativeText(networkFeeCeiling(decoded.transfer))}{' '}
          {from.nativeCurrency}, covered by the service. Once it is sent to the network it cannot be
          recalled.
        </p>
      </div>
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

type CheckProps = {
  decoded: DecodedPayload
  rows: ReturnType<typeof useReview>['rows']
}

function CheckCard({ decoded, rows }: CheckProps) {
  const [raw, setRaw] = useState(false)
  return (
    <Card
      title="Checked field by field"
      beside={<MatchCount rows={rows} />}
      flush
      end={
        <Button
          size="s"
          variant="quiet"
          aria-expanded={raw}
          icon={<Braces className="icon-medium" />}
          onClick={() => setRaw(!raw)}
        >
          Raw payload
        </Button>
      }
      footer={<Fingerprint value={decoded.fingerprint} />}
    >
      {raw ? (
        <div className="card-body">
          <JsonView value={decoded.activity} label="Raw payload" />
        </div>
      ) : null}
      <CheckTable rows={rows} />
    </Card>
  )
}

/** The digest of the payload, short enough to be compared aloud. */
function Fingerprint({ value }: { value: string }) {
  return (
    <>
      <span className="muted">Fingerprint</span>
      <span className="strong">{fingerprintWords(value)}</span>
      <span className="mono muted nowrap">{fingerprintDigits(value)}</span>
      <CopyButton text={value} label="Copy fingerprint" />
      <span className="caption ml-auto">Same words on another screen mean the same payload</span>
    </>
  )
}
