import './signing.css'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { fingerprintDigits, fingerprintPhrase } from '../../../signing/fingerprint-phrase.ts'
import { networkFeeCeiling } from '../../../signing/payload-check.ts'
import type { DecodedPayload } from '../../../signing/read-payload.ts'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { SessionChip } from '../../wallets/sessions/session-chip.tsx'
import { CheckTable, MatchCount } from './check-table.tsx'
import type { WalletQuoted } from './quoted.ts'
import { nativeText, Sentence } from './sentence.tsx'
import type { useReview } from './use-review.ts'
import { t } from '../../../messages/text.ts'

/** The payload does not say what was quoted: it can only be reported. */
export function Mismatch({ quote, onRenew }: { quote: WalletQuoted; onRenew: () => void }) {
  const { executionId, payloadToSign } = quote.answer
  const copy = async () => {
    await navigator.clipboard.writeText(`${executionId}\n${payloadToSign}`)
    toast({ tone: 'done', title: t('Report copied') })
  }
  return (
    <Notice
      tone="fail"
      alert
      title={t('This payload does not match the quote')}
      actions={
        <>
          <Button size="s" onClick={() => void copy()}>
            {t('Copy report')}
          </Button>
          <Button size="s" onClick={onRenew}>
            {t('Get a new quote')}
          </Button>
        </>
      }
    >
      {t('It cannot be signed, and nothing was sent. Report it before you try again.')}
    </Notice>
  )
}

/** What is about to be signed, in a sentence. */
export function Statement({ quote, decoded }: { quote: WalletQuoted; decoded: DecodedPayload }) {
  return (
    <div className="review-statement">
      <div className="row between flex-wrap">
        <h2 className="t-label muted">
          {t('What you’re about to sign, read back from the payload')}
        </h2>
        <SessionChip entityId={quote.from.place.entityId} />
      </div>
      <Sentence quote={quote} decoded={decoded} />
      <p className="statement-note">
        {t(
          'Network fee at most {fee} {currency}, covered by the service. Once it is sent to the network it cannot be recalled.',
          {
            fee: nativeText(networkFeeCeiling(decoded.transfer)),
            currency: quote.from.nativeCurrency,
          },
        )}
      </p>
    </div>
  )
}

type CheckProps = {
  decoded: DecodedPayload
  rows: ReturnType<typeof useReview>['rows']
}

/** Every field beside what it should be, the raw bytes on demand, and the digest. */
export function CheckCard({ decoded, rows }: CheckProps) {
  const [raw, setRaw] = useState(false)
  return (
    <Card
      title={t('Checked field by field')}
      beside={<MatchCount rows={rows} />}
      flush
      end={
        <Button
          size="s"
          variant="quiet"
          aria-expanded={raw}
          icon={Braces}
          onClick={() => setRaw(!raw)}
        >
          {t('Raw payload')}
        </Button>
      }
      footer={<Fingerprint value={decoded.fingerprint} />}
    >
      {raw ? (
        <div className="card-body">
          <JsonView value={decoded.activity} label={t('Raw payload')} />
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
      <span className="muted">{t('Fingerprint')}</span>
      <span className="strong">{fingerprintPhrase(value)}</span>
      <span className="mono muted nowrap">{fingerprintDigits(value)}</span>
      <CopyButton text={value} label={t('Copy fingerprint')} />
      <span className="caption ml-auto">
        {t('Same words on another screen mean the same payload')}
      </span>
    </>
  )
}
