import { Suspense } from 'react'
import { useParams } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { PreferencesTab } from './preferences-tab.tsx'
import { lazyPart, part } from '../../../ui/display/part.tsx'
import { Card, fact } from '../../../ui/display/blocks.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { useSession } from '../../../api/session.ts'
import type { Session } from '../../../api/staff.ts'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { t } from '../../../messages/text.ts'

const ProfileTab = lazyPart(() => import('./profile-tab.tsx'), 'ProfileTab')
const PayeePolicy = part(() => import('./payee-policy.tsx'), 'PayeePolicy')
const NotificationsTab = lazyPart(() => import('./notifications-tab.tsx'), 'NotificationsTab')

const parts = [
  { key: 'profile', label: t('Profile'), Tab: ProfileTab },
  { key: 'preferences', label: t('Preferences'), Tab: PreferencesTab },
  { key: 'notifications', label: t('Notifications'), Tab: NotificationsTab },
  { key: 'workspace', label: t('Workspace'), Tab: WorkspaceTab },
  { key: 'data', label: t('Data'), Tab: DataTab },
] as const

const tabs = parts.map(({ key, label }) => ({ key, label, to: paths.settings(key) }))

/** What is the person's own, and what is their workspace's. */
export function Component() {
  const { tab } = useParams()
  const { key, Tab } = parts.find((each) => each.key === tab) ?? parts[0]
  return (
    <>
      <PageHead heading={t('Settings')} />
      <Tabs label={t('Settings')} current={key} tabs={tabs}>
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <Tab />
        </Suspense>
      </Tabs>
    </>
  )
}

/** How long things are kept, and where files come from. */
function DataTab() {
  return (
    <Card
      title={t('What is kept')}
      className="max-w-160"
      end={
        <LinkButton size="s" to={paths.transfers}>
          {t('Export transfers')}
        </LinkButton>
      }
      facts={[
        fact(t('Files of exports'), t('7 days; every list has an export')),
        fact(t('Webhook deliveries'), t('30 days after they ended')),
        fact(t('Notifications'), t('90 days')),
        fact(t('Transfers, deposits and the audit log'), t('Always')),
      ]}
    />
  )
}

/** What holds for everybody here; the operator changes it. */
function WorkspaceTab() {
  const session = useSession()
  if (!session) return <SkeletonLines />
  const { workspace, environment } = session
  return (
    <div className="grid">
      <WorkspaceCard {...{ workspace, environment }} />
      <PayeePolicy />
    </div>
  )
}

function WorkspaceCard({ workspace, environment }: Pick<Session, 'workspace' | 'environment'>) {
  return (
    <Card
      title={t('Workspace')}
      className="max-w-160"
      facts={[
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
  )
}
