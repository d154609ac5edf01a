import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { changePreferences, readPreferences, usePreferences } from '../preferences.ts'
import { navItems } from './nav-items.ts'

const chordMs = 1200

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

/** `g` and a letter go to a page, `[` folds the rail, `u` changes the zone. Nothing here moves money. */
export function useShellShortcuts(): void {
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
