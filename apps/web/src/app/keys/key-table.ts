import type { KeyAction } from '../../ui/preferences/keys.ts'
import { navItems } from '../navigation/nav-items.ts'
import { t } from '../../messages/text.ts'

export type Shortcut = {
  /** As they are shown and pressed: `Shift+c`, `g t`, `Mod+k` (the command key, or control). */
  keys: string
  /** Keys that do the same. */
  also?: readonly string[]
  action: KeyAction
  /** Where `go` leads. */
  to?: string
  label: string
  group: 'everywhere' | 'go' | 'list' | 'beside' | 'chart'
}

/**
 * Every key of the dashboard: the sheet lists it and the handler reads it. Of two lines with one key
 * the first that has something to do is done. Nothing here moves money.
 */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: 'Mod+k',
    action: 'palette',
    label: t('Search, go to a page, or run a command'),
    group: 'everywhere',
  },
  {
    keys: '/',
    action: 'find',
    label: t('Filter the list by text, or search'),
    group: 'everywhere',
  },
  { keys: 'n', action: 'new', label: t('Create what this page is about'), group: 'everywhere' },
  { keys: 'e', action: 'export', label: t('Export this view'), group: 'everywhere' },
  { keys: 'r', action: 'refresh', label: t('Refresh'), group: 'everywhere' },
  { keys: 'c', action: 'copyId', label: t('Copy the id'), group: 'everywhere' },
  { keys: 'Shift+c', action: 'copyLink', label: t('Copy the link'), group: 'everywhere' },
  {
    keys: 'u',
    action: 'zone',
    label: t('Switch between local time and UTC'),
    group: 'everywhere',
  },
  { keys: '?', action: 'sheet', label: t('Keyboard shortcuts'), group: 'everywhere' },
  {
    keys: 'j',
    also: ['ArrowDown'],
    action: 'nextRow',
    label: t('Next row'),
    group: 'list',
  },
  {
    keys: 'k',
    also: ['ArrowUp'],
    action: 'previousRow',
    label: t('Previous row'),
    group: 'list',
  },
  {
    keys: 'Enter',
    also: ['o'],
    action: 'openRow',
    label: t('Open the row'),
    group: 'list',
  },
  {
    keys: 'Shift+Enter',
    action: 'openPage',
    label: t('Open the full page'),
    group: 'list',
  },
  { keys: 'x', action: 'select', label: t('Select the row'), group: 'list' },
  {
    keys: 'Shift+x',
    action: 'selectRange',
    label: t('Select up to the row'),
    group: 'list',
  },
  { keys: '.', action: 'rowActions', label: t('Actions of the row'), group: 'list' },
  { keys: '[', action: 'previousRecord', label: t('Previous record'), group: 'beside' },
  { keys: ']', action: 'nextRecord', label: t('Next record'), group: 'beside' },
  { keys: 'Escape', action: 'close', label: t('Close the record'), group: 'beside' },
  { keys: '+', action: 'zoomIn', label: t('Show less time'), group: 'chart' },
  { keys: '-', action: 'zoomOut', label: t('Show more time'), group: 'chart' },
  {
    keys: '[',
    action: 'rail',
    label: t('Collapse or expand the navigation'),
    group: 'everywhere',
  },
  ...navItems.map(({ key, label, to }): Shortcut => ({
    keys: `g ${key}`,
    action: 'go',
    to,
    label,
    group: 'go',
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
