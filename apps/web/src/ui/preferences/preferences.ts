import { createListeners } from '../../api/listeners.ts'
import { type Conventions, initialConventions, setConventions } from '../format/conventions.ts'
import type { LanguageChoice } from '../../messages/language.ts'
import type { Zone } from '../format/zones.ts'

export type Theme = 'light' | 'dark' | 'system'
export type Density = 'compact' | 'normal' | 'comfortable'

/** Ids of hidden columns, and of all in their order. */
export type ChosenColumns = { hidden: string[]; order: string[] }

export type Preferences = Conventions & {
  theme: Theme
  language: LanguageChoice
  /** The one that is shown: UTC, or the person's own. */
  zone: Zone
  /** The person's own: the device's, or one of a name. */
  homeZone: Zone
  /** `less` moves nothing, whatever the device says. */
  motion: 'system' | 'less'
  /** Where sign-in leads to. */
  landing: string
  density: Density
  /** The rail shows icons only. */
  railMin: boolean
  /** The panel of a sandbox's controls is open. */
  dock: boolean
  /** Single keys act on the page; whoever speaks to the computer can switch them off. */
  shortcuts: boolean
  /** Non-virtual lists of 50 rows a page, for find-in-page, some screen readers and print. */
  pagedLists: boolean
  /** By list. */
  columns: Record<string, ChosenColumns>
}

// index.html reads the theme's key before the first paint.
const themeKey = 'corridor.theme'
const restKey = 'corridor.preferences'
const initial: Preferences = {
  theme: 'system',
  language: 'browser',
  zone: 'local',
  homeZone: 'local',
  motion: 'system',
  landing: '/',
  ...initialConventions,
  density: 'normal',
  railMin: false,
  dock: false,
  shortcuts: true,
  pagedLists: false,
  columns: {},
}

let current = read()
const changes = createListeners()
apply(current)
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
systemDark.addEventListener('change', () => showTheme(current.theme))

function read(): Preferences {
  try {
    const theme = localStorage.getItem(themeKey)
    const rest = JSON.parse(localStorage.getItem(restKey) ?? '{}') as Partial<Preferences>
    return {
      ...initial,
      ...rest,
      theme: theme === 'dark' || theme === 'light' ? theme : 'system',
    }
  } catch {
    return initial
  }
}

function store({ theme, ...rest }: Preferences): void {
  try {
    localStorage.setItem(themeKey, theme)
    localStorage.setItem(restKey, JSON.stringify(rest))
  } catch {
    // A browser without storage forgets; the page works all the same.
  }
}

/** What is not a matter of components. */
function apply(preferences: Preferences): void {
  setConventions(preferences)
  document.documentElement.dataset['motion'] = preferences.motion
}

// What is chosen in one tab is seen in all of them.
window.addEventListener('storage', ({ key }) => {
  if (key !== themeKey && key !== restKey) return
  current = read()
  apply(current)
  showTheme(current.theme)
  changes.notify()
})

function showTheme(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && systemDark.matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
}

/** What a person chose elsewhere; only known ones of the right type are taken over. */
export function adoptPreferences(stored: Record<string, unknown>): void {
  const known = Object.entries(initial).filter(
    ([name, value]) => typeof stored[name] === typeof value,
  )
  changePreferences(Object.fromEntries(known.map(([name]) => [name, stored[name]])))
}

/** Changes take effect at once and are kept on this device. */
export function changePreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change }
  store(current)
  apply(current)
  if (change.theme) showTheme(change.theme)
  changes.notify()
  const names = Object.keys(change)
  if (keep) keep(names)
  else for (const name of names) early.add(name)
}

type Keeper = (names: readonly string[]) => void
let keep: Keeper | undefined
/** What was changed in this tab while nobody kept it. */
const early = new Set<string>()

/** Who takes this tab's choices to the person's account, those as well that were made before it was there. */
export function keepChanges(keeper: Keeper): () => void {
  keep = keeper
  if (early.size > 0) keeper([...early])
  early.clear()
  return () => {
    keep = undefined
  }
}

/** UTC, and back to the person's own zone. */
export function toggleZone(): void {
  changePreferences({ zone: current.zone === 'utc' ? current.homeZone : 'utc' })
}

/** For handlers outside of rendering. */
export function readPreferences(): Preferences {
  return current
}

export const onPreferencesChange = changes.listen

export function usePreferences(): Preferences {
  return changes.useValue(() => current)
}
