import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { PageLink } from '../../ui/page/links.tsx'
import { isCurrent, navItems } from '../navigation/nav-items.ts'
import { NavLinks } from './rail.tsx'
import { lazyPart } from '../../ui/display/part.tsx'
import { t } from '../../messages/text.ts'

const Drawer = lazyPart(() => import('../../ui/overlays/dialog.tsx'), 'Drawer')
const shown = navItems.filter((item) => item.small)

/** Below 820 px: four places at the bottom edge, the rest in a sheet. */
export function TabBar() {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const isElsewhere = !shown.some((item) => isCurrent(item, pathname))
  return (
    <>
      <nav className="tab-bar" aria-label={t('Main')}>
        {shown.map((item) => (
          <PageLink
            key={item.to}
            to={item.to}
            aria-current={isCurrent(item, pathname) ? 'page' : undefined}
          >
            <item.icon />
            {item.label.split(' ')[0]}
          </PageLink>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={isElsewhere ? 'true' : undefined}
          onClick={() => setOpen(true)}
        >
          <MenuIcon />
          {t('More')}
        </button>
      </nav>
      <Suspense>
        {open ? (
          <Drawer open onOpenChange={setOpen} title={t('All pages')}>
            <nav className="nav" aria-label={t('All pages')}>
              <NavLinks onFollow={() => setOpen(false)} />
            </nav>
          </Drawer>
        ) : null}
      </Suspense>
    </>
  )
}
