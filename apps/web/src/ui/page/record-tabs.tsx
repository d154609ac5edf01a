import { type ReactNode, Suspense } from 'react'
import { SkeletonLines } from '../display/skeleton.tsx'
import { type Tab, Tabs } from './tabs.tsx'

type Props = {
  label: string
  tabs: readonly Pick<Tab, 'key' | 'label'>[]
  current: string
  /** The record's address, or that of a tab; the first tab is at the record's own. */
  to: (tab?: string) => string
  counts?: Readonly<Record<string, string>>
  children: ReactNode
}

/** The tabs of a record and what the current one shows, whose file may come later. */
export function RecordTabs({ label, tabs, current, to, counts, children }: Props) {
  return (
    <Tabs
      label={label}
      current={current}
      tabs={tabs.map((tab, index) => ({
        ...tab,
        to: index === 0 ? to() : to(tab.key),
        count: counts?.[tab.key],
      }))}
    >
      <Suspense fallback={<SkeletonLines />}>{children}</Suspense>
    </Tabs>
  )
}
