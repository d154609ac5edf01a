import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useJobs } from '../../api/jobs.ts'
import { useReauthentication } from '../../api/reauthentication.ts'
import { sessionQuery } from '../../api/session.ts'
import { paths } from '../../routing/paths.ts'
import { ListExtras } from '../../ui/page/list-extras.ts'
import { ZoneContext } from '../../ui/display/values.tsx'
import { useToasts } from '../../ui/overlays/toast.ts'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { Rail, useRail, NavLinks } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { useEarlyKeys } from '../keys/early-keys.ts'
import { part, lazyPart } from '../../ui/display/part.tsx'
import { t } from '../../messages/text.ts'
import { Menu as MenuIcon } from 'lucide-react'
import { PageLink } from '../../ui/page/links.tsx'
import { isCurrent, navItems } from '../navigation/nav-items.ts'

const SavedViews = lazyPart(() => import('../../features/views/saved-views.tsx'), 'SavedViews')
const listExtras = (list: string) => <SavedViews list={list} />
const JobTray = part(() => import('../../features/exports/job-tray.tsx'), 'JobTray')
const Toaster = part(() => import('../../ui/overlays/toaster.tsx'), 'Toaster')
const Keys = part(() => import('../keys/keys.tsx'), 'Keys')
const SignedIn = part(() => import('./signed-in.tsx'), 'SignedIn')
const SignInAgain = part(() => import('./sign-in-again.tsx'), 'SignInAgain')

/** Rail, top bar and the page. Pages start at once and do not wait for the session; without one the sign-in page follows. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery)
  const { zone } = usePreferences()
  const { isMin } = useRail()
  const location = useLocation()
  const mustSignInAgain = useReauthentication()
  const hasToasts = useToasts().length > 0
  const hasJobs = useJobs().length > 0
  useEarlyKeys()
  useFocusOnNavigation(location.pathname)
  if (session === null) {
    const next = encodeURIComponent(location.pathname + location.search)
    return <Navigate to={`${paths.signIn}?next=${next}`} replace />
  }
  return (
    <ZoneContext value={zone}>
      <a className="skip-link" href="#main">
        {t('Skip to content')}
      </a>
      <div
        className={clsx(
          'app',
          isMin && 'rail-collapsed',
          session?.environment === 'sandbox' && 'sandbox',
        )}
      >
        <Rail />
        <TopBar />
        <main className="main" id="main" tabIndex={-1}>
          <ListExtras value={listExtras}>
            <Suspense>
              <Outlet />
            </Suspense>
          </ListExtras>
        </main>
        <TabBar />
      </div>
      {hasToasts ? <Toaster /> : null}
      {hasJobs ? <JobTray /> : null}
      {session ? <SignedIn session={session} /> : null}
      {session ? <Keys /> : null}
      {mustSignInAgain ? <SignInAgain /> : null}
      <ScrollRestoration />
    </ZoneContext>
  )
}

/** After a change of page, keyboard and screen reader begin at its content, unless they are in it already. */
function useFocusOnNavigation(pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname])
}

const Drawer = lazyPart(() => import('../../ui/overlays/dialog.tsx'), 'Drawer')
const shown = navItems.filter((item) => item.small)

/** Below 820 px: four places at the bottom edge, the rest in a sheet. */
function TabBar() {
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
