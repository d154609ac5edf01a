import { codeLabel, serviceText } from '../../../messages/service.ts'
import './kyc.css'
import { useQuery } from '@tanstack/react-query'
import { kyc as operations, q } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import type { Entity } from '../../../api/queries/entities.ts'
import { Region } from '../../../ui/page/region.tsx'
import { Capabilities } from './kyc-capabilities.tsx'
import { DocumentList } from './kyc-document-list.tsx'
import { KycForm } from './form/kyc-form.tsx'
import { KycHistory } from './kyc-history.tsx'
import { KycNotes } from './kyc-notes.tsx'
import { type Kyc, requirementsQuery } from '../../../api/queries/kyc.ts'
import { RequestCard } from './form/kyc-request.tsx'
import { closedReason, fixText, labelsOf } from '../../../features/kyc/kyc-labels.ts'
import { waitingText } from '../../../features/kyc/waiting-text.ts'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { timeText } from '../../../ui/format/times.ts'
import { part } from '../../../ui/display/part.tsx'
import { paths } from '../../../routing/paths.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { t } from '../../../messages/text.ts'

const DecideVerification = part(
  () => import('../../../features/sandbox/decide-verification.tsx'),
  'DecideVerification',
)

/** Verification of one customer: where it stands, what is asked, what was sent. */
export function KycTab({ entity }: { entity: Entity }) {
  const query = useQuery(q(operations.status, { entityId: entity.entityId }))
  return (
    <Region query={query} what={t('Verification')}>
      {({ data }) => <Verification entity={entity} kyc={data} />}
    </Region>
  )
}

function Verification({ entity, kyc }: { entity: Entity; kyc: Kyc }) {
  const { entityId } = entity
  const { data } = useQuery(requirementsQuery(entityId, undefined, 'STANDARD'))
  const labels = labelsOf(data?.data)
  // Without a form there is room beside the long column.
  const isClosed = closedReason(kyc) !== undefined
  const open = kyc.informationRequests.filter(({ status }) => status === 'OPEN')
  return (
    <div className="kyc-page">
      <VerificationCard kyc={kyc} />
      <div className="grid kyc-main">
        {open.map((request) => (
          <RequestCard key={request.rfiId} entity={entity} request={request} />
        ))}
        <Capabilities capabilities={kyc.capabilities} labels={labels} />
        <KycForm entity={entity} kyc={kyc} labels={labels} />
        {isClosed ? <DocumentList entity={entity} /> : null}
      </div>
      <div className="grid">
        {isClosed ? null : <DocumentList entity={entity} />}
        <KycNotes entityId={entityId} />
        <KycHistory history={kyc.history} />
      </div>
    </div>
  )
}

/** Where the verification stands, who has to act and why. */
function VerificationCard({ kyc }: { kyc: Kyc }) {
  const isSandbox = useSession()?.environment === 'sandbox'
  const { kycStatus, waitingOn, level, submittedAt, reviewedAt, expiresAt, reasons } = kyc
  return (
    <Card
      title={t('Verification')}
      beside={<StatusPill status={kycStatus} kind="kyc" />}
      {...(waitingOn === 'partner' ? { tone: 'hand' as const } : {})}
    >
      <DescriptionList
        rows={[
          fact(t('Next step'), <b>{waitingText(waitingOn)}</b>),
          fact(t('Level'), level === 'NONE' ? t('None yet') : codeLabel(level)),
          fact(t('Submitted'), <Time at={submittedAt} withZone />),
          fact(t('Reviewed'), <Time at={reviewedAt} withZone />),
          fact(t('Expires'), <Expiry at={expiresAt} />),
        ]}
      />
      {reasons.length > 0 ? <Reasons kyc={kyc} /> : null}
      {waitingOn === 'service' && isSandbox ? <DecideVerification /> : null}
    </Card>
  )
}

function Reasons({ kyc: { entityId, reasons } }: { kyc: Kyc }) {
  return (
    <div className="subsection">
      <h3>{t('Why')}</h3>
      <ul className="stack">
        {reasons.map((reason, index) => (
          <li key={`${reason.code}-${index}`}>
            {serviceText(reason.message) || codeLabel(reason.code)}{' '}
            <span className="muted">{fixText(reason)}</span>
            {reason.code === 'LIKENESS_UNDECIDED' ? (
              <>
                {' '}
                <TextLink to={paths.entity(entityId)}>{t('Compare the records')}</TextLink>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A day of a document, the same in every zone, with its year. */
function Expiry({ at }: { at: string | undefined }) {
  if (at === undefined) return <span className="faint">–</span>
  return <span>{timeText(at, 'utc', { detail: 'day', now: 0 })}</span>
}
