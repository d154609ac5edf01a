import { readPreferences } from './preferences.ts'

/** Whether a key belongs to a text field, a menu or a dialog rather than to the page, or shortcuts are off. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  if (!readPreferences().shortcuts) return true
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role=menu], [role=dialog]') !== null
  )
}
