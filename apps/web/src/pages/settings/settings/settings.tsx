import { Suspense } from 'react'
import { useParams } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { DataTab } from './data-tab.tsx'
import { PreferencesTab } from './preferences-tab.tsx'
import { WorkspaceTab } from './workspace-tab.tsx'
import { lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const ProfileTab = lazyPart(() => import('./profile-tab.tsx'), 'ProfileTab')
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
