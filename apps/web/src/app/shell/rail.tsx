import { PanelLeft } from 'lucide-react'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { PageLink } from '../../ui/page/links.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import { changePreferences, usePreferences } from '../../ui/preferences/preferences.ts'
import { isCurrent, navGroups } from '../navigation/nav-items.ts'
import { lazyPart } from '../../ui/display/part.tsx'
import { t } from '../../messages/text.ts'

const counts = {
  approvals: lazyPart(() => import('../../features/approvals/waiting-count.tsx'), 'Component'),
  inbox: lazyPart(() => import('../../features/inbox/unread-count.tsx'), 'Component'),
}

/** Whether the rail shows icons only: as preferred, or because a record is open beside the list and needs the room. */
export function useRail(): { isMin: boolean; isForced: boolean } {
  const { railMin } = usePreferences()
  const { pathname, search } = useLocation()
  const isForced = pathname === paths.transfers && new URLSearchParams(search).has('open')
  return { isMin: railMin || isForced, isForced }
}

/** The left rail: 224 px with labels, 56 px with icons. */
export function Rail() {
  const { isMin, isForced } = useRail()
  return (
    <aside className="rail">
      <PageLink className="brand" to={paths.overview} aria-label={t('Corridor')}>
        <Mark />
        <span className="nav-label">{t('Corridor')}</span>
      </PageLink>
      <nav className="nav" aria-label={t('Main')}>
        <NavLinks titles={isMin} />
      </nav>
      {isForced ? null : (
        <div className="rail-foot">
          <button
            type="button"
            className="nav-item"
            aria-label={isMin ? t('Expand navigation') : t('Collapse navigation')}
            title={isMin ? t('Expand, key [') : t('Collapse, key [')}
            onClick={() => changePreferences({ railMin: !isMin })}
          >
            <PanelLeft />
            <span className="nav-label">{t('Collapse')}</span>
          </button>
        </div>
      )}
    </aside>
  )
}

/** All entries by group; `titles` gives tooltips where the labels are hidden. */
export function NavLinks({ titles, onFollow }: { titles?: boolean; onFollow?: () => void }) {
  const { pathname } = useLocation()
  return navGroups.map((group) => (
    <div key={group.title ?? 'top'}>
      {group.title ? (
        <div className="nav-heading">
          <span className="nav-label">{group.title}</span>
        </div>
      ) : null}
      {group.items.map((item) => (
        <PageLink
          key={item.to}
          className="nav-item"
          to={item.to}
          title={titles ? item.label : undefined}
          aria-current={isCurrent(item, pathname) ? 'page' : undefined}
          onClick={onFollow}
        >
          <item.icon />
          <span className="nav-label">{item.label}</span>
          {item.counts ? <Count of={item.counts} /> : null}
        </PageLink>
      ))}
    </div>
  ))
}

function Count({ of }: { of: keyof typeof counts }) {
  const Shown = counts[of]
  return (
    <Suspense>
      <Shown />
    </Suspense>
  )
}
