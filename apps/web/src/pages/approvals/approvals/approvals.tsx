import { useSearchParams } from 'react-router'
import { approvalsSource, type ApprovalView } from '../../../api/queries/approvals.ts'
import { ApprovalTabs } from '../../../features/approvals/approval-tabs.tsx'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { t } from '../../../messages/text.ts'
import { ListPage } from '../../../ui/table/list-page.tsx'
import type { ListView } from '../../../ui/table/types.ts'
import { approvalLines, approvalLink, columns } from './columns.tsx'

/** What a request shows, by the names of the file's columns. */
const exported =
  'operation status summary amount currency payee maker voters because createdAt expiresAt'.split(
    ' ',
  )
const waiting: ListView = {
  query: { status: 'REQUESTED' },
  columns: exported,
  filters: [],
  tab: t('Waiting'),
}
const views: Record<
  ApprovalView,
  { name: string; empty: { title: string; text: string }; file: ListView }
> = {
  me: {
    name: t('Requests for me'),
    empty: {
      title: t('Nothing waits for approval'),
      text: t('What needs your agreement is shown here, with the reason.'),
    },
    file: waiting,
  },
  others: {
    name: t('Requests for others'),
    empty: {
      title: t('Nothing waits for others'),
      text: t('What needs someone else’s agreement is shown here, with the reason.'),
    },
    file: waiting,
  },
  decided: {
    name: t('Decided requests'),
    empty: {
      title: t('No approvals yet'),
      text: t('What was approved, rejected or withdrawn, or has expired, is kept here.'),
    },
    file: { ...waiting, query: { ended: 'true' }, tab: t('Decided') },
  },
}
const isView = (text: string | null): text is ApprovalView => text !== null && text in views

/** What waits until somebody agrees, and what was decided. */
export function Component() {
  const [search] = useSearchParams()
  const show = search.get('show')
  const view = isView(show) ? show : 'me'
  const { name, empty, file } = views[view]
  return (
    <ListPage
      key={view}
      heading={t('Approvals')}
      name={name}
      noun={[t('request'), t('requests')]}
      nav={<ApprovalTabs current={view} />}
      source={approvalsSource(view)}
      columns={columns}
      defaultSort="-createdAt"
      rowId={(row) => row.approvalId}
      rowLink={approvalLink}
      stack={approvalLines}
      empty={empty}
      actions={() => <ExportButton list="approvals" view={file} />}
    />
  )
}
