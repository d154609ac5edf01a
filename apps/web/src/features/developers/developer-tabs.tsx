import type { ReactNode } from 'react'
import { paths } from '../../routing/paths.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { t } from '../../messages/text.ts'

/** What a partner's developers need, each part at an address of its own. */
export function DeveloperTabs({ current, children }: { current: string; children?: ReactNode }) {
  return (
    <Tabs
      label={t('Developers')}
      current={current}
      tabs={[
        { key: 'start', label: t('Start'), to: paths.developers() },
        { key: 'keys', label: t('API keys'), to: paths.developers('keys') },
        { key: 'requests', label: t('Requests'), to: paths.developers('requests') },
        { key: 'guides', label: t('Guides'), to: paths.developers('guides') },
        { key: 'events', label: t('Events'), to: paths.developers('events') },
        { key: 'deprecations', label: t('Deprecations'), to: paths.developers('deprecations') },
      ]}
    >
      {children}
    </Tabs>
  )
}
