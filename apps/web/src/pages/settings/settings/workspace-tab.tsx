import { useSession } from '../../../api/session.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { t } from '../../../messages/text.ts'

/** What holds for everybody here; the operator changes it. */
export function WorkspaceTab() {
  const session = useSession()
  if (!session) return <SkeletonLines />
  const { workspace, environment } = session
  return (
    <Card title={t('Workspace')} className="max-w-160">
      <DescriptionList
        rows={[
          { label: t('Name'), value: workspace.name },
          {
            label: t('Workspace id'),
            value: (
              <span className="row gap-1">
                <span className="mono">{workspace.svcPartnerId}</span>
                <CopyButton text={workspace.svcPartnerId} label={t('Copy workspace id')} />
              </span>
            ),
          },
          { label: t('Environment'), value: environment === 'live' ? t('Live') : t('Sandbox') },
          { label: t('Name on receipts'), value: workspace.name },
          { label: t('Reference currency'), value: t('USD, for limits and totals') },
          { label: t('Sessions end'), value: t('After 30 minutes without activity, or 12 hours') },
          {
            label: t('Passkey asked again'),
            value: t('For each approval, key, secret or role change'),
          },
        ]}
      />
    </Card>
  )
}
