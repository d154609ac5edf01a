import type { KeyAction } from '../../ui/preferences/keys.ts'
import { navItems } from '../navigation/nav-items.ts'

export type Shortcut = {
  /** As they are shown and pressed: `Shift+c`, `g t`, `Mod+k` (the command key, or control). */
  keys: string
  /** Keys that do the same. */
  also?: readonly string[]
  action: KeyAction
  /** Where `go` leads. */
  to?: string
  label: string
  group: 'Everywhere' | 'Go to' | 'In a list' | 'Beside a list' | 'In a chart'
}

/**
 * Every key of the dashboard: the sheet lists it and the handler reads it. Of two lines with one key
 * the first that has something to do is done. Nothing here moves money.
 */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: 'Mod+k',
    action: 'palette',
    label: 'Search, go to a page, or run a command',
    group: 'Everywhere',
  },
  { keys: '/', action: 'find', label: 'Filter the list by text, or search', group: 'Everywhere' },
  { keys: 'n', action: 'new', label: 'Create what this page is about', group: 'Everywhere' },
  { keys: 'e', action: 'export', label: 'Export this view', group: 'Everywhere' },
  { keys: 'r', action: 'refresh', label: 'Refresh', group: 'Everywhere' },
  { keys: 'c', action: 'copyId', label: 'Copy the id', group: 'Everywhere' },
  { keys: 'Shift+c', action: 'copyLink', label: 'Copy the link', group: 'Everywhere' },
  { keys: 'u', action: 'zone', label: 'Switch between local time and UTC', group: 'Everywhere' },
  { keys: '?', action: 'sheet', label: 'Keyboard shortcuts', group: 'Everywhere' },
  { keys: 'j', also: ['ArrowDown'], action: 'nextRow', label: 'Next row', group: 'In a list' },
  {
    keys: 'k',
    also: ['ArrowUp'],
    action: 'previousRow',
    label: 'Previous row',
    group: 'In a list',
  },
  { keys: 'Enter', also: ['o'], action: 'openRow', label: 'Open the row', group: 'In a list' },
  { keys: 'Shift+Enter', action: 'openPage', label: 'Open the full page', group: 'In a list' },
  { keys: 'x', action: 'select', label: 'Select the row', group: 'In a list' },
  { keys: 'Shift+x', action: 'selectRange', label: 'Select up to the row', group: 'In a list' },
  { keys: '.', action: 'rowActions', label: 'Actions of the row', group: 'In a list' },
  { keys: '[', action: 'previousRecord', label: 'Previous record', group: 'Beside a list' },
  { keys: ']', action: 'nextRecord', label: 'Next record', group: 'Beside a list' },
  { keys: 'Escape', action: 'close', label: 'Close the record', group: 'Beside a list' },
  { keys: '+', action: 'zoomIn', label: 'Show less time', group: 'In a chart' },
  { keys: '-', action: 'zoomOut', label: 'Show more time', group: 'In a chart' },
  { keys: '[', action: 'rail', label: 'Collapse or expand the navigation', group: 'Everywhere' },
  ...navItems.map(({ key, label, to }): Shortcut => ({
    keys: `g ${key}`,
    action: 'go',
    to,
    label,
    group: 'Go to',
  })),
]

/** The lines that a key stands in, after `g` where that was pressed before. */
export function shortcutsOf(pressed: string, afterG: boolean): readonly Shortcut[] {
  const name = afterG ? `g ${pressed}` : pressed
  return shortcuts.filter(({ keys, also }) => keys === name || also?.includes(name))
}

/** The key as the table writes it. Where a sign needs Shift, the sign is its name. */
export function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  if (ctrlKey || metaKey) return `Mod+${key.toLowerCase()}`
  const isLetter = /^[a-z]$/i.test(key)
  if (!isLetter && key.length === 1) return key
  return `${shiftKey ? 'Shift+' : ''}${isLetter ? key.toLowerCase() : key}`
}
