import { useQuery } from '@tanstack/react-query'
import { type ApprovalDetail, policyReplayQuery } from '../../../api/queries/approvals.ts'
import { ReplayView } from '../../../features/approvals/policy/replay-view.tsx'
import { t } from '../../../messages/text.ts'
import { Card } from '../../../ui/display/card.tsx'
import { Region } from '../../../ui/page/region.tsx'

type Change = NonNullable<ApprovalDetail['policyChange']>

/** The rules in force beside those that are asked for, and what these would have done. */
export function PolicyChange({ approval }: { approval: ApprovalDetail }) {
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
