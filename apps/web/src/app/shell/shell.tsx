import './shell.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect, useRef, useEffectEvent } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'
import { useReauthentication } from '../../api/reauthentication.ts'
import { sessionQuery } from '../../api/session.ts'
import { paths } from '../../routing/paths.ts'
import { ZoneContext } from '../../ui/display/time.tsx'
import { useToasts } from '../../ui/overlays/toast.ts'
import { usePreferences, changePreferences } from '../../ui/preferences/preferences.ts'
import { preloadPath } from '../../routing/preload.ts'
import { Rail } from './rail.tsx'
import { SessionWatch } from './session-watch.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePreferencesSync } from './use-preferences-sync.ts'
import { isTyping } from '../../ui/preferences/is-typing.ts'
import { navItems } from './nav-items.ts'

const chordMs = 1200

/** `g` and a letter go to a page, `[` folds the rail, `u` changes the zone. Nothing here moves money. */
function useShellShortcuts(): void {
  const navigate = useNavigate()
  const { railMin, zone } = usePreferences()
  const press = useEffectEvent((key: string, afterG: boolean) => {
    const item = afterG ? navItems.find((entry) => entry.key === key) : undefined
    if (item) void navigate(item.to)
    else if (key === '[') changePreferences({ railMin: !railMin })
    else if (key === 'u') changePreferences({ zone: zone === 'utc' ? 'local' : 'utc' })
  })
  useEffect(() => {
    let lastG = -chordMs
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const afterG = event.timeStamp - lastG < chordMs
      lastG = event.key === 'g' && !afterG ? event.timeStamp : -chordMs
      if (event.key !== 'g') press(event.key, afterG)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const Toaster = lazy(async () => ({
  default: (await import('../../ui/overlays/toaster.tsx')).Toaster,
}))
const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}))

/** Rail, top bar and the page. Pages start at once and do not wait for the session; without one the sign-in page follows. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery)
  const { railMin, zone } = usePreferences()
  const location = useLocation()
  const mustSignInAgain = useReauthentication()
  const hasToasts = useToasts().length > 0
  useLive(Boolean(session))
  useIdlePreload(Boolean(session))
  usePreferencesSync(session?.member.memberId)
  useShellShortcuts()
  useFocusOnNavigation(location.pathname)
  if (session === null) {
    const next = encodeURIComponent(location.pathname + location.search)
    return <Navigate to={`${paths.signIn}?next=${next}`} replace />
  }
  return (
    <ZoneContext value={zone}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div
        className={clsx(
          'app',
          railMin && 'rail-collapsed',
          session?.environment === 'sandbox' && 'sandbox',
        )}
      >
        <Rail />
        <TopBar />
        <main className="main" id="main" tabIndex={-1}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
        <TabBar />
      </div>
      <Suspense>{hasToasts ? <Toaster /> : null}</Suspense>
      {session ? <SessionWatch session={session} /> : null}
      <Suspense>{mustSignInAgain ? <SignInAgain /> : null}</Suspense>
      <ScrollRestoration />
    </ZoneContext>
  )
}

const mostUsed = [paths.transfers, paths.wallets, paths.newTransfer]
const idleAfterMs = 1500

/** Once the first page stands, the code of the pages that most people open next is fetched. */
function useIdlePreload(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return undefined
    const timer = setTimeout(() => mostUsed.forEach(preloadPath), idleAfterMs)
    return () => clearTimeout(timer)
  }, [signedIn])
}

function useLive(signedIn: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!signedIn) return undefined
    let stop: (() => void) | undefined
    let hasLeft = false
    // Not needed for the first paint; until then the page shows what it has just read.
    import('../../api/live/start.ts').then(
      ({ startLive }) => {
        if (!hasLeft) stop = startLive(queries)
      },
      // A newer version is out; the next page says so.
      () => undefined,
    )
    return () => {
      hasLeft = true
      stop?.()
    }
  }, [queries, signedIn])
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
