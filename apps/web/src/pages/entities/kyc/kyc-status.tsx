import { waitingText } from '../../../features/kyc/waiting-text.ts'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { codeLabel } from '../../../ui/format/status.ts'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import type { Kyc } from '../../../api/queries/kyc.ts'
import { fixText } from '../../../features/kyc/kyc-labels.ts'

/** Where the verification stands, who has to act and why. */
export function VerificationCard({ kyc }: { kyc: Kyc }) {
  const { kycStatus, waitingOn, level, submittedAt, reviewedAt, expiresAt, reasons } = kyc
  return (
    <Card
      title="Verification"
      beside={<StatusPill status={kycStatus} kind="kyc" />}
      {...(waitingOn === 'partner' ? { tone: 'hand' as const } : {})}
    >
      <DescriptionList
        rows={[
          { label: 'Next step', value: <b>{waitingText(waitingOn)}</b> },
          { label: 'Level', value: level === 'NONE' ? 'None yet' : codeLabel(level) },
          { label: 'Submitted', value: <Time at={submittedAt} withZone /> },
          { label: 'Reviewed', value: <Time at={reviewedAt} withZone /> },
          { label: 'Expires', value: <Time at={expiresAt} withZone relative /> },
        ]}
      />
      {reasons.length > 0 ? <Reasons reasons={reasons} /> : null}
    </Card>
  )
}

function Reasons({ reasons }: { reasons: Kyc['reasons'] }) {
  return (
    <div className="subsection">
      <h3>Why</h3>
      <ul className="stack">
        {reasons.map((reason, index) => (
          <li key={`${reason.code}-${index}`}>
            {reason.message || codeLabel(reason.code)}{' '}
            <span className="muted">{fixText(reason)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
