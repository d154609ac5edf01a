import { useSession } from '../../../api/session.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'

/** What holds for everybody here; the operator changes it. */
export function WorkspaceTab() {
  const session = useSession()
  if (!session) return <SkeletonLines />
  const { workspace, environment } = session
  return (
    <Card title="Workspace" className="max-w-160">
      <DescriptionList
        rows={[
          { label: 'Name', value: workspace.name },
          {
            label: 'Workspace id',
            value: (
              <span className="row gap-1">
                <span className="mono">{workspace.svcPartnerId}</span>
                <CopyButton text={workspace.svcPartnerId} label="Copy workspace id" />
              </span>
            ),
          },
          { label: 'Environment', value: environment === 'live' ? 'Live' : 'Sandbox' },
          { label: 'Name on receipts', value: workspace.name },
          { label: 'Reference currency', value: 'USD, for limits and totals' },
          { label: 'Sessions end', value: 'After 30 minutes without activity, or 12 hours' },
          { label: 'Passkey asked again', value: 'For each approval, key, secret or role change' },
        ]}
      />
    </Card>
  )
}
