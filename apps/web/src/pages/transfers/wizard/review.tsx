import { useQuery } from '@tanstack/react-query'
import { Braces, Hand } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RegionError } from '../../../components/region.tsx'
import { networkFeeCeiling } from '../../../signing/payload-check.ts'
import type { DecodedPayload } from '../../../signing/read-payload.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Account } from '../queries.ts'
import { CheckTable, MatchCount } from './check-table.tsx'
import { Fingerprint } from './fingerprint.tsx'
import type { Quoted } from './quote.ts'
import { type Risk, risksOf } from './risks.ts'
import { nativeText, Sentence } from './sentence.tsx'
import { SignPanel } from './sign-panel.tsx'
import { historyQuery, useReview } from './use-review.ts'
import type { Signing } from './use-signing.ts'

type Props = {
  quote: Quoted
  accounts: readonly Account[]
  signing: Signing
  /** Draws the page: what is reviewed, and beside it the quote with what can be done. */
  frame: (main: ReactNode, actions: ReactNode) => ReactNode
  disabledReason: string | undefined
  onBack: () => void
  onRenew: () => void
}

/** What is about to be signed, read back from the payload; without a match there is nothing to sign with. */
export function Review(props: Props) {
  const { quote, signing, frame, onBack, onRenew } = props
  const review = useReview(quote)
  if (review.error) {
    return frame(
      <RegionError error={review.error} what="The quote’s record" onRetry={review.refetch} />,
      <BackButton onBack={onBack} />,
    )
  }
  if (review.pending) return frame(<SkeletonLines lines={8} />, <BackButton onBack={onBack} />)
  const { decoded, rows, signable } = review
  return frame(
    <div className="grid">
      {signable ? null : <Mismatch quote={quote} onRenew={onRenew} />}
      {decoded ? <Readback {...props} decoded={decoded} signable={signable} /> : null}
      {decoded ? (
        <CheckCard decoded={decoded} rows={rows} />
      ) : (
        <Card title="Raw payload">
          <pre className="code">{quote.answer.payloadToSign}</pre>
        </Card>
      )}
    </div>,
    <>
      {signable ? (
        <SignPanel quote={quote} signing={signing} disabledReason={props.disabledReason} />
      ) : null}
      <BackButton onBack={onBack} busy={signing.phase !== 'idle'} />
    </>,
  )
}

function BackButton({ onBack, busy }: { onBack: () => void; busy?: boolean }) {
  return (
    <Button wide busy={busy} onClick={onBack}>
      Back to quote
    </Button>
  )
}

function Mismatch({ quote, onRenew }: { quote: Quoted; onRenew: () => void }) {
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
      It cannot be signed here, and nothing was sent. Report it before you try again.
    </Notice>
  )
}

type ReadbackProps = Props & { decoded: DecodedPayload; signable: boolean }

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
      <div className="wiz-say">
        <h2 className="t-label muted">What you are about to sign, read back from the payload</h2>
        <Sentence quote={quote} decoded={decoded} />
        <p className="sub">
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
    <div className="wiz-risk">
      <Hand className="ic-hand" />
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
          icon={<Braces className="i-m" />}
          onClick={() => setRaw(!raw)}
        >
          Raw payload
        </Button>
      }
      footer={<Fingerprint value={decoded.fingerprint} />}
    >
      {raw ? (
        <div className="card-b">
          <JsonView value={decoded.activity} label="Raw payload" />
        </div>
      ) : null}
      <CheckTable rows={rows} />
    </Card>
  )
}
