import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useJobs } from '../../api/jobs.ts'
import { useReauthentication } from '../../api/reauthentication.ts'
import { sessionQuery } from '../../api/session.ts'
import { paths } from '../../routing/paths.ts'
import { ListExtras } from '../../ui/page/list-extras.ts'
import { ZoneContext } from '../../ui/display/time.tsx'
import { useToasts } from '../../ui/overlays/toast.ts'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { Rail, useRail } from './rail.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useEarlyKeys } from '../keys/early-keys.ts'
import { part, lazyPart } from '../../ui/display/part.tsx'
import { t } from '../../messages/text.ts'

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
