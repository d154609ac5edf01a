import { CircleHelp, Clock, Search } from 'lucide-react'
import { useLive } from '../../api/live/state.ts'
import { useSession } from '../../api/session.ts'
import { paths } from '../../routing/paths.ts'
import { useNow } from '../../api/clock.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { clockText, minuteText, timeText } from '../../ui/format/times.ts'
import { PageLink } from '../../ui/page/links.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import { answerKey, pressKey } from '../../ui/preferences/keys.ts'
import { toggleZone, usePreferences } from '../../ui/preferences/preferences.ts'
import { Suspense, useState } from 'react'
import { AccountButton } from './account-button.tsx'
import { lazyPart } from '../../ui/display/part.tsx'
import { t } from '../../messages/text.ts'

export function TopBar() {
  const session = useSession()
  return (
    <header className="top-bar">
      <PageLink className="only-small" to={paths.overview} aria-label={t('Corridor')}>
        <Mark />
      </PageLink>
      <span className="workspace-name truncated">
        {session?.workspace.name ?? <Skeleton width={96} />}
      </span>
      {session ? (
        session.environment === 'live' ? (
          <span className="environment">{t('Live')}</span>
        ) : (
          <Suspense fallback={<span className="environment">{t('Sandbox')}</span>}>
            <DockButton />
          </Suspense>
        )
      ) : null}
      <SearchButton />
      <div className="top-bar-end">
        <LiveDot />
        <ClockButton />
        <HelpButton />
        <AccountMenu />
      </div>
    </header>
  )
}

const searchText = t('Search, or paste an id, address or hash')

/** Looks like the box that it opens; on a small screen only its sign is there. */
function SearchButton() {
  return (
    <button
      type="button"
      className="search-button"
      data-keys={t('Ctrl K')}
      aria-label={searchText}
      title={t('Search, go to a page, or run a command: Ctrl K')}
      onClick={() => pressKey({ key: 'k', ctrlKey: true })}
    >
      <Search className="icon-medium" />
      <span className="only-large truncated">{searchText}</span>
    </button>
  )
}

/** Opens what the key opens, for those who do not know the key yet. */
function HelpButton() {
  return (
    <button
      type="button"
      className="clock only-large"
      aria-label={t('Keyboard shortcuts')}
      title={t('Keyboard shortcuts, key ?')}
      onClick={() => answerKey('sheet', new KeyboardEvent('keydown', { key: '?' }))}
    >
      <CircleHelp className="icon-medium" />
    </button>
  )
}

const DockButton = lazyPart(
  () => import('../../features/sandbox/dock/dock-button.tsx'),
  'DockButton',
)

const liveLabels = {
  connecting: { dot: 'dot dot-none dot-ok', label: t('Connecting') },
  connected: { dot: 'dot dot-ok', label: t('Connected') },
  reconnecting: { dot: 'dot dot-wait', label: t('Reconnecting') },
  polling: { dot: 'dot dot-wait', label: t('Reconnecting · updating every 15 s') },
  paused: { dot: 'dot dot-none', label: t('Paused') },
  offline: { dot: 'dot dot-fail', label: t('Offline') },
} as const

/** Whether what is on screen follows by itself. */
function LiveDot() {
  const { state, currentUntil } = useLive()
  const { zone } = usePreferences()
  const { dot, label } = liveLabels[state]
  const age = state === 'offline' && currentUntil !== undefined
  return (
    <output className="live-state" title={t('Live updates')}>
      <span className={dot} />
      <span className="live-text">
        {age
          ? t('{state} · shown as of {time}', {
              state: label,
              time: clockText(currentUntil, zone),
            })
          : label}
      </span>
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
      className="clock"
      title={zone === 'utc' ? t('Show local time, key u') : t('Show UTC, key u')}
      onClick={toggleZone}
    >
      <Clock className="icon-medium only-large" />
      <span className="only-large">
        {timeText(now, zone, { detail: 'second', withZone: true })}
      </span>
      <span className="only-small">{minuteText(now, zone)}</span>
    </button>
  )
}

const load = () => import('./account-menu-list.tsx')
const List = lazyPart(load, 'AccountMenuList')

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
