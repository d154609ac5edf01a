import { paths } from '../../routing/paths.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { q, approvals } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

/** What waits, what was decided, and the rules that ask for it. */
export function ApprovalTabs({ current }: { current: string }) {
  const counts = useQuery(q(approvals.counts, {})).data?.data
  return (
    <Tabs
      label={t('Approvals')}
      current={current}
      tabs={[
        {
          key: 'me',
          label: t('For me'),
          to: paths.approvals,
          // Nothing is no call for attention.
          count: counts?.mayDecide || undefined,
          hand: true,
        },
        {
          key: 'others',
          label: t('Waiting for others'),
          to: paths.approvalsShown('others'),
          count: counts && counts.waiting - counts.mayDecide,
        },
        { key: 'decided', label: t('Decided'), to: paths.approvalsShown('decided') },
        { key: 'policy', label: t('Policy'), to: paths.approvalPolicy },
      ]}
    />
  )
}
