import { useSession } from '../../../api/session.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList, fact } from '../../../ui/display/description-list.tsx'
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
          fact(t('Name'), workspace.name),
          fact(
            t('Workspace id'),
            <span className="row gap-1">
              <span className="mono">{workspace.svcPartnerId}</span>
              <CopyButton text={workspace.svcPartnerId} label={t('Copy workspace id')} />
            </span>,
          ),
          fact(t('Environment'), environment === 'live' ? t('Live') : t('Sandbox')),
          fact(t('Name on receipts'), workspace.name),
          fact(t('Reference currency'), t('USD, for limits and totals')),
          fact(t('Sessions end'), t('After 30 minutes without activity, or 12 hours')),
          fact(t('Passkey asked again'), t('For each approval, key, secret or role change')),
        ]}
      />
    </Card>
  )
}
