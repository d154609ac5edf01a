import './kyc.css'
import { useQuery } from '@tanstack/react-query'
import type { Entity } from '../../../api/queries/entities.ts'
import { Region } from '../../../ui/page/region.tsx'
import { Capabilities } from './kyc-capabilities.tsx'
import { DocumentList } from './kyc-document-list.tsx'
import { KycForm } from './form/kyc-form.tsx'
import { KycHistory } from './kyc-history.tsx'
import { KycNotes } from './kyc-notes.tsx'
import { type Kyc, kycStatusQuery, requirementsQuery } from '../../../api/queries/kyc.ts'
import { RequestCard } from './form/kyc-request.tsx'
import { VerificationCard } from './kyc-status.tsx'
import { labelsOf } from '../../../features/kyc/kyc-labels.ts'

/** Verification of one customer: where it stands, what is asked, what was sent. */
export function KycTab({ entity }: { entity: Entity }) {
  const query = useQuery(kycStatusQuery(entity.entityId))
  return (
    <Region query={query} what="Verification">
      {({ data }) => <Verification entity={entity} kyc={data} />}
    </Region>
  )
}

function Verification({ entity, kyc }: { entity: Entity; kyc: Kyc }) {
  const { entityId } = entity
  const { data } = useQuery(requirementsQuery(entityId, undefined, 'STANDARD'))
  const labels = labelsOf(data?.data)
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
      </div>
      <div className="grid">
        <DocumentList entity={entity} />
        <KycNotes entityId={entityId} />
        <KycHistory history={kyc.history} />
      </div>
    </div>
  )
}
