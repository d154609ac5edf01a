import type { ReactNode } from 'react'
import { paths } from '../../../routing/paths.ts'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { t } from '../../../messages/text.ts'

type Props = { current: 'people' | 'roles'; children: ReactNode }

/** Who is in the team, and what each role may do. */
export function TeamTabs({ current, children }: Props) {
  return (
    <Tabs
      label={t('Team')}
      current={current}
      tabs={[
        { key: 'people', label: t('People'), to: paths.team },
        { key: 'roles', label: t('Roles'), to: paths.roles },
      ]}
    >
      {children}
    </Tabs>
  )
}
