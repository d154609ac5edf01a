import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApprovalCard } from '../../../features/approvals/approval-card.tsx'
import { paths } from '../../../routing/paths.ts'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { t } from '../../../messages/text.ts'
import { PolicyChange } from './policy-change.tsx'
import { PayeeCard, PeopleCard, PricesCard } from './parts.tsx'
import { q, approvals } from '../../../api/call.ts'
import { QuestionsCard } from './questions.tsx'

/** One request for approval: what is asked, why, and what whoever decides has to know. */
export function Component() {
  const { approvalId = '' } = useParams()
  const query = useQuery(q(approvals.read, { approvalId }))
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Approvals'), to: paths.approvals },
          { label: <span className="mono">{approvalId}</span> },
        ]}
      />
      <PageHead heading={t('Approval')} />
      <Region query={query} what={t('Approval')}>
        {({ data }) => (
          <>
            <ApprovalCard approval={data} />
            <PolicyChange approval={data} />
            <div className="grid grid-2">
              <PricesCard approval={data} />
              <PayeeCard approval={data} />
              <QuestionsCard approval={data} />
              <PeopleCard approval={data} />
            </div>
          </>
        )}
      </Region>
    </>
  )
}
