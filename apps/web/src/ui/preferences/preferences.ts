import { useSyncExternalStore } from 'react'
import type { Zone } from '../format/times.ts'

export type Theme = 'light' | 'dark' | 'system'
export type Density = 'compact' | 'normal' | 'comfortable'

export type Preferences = {
  theme: Theme
  zone: Zone
  density: Density
  /** The rail shows icons only. */
  railMin: boolean
  /** Single keys act on the page; whoever speaks to the computer can switch them off. */
  shortcuts: boolean
  /** Non-virtual lists of 50 rows a page, for find-in-page, some screen readers and print. */
  pagedLists: boolean
  /** Ids of hidden columns, and of all in their order, by list. */
  columns: Record<string, { hidden: string[]; order: string[] }>
}

// index.html reads the theme's key before the first paint.
const themeKey = 'corridor.theme'
const restKey = 'corridor.preferences'
const initial: Preferences = {
  theme: 'system',
  zone: 'local',
  density: 'normal',
  railMin: false,
  shortcuts: true,
  pagedLists: false,
  columns: {},
}

let current = read()
const listeners = new Set<() => void>()
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
  if (change.theme) showTheme(change.theme)
  for (const notify of listeners) notify()
}

/** For handlers outside of rendering. */
export function readPreferences(): Preferences {
  return current
}

export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferencesChange, () => current)
}
