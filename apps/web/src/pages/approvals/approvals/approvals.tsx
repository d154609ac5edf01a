import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { approvalsQuery } from '../../../api/queries/approvals.ts'
import { ApprovalCard } from '../../../features/approvals/approval-card.tsx'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import type { ListView } from '../../../ui/table/types.ts'
import { t } from '../../../messages/text.ts'

/** What a request shows, by the names of the file's columns. */
const columns =
  'operation status summary amount currency payee maker voters because createdAt expiresAt'.split(
    ' ',
  )
const all: ListView = { query: {}, columns, filters: [] }
const waiting: ListView = { ...all, query: { status: 'REQUESTED' }, tab: t('Waiting') }

/** What waits until somebody agrees, and what was decided. */
export function Component() {
  const [search] = useSearchParams()
  const isAll = search.get('show') === 'all'
  const query = useQuery(approvalsQuery(isAll ? undefined : 'REQUESTED'))
  return (
    <>
      <PageHead
        heading={t('Approvals')}
        text={t(
          'What the policy lets happen only once other people agree. Nobody approves what they asked for.',
        )}
        actions={<ExportButton list="approvals" view={isAll ? all : waiting} />}
      />
      <Tabs
        label={t('Approvals')}
        current={isAll ? 'all' : 'waiting'}
        tabs={[
          { key: 'waiting', label: t('Waiting'), to: paths.approvals },
          { key: 'all', label: t('All'), to: `${paths.approvals}?show=all` },
        ]}
      >
        <Region query={query} what={t('Approvals')}>
          {({ data }) =>
            data.length === 0 ? (
              <Card flush>
                <EmptyState title={isAll ? t('No approvals yet') : t('Nothing waits for approval')}>
                  {t('What needs someone else’s agreement is shown here, with the reason.')}
                </EmptyState>
              </Card>
            ) : (
              data.map((approval) => (
                <ApprovalCard key={approval.approvalId} approval={approval} isLinked />
              ))
            )
          }
        </Region>
      </Tabs>
    </>
  )
}
