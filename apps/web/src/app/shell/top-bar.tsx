import { Clock } from 'lucide-react'
import { useLiveState } from '../../api/live/state.ts'
import { useSession } from '../../api/session.ts'
import { paths } from '../../routing/paths.ts'
import { useNow } from '../../api/clock.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { timeText } from '../../ui/format/times.ts'
import { PageLink } from '../../ui/page/links.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import { changePreferences, usePreferences } from '../../ui/preferences/preferences.ts'
import { lazy, Suspense, useState } from 'react'
import { AccountButton } from './account-button.tsx'

export function TopBar() {
  const session = useSession()
  return (
    <header className="top-bar">
      <PageLink className="only-small" to={paths.overview} aria-label="Corridor">
        <Mark />
      </PageLink>
      <span className="workspace-name truncated">
        {session?.workspace.name ?? <Skeleton width={96} />}
      </span>
      {session ? (
        <span className="environment">{session.environment === 'live' ? 'Live' : 'Sandbox'}</span>
      ) : null}
      <div className="top-bar-end">
        <LiveDot />
        <ClockButton />
        <AccountMenu />
      </div>
    </header>
  )
}

const liveLabels = {
  connecting: { dot: 'dot dot-none', label: 'Connecting' },
  connected: { dot: 'dot', label: 'Connected' },
  reconnecting: { dot: 'dot dot-wait', label: 'Reconnecting' },
  polling: { dot: 'dot dot-wait', label: 'Reconnecting · updating every 15 s' },
  paused: { dot: 'dot dot-none', label: 'Paused' },
} as const

/** Whether what is on screen follows by itself. */
function LiveDot() {
  const { dot, label } = liveLabels[useLiveState()]
  return (
    <output className="live-state only-large" title="Live updates">
      <span className={dot} />
      {label}
    </output>
  )
}

/** The service's time in the user's zone; a click changes the zone. */
function ClockButton() {
  const { zone } = usePreferences()
  const now = useNow(1000)
  return (
    <button
      type="button"
      className="clock only-large"
      title={`Show ${zone === 'utc' ? 'local time' : 'UTC'}, key u`}
      onClick={() => changePreferences({ zone: zone === 'utc' ? 'local' : 'utc' })}
    >
      <Clock className="icon-medium" />
      <span>{timeText(now, zone, { detail: 'second', withZone: true })}</span>
    </button>
  )
}

const load = () => import('./account-menu-list.tsx')
const List = lazy(async () => ({ default: (await load()).AccountMenuList }))

/** The button is there at once; the menu behind it comes when it is hovered, focused or pressed. */
function AccountMenu() {
  const [state, setState] = useState<'closed' | 'open'>()
  const preload = () => {
    void load().then(() => setState((now) => now ?? 'closed'))
  }
  const button = (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onMouseEnter={preload}
      onFocus={preload}
      // Already when it is pressed: a click is lost where the menu takes the button's place meanwhile.
      onPointerDown={({ button: pressed }) => pressed === 0 && setState('open')}
      onClick={() => setState('open')}
    />
  )
  if (!state) return button
  return (
    <Suspense fallback={button}>
      <List defaultOpen={state === 'open'} />
    </Suspense>
  )
}
