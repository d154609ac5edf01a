import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApprovalCard } from '../../../features/approvals/approval-card.tsx'
import { paths } from '../../../routing/paths.ts'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { t } from '../../../messages/text.ts'
import { PayeeCard, PeopleCard, PricesCard } from './parts.tsx'
import { q, approvals } from '../../../api/call.ts'
import { QuestionsCard } from './questions.tsx'
import { type ApprovalDetail, policyReplayQuery } from '../../../api/queries/approvals.ts'
import { ReplayView } from '../../../features/approvals/policy/replay-view.tsx'
import { Card } from '../../../ui/display/blocks.tsx'

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

type Change = NonNullable<ApprovalDetail['policyChange']>

/** The rules in force beside those that are asked for, and what these would have done. */
function PolicyChange({ approval }: { approval: ApprovalDetail }) {
  const { policyChange: change, status } = approval
  if (!change) return null
  return (
    <div className="grid grid-2 mb-4">
      <Card title={t('Rules before')}>
        <Lines label={t('Rules before')} lines={change.before} />
      </Card>
      <Card title={t('Rules after')}>
        <Lines label={t('Rules after')} lines={change.after} />
      </Card>
      {status === 'REQUESTED' ? <Replayed rules={change.rules} /> : null}
    </div>
  )
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <ol className="numbered-list" aria-label={label}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  )
}

function Replayed({ rules }: Pick<Change, 'rules'>) {
  const query = useQuery(policyReplayQuery(rules))
  return (
    <Region query={query} what={t('The replay')}>
      {({ data }) => <ReplayView replay={data} />}
    </Region>
  )
}
